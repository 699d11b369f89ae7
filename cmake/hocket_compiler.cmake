# What every target is compiled with.

set(least_GNU 12)
set(least_Clang 16)
if(NOT DEFINED least_${CMAKE_CXX_COMPILER_ID})
    message(WARNING "Hocket is tested with GCC >= 12 and Clang >= 16, not with ${CMAKE_CXX_COMPILER_ID}")
elseif(CMAKE_CXX_COMPILER_VERSION VERSION_LESS least_${CMAKE_CXX_COMPILER_ID})
    message(FATAL_ERROR
        "${CMAKE_CXX_COMPILER} is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}; Hocket needs C++20 coroutines "
        "as in GCC >= 12 or Clang >= 16. Name another compiler with -DCMAKE_CXX_COMPILER=...")
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Everything may end up in a preloaded library, which must not show a symbol that it does not mean to.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

# The build tree looks like an installation: programs find their libraries in ../lib in both.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()
# At -O3 GCC 12 makes wrong code of a loop over the skips of a circulant graph: a declared cost came out 13 times too low
# (test CirculantNBlockWasPricedAsIfNothingLeftItsNodeAtO3).
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

add_library(hocket-flags INTERFACE)
# No contraction to fused multiply-add: a reduction gives the same bits whatever the compiler felt like.
target_compile_options(hocket-flags INTERFACE -ffp-contract=off -Wall -Wextra
    $<$<COMPILE_LANGUAGE:C,CXX>:-Wshadow -Wcast-align -Wformat=2>
    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi>
    # "Unique" symbols would be merged with the application's own, whatever their visibility.
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
target_include_directories(hocket-flags INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)

if(HOCKET_SANITIZE)
    target_compile_options(hocket-flags INTERFACE -fsanitize=${HOCKET_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(hocket-flags INTERFACE -fsanitize=${HOCKET_SANITIZE})
endif()

find_program(ccache ccache)
mark_as_advanced(ccache)
if(ccache AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Without these words it never finds again what was compiled with a precompiled header.
    set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ccache})
    set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

# What a build from nothing mostly does is to read headers: heavy ones of others are precompiled, and small sources of a room
# are compiled together. OFF (preset debug) shows which source forgets an include, and gives tools the single sources.
option(HOCKET_FAST_BUILD "Precompile heavy headers, compile small sources together" ON)

# hocket_precompile(TARGET HEADER...)
function(hocket_precompile target)
    if(HOCKET_FAST_BUILD)
        target_precompile_headers(${target} PRIVATE ${ARGN})
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
    endif()
endfunction()

# hocket_join_sources(TARGET N): compiles N sources as one. Their names in anonymous namespaces must differ.
function(hocket_join_sources target n)
    if(HOCKET_FAST_BUILD)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${n})
    endif()
endfunction()
