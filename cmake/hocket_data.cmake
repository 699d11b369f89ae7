# Data files that travel inside the programs, so that a preloaded library needs no file of ours at run time: data/**/*.json
# becomes one generated source with a table of (path below data/, contents).
function(hocket_embed_data target)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/data ${PROJECT_SOURCE_DIR}/data/*.json)
    set(out ${PROJECT_BINARY_DIR}/embedded_data.cpp)
    list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/data/ OUTPUT_VARIABLE paths)
    add_custom_command(
        OUTPUT ${out}
        COMMAND ${CMAKE_COMMAND} "-DFILES=${files}" -DFROM=${PROJECT_SOURCE_DIR}/data -DOUT=${out}
                -P ${PROJECT_SOURCE_DIR}/cmake/embed_data.cmake
        DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/cmake/embed_data.cmake
        VERBATIM)
    target_sources(${target} PRIVATE ${out})
endfunction()
