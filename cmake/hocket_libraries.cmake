# Libraries of others: headers found on the system or in .deps/sysroot, where tools/setup.sh unpacks them.
set(sysroot ${PROJECT_SOURCE_DIR}/.deps/sysroot/usr)
list(APPEND CMAKE_PREFIX_PATH ${sysroot})

# hocket_header(TARGET HEADER PACKAGE): an interface target for a header-only library.
function(hocket_header target header package)
    string(MAKE_C_IDENTIFIER ${target}_include variable)
    find_path(${variable} ${header})
    mark_as_advanced(${variable})
    if(NOT ${variable})
        message(FATAL_ERROR "${header} not found. tools/setup.sh brings it, or: sudo apt-get install ${package}")
    endif()
    add_library(${target} INTERFACE)
    # As a system header: its warnings are not ours. The compiler's own folder must not be named again.
    if(NOT ${variable} STREQUAL "/usr/include")
        target_include_directories(${target} SYSTEM INTERFACE ${${variable}})
    endif()
endfunction()

hocket_header(hocket-fmt fmt/format.h libfmt-dev)
hocket_header(hocket-json nlohmann/json.hpp nlohmann-json3-dev)
hocket_header(hocket-cli CLI/CLI.hpp libcli11-dev)
# Its headers only; the choice of an instruction set, which its library makes, is made in src/kernels.
hocket_header(hocket-highway hwy/highway.h libhwy-dev)
# Header-only, fmt costs 3 to 10 s in each source that formats. Version 9, which tools/setup.sh brings, is compiled once.
file(STRINGS ${hocket_fmt_include}/fmt/core.h version REGEX "define FMT_VERSION 9")
if(version)
    add_library(hocket-fmt-9 STATIC ${PROJECT_SOURCE_DIR}/cmake/fmt_9.cpp)
    target_link_libraries(hocket-fmt-9 PRIVATE hocket-flags)
    target_include_directories(hocket-fmt-9 SYSTEM PRIVATE
        $<TARGET_PROPERTY:hocket-fmt,INTERFACE_SYSTEM_INCLUDE_DIRECTORIES>)
    target_link_libraries(hocket-fmt INTERFACE hocket-fmt-9)
else()
    target_compile_definitions(hocket-fmt INTERFACE FMT_HEADER_ONLY=1)
endif()

# hwloc is opened at run time, so only its declarations are wanted here.
find_path(hwloc_include hwloc.h)
mark_as_advanced(hwloc_include)
add_library(hocket-hwloc INTERFACE)
if(hwloc_include)
    target_compile_definitions(hocket-hwloc INTERFACE HOCKET_HAS_HWLOC=1)
    if(NOT hwloc_include STREQUAL "/usr/include")
        target_include_directories(hocket-hwloc SYSTEM INTERFACE ${hwloc_include})
    endif()
else()
    message(STATUS "hocket: hwloc.h not found: built without sockets, NUMA and caches (libhwloc-dev brings it)")
endif()
