# Kernels of a CUDA device inside the libraries: their text always, for a compiler at run time; and what nvcc makes of it
# for the architectures that are asked for.
set(HOCKET_CUDA_ARCHITECTURES "" CACHE STRING "Architectures that nvcc compiles kernels for, as 80;90; empty: none")

function(hocket_embed_kernels target)
    set(from ${PROJECT_SOURCE_DIR}/src/kernels/cuda)
    set(text ${PROJECT_BINARY_DIR}/embedded_kernels.cpp)
    add_custom_command(
        OUTPUT ${text}
        COMMAND ${CMAKE_COMMAND} -DFILES=reduce_kernels.hpp -DFROM=${from} -DOUT=${text} -DTABLE=embedded_kernels
                -DHEADER=kernels/cuda/embedded_kernels.hpp -P ${PROJECT_SOURCE_DIR}/cmake/embed_data.cmake
        DEPENDS ${from}/reduce_kernels.hpp ${PROJECT_SOURCE_DIR}/cmake/embed_data.cmake
        VERBATIM)
    set(image ${PROJECT_BINARY_DIR}/kernels.fatbin)
    set(holder ${PROJECT_BINARY_DIR}/embedded_kernel_image.S)
    if(HOCKET_CUDA_ARCHITECTURES)
        find_program(nvcc nvcc HINTS /usr/local/cuda/bin REQUIRED)
        list(TRANSFORM HOCKET_CUDA_ARCHITECTURES REPLACE "(.+)" "-gencode=arch=compute_\\1,code=sm_\\1" OUTPUT_VARIABLE for)
        add_custom_command(
            OUTPUT ${image}
            COMMAND ${nvcc} -x cu -std=c++20 -fmad=false ${for} -fatbin -o ${image} ${from}/reduce_kernels.hpp
            DEPENDS ${from}/reduce_kernels.hpp
            VERBATIM)
        set_source_files_properties(${holder} PROPERTIES OBJECT_DEPENDS ${image})
        set(bytes ".incbin \"${image}\"")
    else()
        set(bytes "")
    endif()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded_kernel_image.S.in ${holder} @ONLY)
    target_sources(${target} PRIVATE ${text} ${holder})
endfunction()
