# cmake -DFILES="a.hpp;b.hpp" -DOUT=F -P stamp_headers.cmake
set(all "")
foreach(file ${FILES})
    file(SHA256 ${file} one)
    string(APPEND all "${one}\n")
endforeach()
string(SHA256 hash "${all}")
string(SUBSTRING ${hash} 0 16 hash)
file(WRITE ${OUT} "/* Generated; a hash of the headers that plugins are built against. */\n#define HOCKET_HEADERS \"${hash}\"\n")
