# Unit tests: one GoogleTest program per folder of tests/unit, named after the room that it tests.
find_package(GTest CONFIG)
if(NOT GTest_FOUND)
    message(STATUS "hocket: GoogleTest not found: no unit tests (tools/setup.sh brings it, or: sudo apt-get install libgtest-dev)")
    return()
endif()

# An hour-long hang helps nobody; sanitized programs take several times longer.
set(HOCKET_TEST_TIMEOUT 240 CACHE STRING "Seconds that one unit test program may take")
set(seconds ${HOCKET_TEST_TIMEOUT})
if(HOCKET_SANITIZE)
    math(EXPR seconds "${seconds} * 2")
endif()

function(hocket_unit_flags target)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/unit)
    target_link_libraries(${target} PRIVATE hocket-core GTest::gtest_main)
    # Where the tests find stored plans, tables and the like.
    target_compile_definitions(${target} PRIVATE HOCKET_TEST_DATA="${PROJECT_SOURCE_DIR}/tests")
endfunction()

# The header that all of them include, precompiled once for all: by a program, since the code of a library is compiled otherwise.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/unit_headers.cpp CONTENT "int main() {}\n")
add_executable(unit-headers ${PROJECT_BINARY_DIR}/unit_headers.cpp)
hocket_unit_flags(unit-headers)
set_target_properties(unit-headers PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
hocket_precompile(unit-headers <gtest/gtest.h>)

# Begun in this order, so that all processors have some to the end.
set(long_rooms world simulate shapes levels transports choose kernels)

function(hocket_unit room)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/unit/${room}/*.cpp)
    if(NOT sources)
        return()
    endif()
    add_executable(unit-${room} ${sources})
    hocket_unit_flags(unit-${room})
    if(NOT room STREQUAL kernels) # many instantiations each
        hocket_join_sources(unit-${room} 6)
        # GCC takes each of them for a header, whose anonymous names would differ between the sources that include it.
        target_compile_options(unit-${room} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
    endif()
    if(HOCKET_FAST_BUILD)
        target_precompile_headers(unit-${room} REUSE_FROM unit-headers)
        target_compile_options(unit-${room} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
    endif()
    if(room STREQUAL device)
        add_dependencies(unit-device driver-double)
        target_compile_definitions(unit-device PRIVATE HOCKET_DRIVER_DOUBLE="$<TARGET_FILE:driver-double>")
        target_link_libraries(unit-device PRIVATE ${CMAKE_DL_LIBS})
        # The run-time compiler's double beside it, before any that is installed.
        target_link_options(unit-device PRIVATE -Wl,-rpath,$<TARGET_FILE_DIR:driver-double>)
    endif()
    if(room STREQUAL tool)
        # The only part that is tested apart; the whole tool takes minutes to compile with sanitizers.
        target_sources(unit-tool PRIVATE ${PROJECT_SOURCE_DIR}/src/tool/number_list.cpp)
    endif()
    set_target_properties(unit-${room} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    add_test(NAME unit-${room} COMMAND unit-${room})
    set_tests_properties(unit-${room} PROPERTIES TIMEOUT ${seconds} LABELS "unit")
    # What transports do in several threads is in unit-threads.
    if(NOT (room STREQUAL transports AND HOCKET_SANITIZE MATCHES "thread"))
        set_property(TEST unit-${room} APPEND PROPERTY LABELS sanitized)
    endif()
    list(FIND long_rooms ${room} turn)
    if(NOT turn EQUAL -1)
        math(EXPR cost "100 - ${turn}")
        set_tests_properties(unit-${room} PROPERTIES COST ${cost})
    endif()
    if(room STREQUAL device)
        # Sanitizers look for libraries elsewhere than a program does.
        set_tests_properties(unit-device PROPERTIES ENVIRONMENT LD_LIBRARY_PATH=${PROJECT_BINARY_DIR}/tests/double)
    endif()
endfunction()

file(GLOB folders CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/tests/unit ${PROJECT_SOURCE_DIR}/tests/unit/*)
if(NOT folders)
    message(STATUS "hocket: tests/unit is empty: no unit tests")
endif()
list(REMOVE_ITEM folders drive) # against an MPI's header; in hocket_threads.cmake
foreach(room ${folders})
    if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/tests/unit/${room})
        hocket_unit(${room})
    endif()
endforeach()

include(hocket_threads)
hocket_thread_tests()
