// SPDX-License-Identifier: BSD-3-Clause
// A TEST DOUBLE of the CUDA driver: a libcuda.so.1 for machines without a GPU, never installed. It has two devices of
// ordinary memory which the host cannot touch by accident: what a program gets are addresses without any access, and
// only copies of this library reach what is behind them. So a buffer that was not staged is a SIGSEGV. Managed memory
// is like that too, as if the device were using it. Copies happen when their stream is waited for, so that one that
// nobody waits for shows. Kernels are the host's compilation of their text. What it cannot show: speed, whether code of
// a device is right, real errors of a driver.
#include "allocations.hpp"
#include "kernels/on_host.hpp"
#include "streams.hpp"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace {

using namespace driver_double;

enum result : int {
    success = 0,
    invalid_value = 1,
    out_of_memory = 2,
    not_initialized = 3,
    invalid_device = 101,
    invalid_image = 200,
    invalid_context = 201,
    already_mapped = 208,
    already_registered = 712,
    not_registered = 713,
    map_failed = 205,
    invalid_handle = 400,
    not_found = 500,
    context_is_destroyed = 709,
    launch_failed = 719,
    illegal_state = 401,
    capture_unsupported = 900,
    capture_invalidated = 901
};

// Of one that was destroyed another driver might read what lies there now: here it is the end.
struct context {
    int device;
    unsigned long long id; // 0: it is not there
};
context primary[devices]{{0, 0}, {1, 0}};
std::atomic<unsigned long long> last_context{0};
std::atomic<int> version{13000};
thread_local std::vector<context*> stack;

// What a module is, and a function in it.
struct in_context {
    unsigned long long id;
    std::string name;
    void check(const context* now) const
    {
        if (id != now->id) crash("a module of a context that was destroyed");
    }
};
in_context* keep(const in_context& one)
{
    static std::mutex lock;
    static auto& all = *new std::deque<in_context>;
    std::lock_guard held(lock);
    return &all.emplace_back(one);
}

context* current()
{
    return stack.empty() || stack.back()->id == 0 ? nullptr : stack.back();
}

// As a copy may use it: memory of the host as it is, memory of the current context by its other address.
std::byte* reach(unsigned long long address, std::size_t n)
{
    auto* found = all().find(address);
    if (!found) return all().was_freed(address) ? nullptr : reinterpret_cast<std::byte*>(address);
    if (address + n > found->begin + found->size) return nullptr;
    if (found->is == kind::pinned) return reinterpret_cast<std::byte*>(address);
    return found->context == current() ? found->real + (address - found->begin) : nullptr;
}

int queue(unsigned long long to, unsigned long long from, std::size_t n, void* on)
{
    if (!is_stream(on)) return invalid_handle;
    if (!all().initialized) return not_initialized;
    if (!current()) return invalid_context;
    auto *target = reach(to, n), *source = reach(from, n);
    if (!target || !source) return invalid_value;
    if (all().fault("copy")) return launch_failed;
    put(on, [=] { std::memmove(target, source, n), all().counted(); });
    return success;
}

int allocate(unsigned long long* at, std::size_t n, kind is)
{
    if (!all().initialized) return not_initialized;
    if (!current()) return invalid_context;
    if (n == 0 || !at) return invalid_value;
    if (all().fault("allocate")) return out_of_memory;
    *at = all().make(n, is, current(), current()->device);
    return *at ? success : out_of_memory;
}

int release(unsigned long long at)
{
    if (at == 0) return success;
    return all().drop(at) ? success : invalid_value;
}

void answer(int attribute, void* into, const allocation* of)
{
    auto put = [into](auto value) { std::memcpy(into, &value, sizeof value); };
    bool on_device = of && of->is != kind::pinned;
    switch (attribute) {
    case 1: return put(of && of->is != kind::from_pool ? of->context : nullptr);
    case 2: return put(unsigned(!of ? 0 : on_device ? 2 : 1));
    case 7: return put(of ? of->id : 0ull);
    case 8: return put(unsigned(of && of->is == kind::managed));
    case 9: return put(of ? of->device : -2);
    case 10: return put(unsigned(of && of->is == kind::device));
    case 11: return put(of ? of->begin : 0ull);
    case 12: return put(of ? of->size : std::size_t(0));
    default: return;
    }
}

} // namespace

#define DOUBLE extern "C" __attribute__((visibility("default")))

