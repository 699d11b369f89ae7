# The rooms of the house (src/<room>) and the targets that they make. A room whose files are all headers contributes
# nothing and breaks nothing.
set(core_rooms base async net shapes algorithms topology levels machine catalogue choose kernels profile device transports/shared
    transports/multicast world simulate)

# hocket_sources(VARIABLE FOLDER PATTERN...): sources below src/FOLDER.
function(hocket_sources variable folder)
    list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/src/${folder}/)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${ARGN})
    set(${variable} ${found} PARENT_SCOPE)
endfunction()

# The part without MPI: one static library.
function(hocket_core)
    foreach(room ${core_rooms})
        hocket_sources(found ${room} *.cpp)
        list(APPEND sources ${found})
    endforeach()
    add_library(hocket-core STATIC ${sources})
    # Rows of the catalogue and kernels are compiled one by one: each of them is many instantiations of its own.
    set(alone ${sources})
    list(FILTER alone INCLUDE REGEX "src/(catalogue|kernels)/")
    set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    hocket_join_sources(hocket-core 6)
    hocket_embed_data(hocket-core)
    hocket_embed_kernels(hocket-core)
    add_dependencies(hocket-core hocket-stamp)
    target_link_libraries(hocket-core PUBLIC hocket-flags hocket-fmt hocket-json PRIVATE hocket-hwloc hocket-highway)
endfunction()

function(hocket_tool)
    hocket_sources(sources tool *.cpp)
    add_executable(hocket-tool ${sources})
    target_link_libraries(hocket-tool PRIVATE hocket-core hocket-cli)
    # CLI11 has no compiled part: in each source that names an App, all of App is compiled, for 10 to 30 s.
    hocket_join_sources(hocket-tool 7)
    set_property(GLOBAL APPEND PROPERTY hocket_programs hocket-tool)
endfunction()

# A program that is put before other programs must start fast and anywhere: no libraries of its own.
function(hocket_launcher)
    hocket_sources(sources launch *.c *.cpp)
    add_executable(hocket-run ${sources})
    target_link_libraries(hocket-run PRIVATE hocket-flags hocket-fmt ${CMAKE_DL_LIBS})
    target_link_options(hocket-run PRIVATE -static-libgcc $<$<LINK_LANGUAGE:CXX>:-static-libstdc++>)
    set_property(GLOBAL APPEND PROPERTY hocket_programs hocket-run)
endfunction()
