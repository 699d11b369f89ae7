# include/hocket/stamp.h in the build folder: a hash of the headers that a plugin is built against, so that one built
# against others is refused.
set(plugin_rooms base async net shapes algorithms topology catalogue)

function(hocket_stamp)
    set(headers)
    foreach(room ${plugin_rooms})
        hocket_sources(found ${room} *.hpp)
        list(APPEND headers ${found})
    endforeach()
    set(out ${PROJECT_BINARY_DIR}/include/hocket/stamp.h)
    set(script ${PROJECT_SOURCE_DIR}/cmake/stamp_headers.cmake)
    add_custom_command(
        OUTPUT ${out}
        COMMAND ${CMAKE_COMMAND} "-DFILES=${headers}" -DOUT=${out} -P ${script}
        DEPENDS ${headers} ${script}
        VERBATIM)
    add_custom_target(hocket-stamp DEPENDS ${out})
    target_include_directories(hocket-flags INTERFACE ${PROJECT_BINARY_DIR}/include)
endfunction()
