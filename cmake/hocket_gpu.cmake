# What tests of memory of devices need, in tests/ of the build folder and never installed: a test double of an
# accelerator's driver and two of its compiler in tests/double, found only by programs that are told to look there, and
# gpu-kernels, which runs the kernels of a device on whatever driver there is.
set(kernel_tests ${PROJECT_SOURCE_DIR}/tests/unit/kernels)

function(hocket_driver_double)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/gpu/double/*.cpp)
    add_library(driver-double SHARED ${sources} ${kernel_tests}/on_host.cpp)
    target_include_directories(driver-double PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests/unit)
    target_compile_options(driver-double PRIVATE -Wall -Wextra -ffp-contract=off)
    set_target_properties(driver-double PROPERTIES OUTPUT_NAME cuda SOVERSION 1
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/double)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/gpu/compiler_double/*.cpp)
    foreach(version 12 13)
        set(compiler compiler-double-${version})
        add_library(${compiler} MODULE ${sources})
        target_compile_options(${compiler} PRIVATE -Wall -Wextra)
        target_compile_definitions(${compiler} PRIVATE NVRTC_VERSION=${version})
        set_target_properties(${compiler} PROPERTIES OUTPUT_NAME nvrtc SUFFIX .so.${version}
            LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/double)
        add_dependencies(driver-double ${compiler})
    endforeach()
endfunction()

function(hocket_gpu_kernels)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/gpu/kernels/*.cpp)
    add_executable(gpu-kernels ${sources} ${kernel_tests}/operands.cpp ${kernel_tests}/reference.cpp
        ${kernel_tests}/reference_same.cpp)
    target_include_directories(gpu-kernels PRIVATE ${PROJECT_SOURCE_DIR}/tests/unit ${PROJECT_SOURCE_DIR}/tests/gpu)
    target_link_libraries(gpu-kernels PRIVATE hocket-core ${CMAKE_DL_LIBS})
    set_target_properties(gpu-kernels PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    add_test(NAME gpu-kernels-on-the-double COMMAND gpu-kernels check - 7)
    set_tests_properties(gpu-kernels-on-the-double PROPERTIES LABELS unit TIMEOUT 120
        ENVIRONMENT LD_LIBRARY_PATH=${PROJECT_BINARY_DIR}/tests/double)
endfunction()