// DRIVER_DOUBLE=at-once: each kernel is over when its launch returns.
// Only the double has these: what kind of driver this is, faults on demand ("copy", "allocate", "register", "query",
// "lend", "borrow", "load", "launch", "wait": the next n after `after` good ones; "wrong": a kernel that spoils one
// byte; "at once": a kernel that is over when its launch returns; "stranger": a borrowed allocation is another one;
// "one at a time": of a process only one can be borrowed), and what is counted ("copies", "launches", "waits",
// "registered", "borrowed", "alive"; of this thread "queued").
DOUBLE const char* hocket_driver_double()
{
    return "test double of the CUDA driver, no GPU";
}
DOUBLE void hocket_double_fault(const char* what, int after, int n)
{
    all().plan(what, after, n);
}
// What cuDriverGetVersion says, 13000 else.
DOUBLE void hocket_double_version(int is)
{
    version = is;
}
DOUBLE long hocket_double_count(const char* what)
{
    return std::strcmp(what, "queued") == 0 ? queued() : all().count(what);
}

DOUBLE int cuInit(unsigned)
{
    all().initialized = true;
    return success;
}
DOUBLE int cuDriverGetVersion(int* into)
{
    return *into = version, success;
}
DOUBLE int cuDeviceGetCount(int* n)
{
    return *n = devices, success;
}
DOUBLE int cuDeviceGet(int* device, int ordinal)
{
    if (ordinal < 0 || ordinal >= devices) return invalid_device;
    return *device = ordinal, success;
}
DOUBLE int cuDeviceGetName(char* into, int n, int)
{
    std::strncpy(into, hocket_driver_double(), std::size_t(n));
    return into[n - 1] = 0, success;
}
DOUBLE int cuGetErrorName(int code, const char** name)
{
    switch (code) {
    case success: *name = "CUDA_SUCCESS"; break;
    case invalid_value: *name = "CUDA_ERROR_INVALID_VALUE"; break;
    case out_of_memory: *name = "CUDA_ERROR_OUT_OF_MEMORY"; break;
    case not_initialized: *name = "CUDA_ERROR_NOT_INITIALIZED"; break;
    case invalid_image: *name = "CUDA_ERROR_INVALID_IMAGE"; break;
    case context_is_destroyed: *name = "CUDA_ERROR_CONTEXT_IS_DESTROYED"; break;
    case invalid_context: *name = "CUDA_ERROR_INVALID_CONTEXT"; break;
    case already_mapped: *name = "CUDA_ERROR_ALREADY_MAPPED"; break;
    case map_failed: *name = "CUDA_ERROR_MAP_FAILED"; break;
    case invalid_handle: *name = "CUDA_ERROR_INVALID_HANDLE"; break;
    case capture_unsupported: *name = "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"; break;
    case launch_failed: *name = "CUDA_ERROR_LAUNCH_FAILED"; break;
    default: return invalid_value;
    }
    return success;
}

DOUBLE int cuDevicePrimaryCtxRetain(void** into, int device)
{
    if (!all().initialized) return not_initialized;
    if (device < 0 || device >= devices) return invalid_device;
    if (primary[device].id == 0) primary[device].id = ++last_context;
    return *into = &primary[device], success;
}
// The next one lies at the same address.
DOUBLE int cuDevicePrimaryCtxReset_v2(int device)
{
    if (device < 0 || device >= devices) return invalid_device;
    primary[device].id = 0;
    return all().drop_all(&primary[device]), success;
}
DOUBLE int cuDevicePrimaryCtxRelease_v2(int device)
{
    return device < 0 || device >= devices ? invalid_device : success;
}
DOUBLE int cuCtxCreate_v2(void** into, unsigned, int device)
{
    if (device < 0 || device >= devices) return invalid_device;
    static std::deque<context> made;
    stack.push_back(&made.emplace_back(context{device, ++last_context}));
    *into = stack.back();
    return success;
}
DOUBLE int cuCtxDestroy_v2(void* one)
{
    static_cast<context*>(one)->id = 0;
    if (!stack.empty() && stack.back() == one) stack.pop_back();
    return all().drop_all(one), success;
}
DOUBLE int cuCtxGetId(void* one, unsigned long long* into)
{
    auto id = one ? static_cast<context*>(one)->id : current() ? current()->id : 0;
    return *into = id, id ? success : context_is_destroyed;
}
DOUBLE int cuCtxPushCurrent_v2(void* one)
{
    if (!all().initialized) return not_initialized;
    if (static_cast<context*>(one)->id == 0) crash("a context that was destroyed");
    stack.push_back(static_cast<context*>(one));
    return success;
}
DOUBLE int cuCtxPopCurrent_v2(void** one)
{
    if (stack.empty()) return invalid_context;
    if (one) *one = stack.back();
    stack.pop_back();
    return success;
}
DOUBLE int cuCtxSetCurrent(void* one)
{
    if (!stack.empty()) stack.pop_back();
    if (one) stack.push_back(static_cast<context*>(one));
    return success;
}
DOUBLE int cuCtxGetCurrent(void** one)
{
    return *one = current(), success;
}

