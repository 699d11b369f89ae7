// SPDX-License-Identifier: BSD-3-Clause
// A TEST DOUBLE of NVRTC beside that of the driver: what it leaves is its version and its input. COMPILER_DOUBLE=fails:
// it does not compile.
#include <cstdlib>
#include <cstring>
#include <string>

#define DOUBLE extern "C" __attribute__((visibility("default")))

namespace {

struct program {
    std::string text, image, log;
};

int give(const std::string& text, char* into)
{
    std::memcpy(into, text.c_str(), text.size() + 1);
    return 0;
}

} // namespace

DOUBLE int nvrtcCreateProgram(void** made, const char* text, const char*, int, const char* const*, const char* const*)
{
    *made = new program{text, "", ""};
    return 0;
}
DOUBLE int nvrtcDestroyProgram(void** one)
{
    delete static_cast<program*>(*one);
    return *one = nullptr, 0;
}
DOUBLE int nvrtcCompileProgram(void* one, int, const char* const*)
{
    auto& it = *static_cast<program*>(one);
    const char* wish = std::getenv("COMPILER_DOUBLE");
    bool knows = it.text.rfind("#define HOCKET_KERNELS_WANTED(KERNEL) KERNEL(", 0) == 0;
    it.image = "// NVRTC " + std::to_string(NVRTC_VERSION) + "\n" + it.text;
    if (knows && !(wish && std::string(wish) == "fails")) return 0;
    it.log = "the double does not compile\nits second line";
    return 6;
}
DOUBLE int nvrtcGetCUBINSize(void* one, std::size_t* n)
{
    return *n = static_cast<program*>(one)->image.size() + 1, 0;
}
DOUBLE int nvrtcGetCUBIN(void* one, char* into)
{
    return give(static_cast<program*>(one)->image, into);
}
DOUBLE int nvrtcGetProgramLogSize(void* one, std::size_t* n)
{
    return *n = static_cast<program*>(one)->log.size() + 1, 0;
}
DOUBLE int nvrtcGetProgramLog(void* one, char* into)
{
    return give(static_cast<program*>(one)->log, into);
}
