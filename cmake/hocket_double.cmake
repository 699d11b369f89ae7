# A test double of an accelerator's driver, for machines without one: tests/double in the build folder, never installed,
# and found only by programs that are told to look there.
function(hocket_driver_double)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/gpu/double/*.cpp)
    add_library(driver-double SHARED ${sources})
    target_compile_options(driver-double PRIVATE -Wall -Wextra -fvisibility=hidden)
    set_target_properties(driver-double PROPERTIES OUTPUT_NAME cuda SOVERSION 1
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/double)
endfunction()