DOUBLE int cuMemAlloc_v2(unsigned long long* at, std::size_t n)
{
    return allocate(at, n, kind::device);
}
DOUBLE int cuMemAllocManaged(unsigned long long* at, std::size_t n, unsigned)
{
    return allocate(at, n, kind::managed);
}
// Stream-ordered.
DOUBLE int cuMemAllocAsync(unsigned long long* at, std::size_t n, void*)
{
    return allocate(at, n, kind::from_pool);
}
DOUBLE int cuMemHostAlloc(void** at, std::size_t n, unsigned)
{
    return allocate(reinterpret_cast<unsigned long long*>(at), n, kind::pinned);
}
DOUBLE int cuMemFree_v2(unsigned long long at)
{
    return release(at);
}
DOUBLE int cuMemFreeHost(void* at)
{
    return release(reinterpret_cast<unsigned long long>(at));
}
DOUBLE int cuMemHostRegister_v2(void* at, std::size_t n, unsigned)
{
    if (!current()) return invalid_context;
    if (all().fault("register")) return out_of_memory;
    return all().note(reinterpret_cast<unsigned long long>(at), n) ? success : already_registered;
}
DOUBLE int cuMemHostUnregister(void* at)
{
    if (!current()) return invalid_context;
    return all().forget(reinterpret_cast<unsigned long long>(at)) ? success : not_registered;
}

DOUBLE int cuStreamCreate(void** into, unsigned)
{
    if (!current()) return invalid_context;
    return *into = make_stream(), success;
}
DOUBLE int cuStreamDestroy_v2(void* one)
{
    if (!made(one)) return invalid_handle;
    return made(one)->is_there = false, success;
}
// Whoever waits for one that is being captured spoils that.
DOUBLE int cuStreamBeginCapture_v2(void* one, int)
{
    if (!made(one) || made(one)->captured != capture::none) return illegal_state;
    return made(one)->captured = capture::active, success;
}
DOUBLE int cuStreamIsCapturing(void* one, int* status)
{
    if (!is_stream(one)) return invalid_handle;
    return *status = made(one) ? int(made(one)->captured) : 0, success;
}
DOUBLE int cuStreamEndCapture(void* one, void** graph)
{
    if (!made(one) || made(one)->captured == capture::none) return illegal_state;
    bool is_whole = made(one)->captured == capture::active;
    made(one)->captured = capture::none;
    return *graph = nullptr, is_whole ? success : capture_invalidated;
}
DOUBLE int cuMemcpyAsync(unsigned long long to, unsigned long long from, std::size_t n, void* on)
{
    return queue(to, from, n, on);
}
DOUBLE int cuStreamSynchronize(void* on)
{
    if (!is_stream(on)) return invalid_handle;
    if (!current()) return invalid_context;
    all().waited();
    if (!finish(on)) return capture_unsupported;
    return all().fault("wait") ? launch_failed : success;
}
DOUBLE int cuMemcpy(unsigned long long to, unsigned long long from, std::size_t n)
{
    int code = queue(to, from, n, nullptr);
    return code == success ? cuStreamSynchronize(nullptr) : code;
}

struct rows {
    std::size_t from_x, from_y;
    unsigned from_type;
    const void* from_host;
    unsigned long long from;
    void* from_array;
    std::size_t from_pitch, to_x, to_y;
    unsigned to_type;
    void* to_host;
    unsigned long long to;
    void* to_array;
    std::size_t to_pitch, width, height;
};
DOUBLE int cuMemcpy2DAsync_v2(const rows* of, void* on)
{
    constexpr unsigned unified = 4;
    constexpr std::size_t greatest_pitch = 0x7fffffff;
    if (of->from_type != unified || of->to_type != unified) return invalid_value;
    if (of->from_pitch < of->width || of->to_pitch < of->width) return invalid_value;
    if (of->from_pitch > greatest_pitch || of->to_pitch > greatest_pitch) return invalid_value;
    int code = success;
    for (std::size_t i = 0; i < of->height && code == success; ++i)
        code = queue(of->to + i * of->to_pitch, of->from + i * of->from_pitch, of->width, on);
    return code;
}

// The version of a double of NVRTC; 0: of others.
static int compiler_of(const char* image)
{
    const char head[] = "// NVRTC ";
    auto n = sizeof head - 1;
    return std::strncmp(image, head, n) == 0 ? std::atoi(image + n) : 0;
}

// Whatever the image is, its kernels are those that the host's compiler has made; unless it is of a newer CUDA.
DOUBLE int cuModuleLoadData(void** module, const void* image)
{
    if (!current()) return invalid_context;
    if (all().fault("load")) return out_of_memory;
    if (!image) return invalid_value;
    if (compiler_of(static_cast<const char*>(image)) > version / 1000) return invalid_image;
    return *module = keep({current()->id, ""}), success;
}
DOUBLE int cuModuleGetFunction(void** function, void* module, const char* name)
{
    static const auto names = hocket::names_on_host();
    if (!current()) return invalid_context;
    static_cast<in_context*>(module)->check(current());
    if (std::find(names.begin(), names.end(), name) == names.end()) return not_found;
    return *function = keep({current()->id, name}), success;
}
DOUBLE int cuLaunchKernel(void* function, unsigned blocks, unsigned, unsigned, unsigned threads, unsigned, unsigned,
                          unsigned, void* on, void** with, void**)
{
    if (!current()) return invalid_context;
    if (!is_stream(on)) return invalid_handle;
    static_cast<in_context*>(function)->check(current());
    auto& to = *static_cast<hocket::device_code::outputs*>(with[0]);
    auto& from = *static_cast<hocket::device_code::inputs*>(with[1]);
    auto n = *static_cast<unsigned long long*>(with[2]);
    auto end = *static_cast<hocket::device_code::end_mark*>(with[3]);
    if (end.at && blocks != 1) return invalid_value;
    std::vector<std::byte*> out;
    std::vector<const std::byte*> in;
    for (int j = 0; j < to.count; ++j) out.push_back(reach(reinterpret_cast<unsigned long long>(to.at[j]), 1));
    for (int j = 0; j < from.count; ++j) in.push_back(reach(reinterpret_cast<unsigned long long>(from.at[j]), 1));
    if (all().fault("launch")) return launch_failed;
    all().launched();
    auto is_out_of_reach = [](auto& some) { return std::find(some.begin(), some.end(), nullptr) != some.end(); };
    if (out.empty() || is_out_of_reach(out) || is_out_of_reach(in)) return invalid_value;
    auto& name = static_cast<in_context*>(function)->name;
    bool wrong = all().fault("wrong");
    put(on, [=] {
        hocket::run_on_host(name, out, in, n, std::min(blocks * threads, 100u));
        if (wrong) out[0][n / 2] ^= std::byte(1);
        if (end.at) std::atomic_ref(*end.at).store(end.is, std::memory_order_release);
    });
    static const char* const wish = std::getenv("DRIVER_DOUBLE");
    if (all().fault("at once") || (wish && std::strcmp(wish, "at-once") == 0)) finish(on);
    return success;
}

DOUBLE int cuDeviceGetUuid_v2(char* into, int device)
{
    if (device < 0 || device >= devices) return invalid_device;
    std::memcpy(into, "a double's devic", 15);
    return into[15] = char('0' + device), success;
}
// Processors, and compute capability 9.0.
DOUBLE int cuDeviceGetAttribute(int* into, int which, int)
{
    return *into = which == 16 ? 4 : which == 75 ? 9 : 0, success;
}

// Of other processes, by way of /proc, and once until it is closed.
struct memory_handle {
    char bytes[64];
};
DOUBLE int cuIpcGetMemHandle(memory_handle* into, unsigned long long at)
{
    lent made{};
    if (!current()) return invalid_context;
    if (all().fault("lend") || !all().lend(at, made)) return invalid_value;
    std::memset(into, 0, sizeof *into);
    std::memcpy(into, &made, sizeof made);
    return success;
}
DOUBLE int cuIpcOpenMemHandle_v2(unsigned long long* at, memory_handle of, unsigned)
{
    lent what;
    std::memcpy(&what, &of, sizeof what);
    if (!current()) return invalid_context;
    if (all().fault("borrow") || what.device != current()->device) return map_failed;
    if (all().fault("one at a time") && all().has_borrowed_from(what.process)) return already_mapped;
    *at = all().borrow(what, current());
    return *at ? success : map_failed;
}
DOUBLE int cuIpcCloseMemHandle(unsigned long long at)
{
    return all().give_back(at) ? success : invalid_value;
}

DOUBLE int cuPointerGetAttributes(unsigned n, int* which, void** into, unsigned long long of)
{
    if (!all().initialized) return not_initialized;
    if (all().fault("query")) return launch_failed;
    auto* found = all().find(of);
    for (unsigned i = 0; i < n; ++i) answer(which[i], into[i], found);
    return success;
}
