// SPDX-License-Identifier: BSD-3-Clause
// Reductions on a CUDA device: one text for nvcc, for NVRTC, which has no headers at all, and for the host's compiler,
// where tests hold it to kernels.hpp bit by bit (compiled with -fmad=false on the device). Out = ((in0 o in1) o in2)
// o ..., one pass over up to 16 inputs, to each of up to 16 outputs, which may be exactly one of the inputs each. Any
// alignment and count: where all addresses can be aligned together, 16 bytes are read at a time. A long double is no
// type of a device.
#ifndef HOCKET_KERNELS_CUDA_REDUCE_KERNELS_HPP
#define HOCKET_KERNELS_CUDA_REDUCE_KERNELS_HPP

#ifdef __CUDACC__
#define HOCKET_ON_DEVICE __device__ __forceinline__
#define HOCKET_UNROLL _Pragma("unroll")
#else
#define HOCKET_ON_DEVICE inline
#define HOCKET_UNROLL
#endif

// NVRTC knows it by one name only, others without a header by the other.
#ifdef __CUDACC_RTC__
#define HOCKET_COPY_BYTES memcpy
#else
#define HOCKET_COPY_BYTES __builtin_memcpy
#endif

namespace hocket::device_code {

using i8 = signed char;
using i16 = short;
using i32 = int;
using i64 = long long;
using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;

constexpr int most_inputs = 16, most_outputs = 16;
struct inputs {
    const u8* at[most_inputs];
    int count;
};
struct outputs {
    u8* at[most_outputs];
    int count;
};

// Where a launch of one block says that all it wrote can be read by anybody, and what; null: nowhere.
struct end_mark {
    u32* at;
    u32 is;
};

// Elements as they travel: `size` bytes, made of words of `word` bytes.
template <class T> struct number {
    using type = T;
    static constexpr int size = sizeof(T), word = sizeof(T);
    static HOCKET_ON_DEVICE T read(const u8* at)
    {
        T value;
        HOCKET_COPY_BYTES(&value, at, sizeof value);
        return value;
    }
    static HOCKET_ON_DEVICE void write(u8* at, T value) { HOCKET_COPY_BYTES(at, &value, sizeof value); }
};

template <class T> struct complex_value {
    T real, imaginary;
};
template <class T> struct complex_number {
    using type = complex_value<T>;
    static constexpr int size = 2 * sizeof(T), word = sizeof(T);
    static HOCKET_ON_DEVICE type read(const u8* at) { return {number<T>::read(at), number<T>::read(at + sizeof(T))}; }
    static HOCKET_ON_DEVICE void write(u8* at, type value)
    {
        number<T>::write(at, value.real);
        number<T>::write(at + sizeof(T), value.imaginary);
    }
};

// Without the gaps of a struct of C.
template <class Value, class Index> struct located_value {
    Value value;
    Index index;
};
template <class Value, class Index> struct located {
    using type = located_value<Value, Index>;
    static constexpr int size = sizeof(Value) + sizeof(Index);
    static constexpr int word = sizeof(Value) < sizeof(Index) ? sizeof(Value) : sizeof(Index);
    static HOCKET_ON_DEVICE type read(const u8* at)
    {
        return {number<Value>::read(at), number<Index>::read(at + sizeof(Value))};
    }
    static HOCKET_ON_DEVICE void write(u8* at, type pair)
    {
        number<Value>::write(at, pair.value);
        number<Index>::write(at + sizeof(Value), pair.index);
    }
};

// The two 16-bit formats: widened to float, rounded to nearest even after each operation.
struct brain16 {
    u16 bits;
    HOCKET_ON_DEVICE float wide() const { return __builtin_bit_cast(float, u32(bits) << 16); }
    static HOCKET_ON_DEVICE brain16 nearest(float value)
    {
        const u32 all = __builtin_bit_cast(u32, value);
        const u32 up = value != value ? all | 0x00400000u : all + 0x7fffu + (all >> 16 & 1);
        return {u16(up >> 16)};
    }
};

struct binary16 {
    u16 bits;
    HOCKET_ON_DEVICE float wide() const
    {
#ifdef __CUDA_ARCH__
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
        return value;
#else
        const u32 sign = (bits & 0x8000u) << 16, magnitude = (bits & 0x7fffu) << 13, exponent = magnitude & 0x0f800000u;
        if (exponent == 0x0f800000u) return __builtin_bit_cast(float, sign | magnitude | 0x7f800000u);
        if (exponent) return __builtin_bit_cast(float, sign | (magnitude + (112u << 23)));
        const float value = __builtin_bit_cast(float, magnitude + (113u << 23)) - 0x1p-14f;
        return sign ? -value : value;
#endif
    }
    static HOCKET_ON_DEVICE binary16 nearest(float value)
    {
#ifdef __CUDA_ARCH__
        u16 made;
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(made) : "f"(value));
        return {made};
#else
        const u32 all = __builtin_bit_cast(u32, value), size = all & 0x7fffffffu;
        return {u16((all & 0x80000000u) >> 16 | magnitude_of(size))};
#endif
    }

private:
    static HOCKET_ON_DEVICE u32 magnitude_of(u32 size)
    {
        if (size > 0x7f800000u) return 0x7e00u | (size >> 13 & 0x3ffu);
        if (size >= 143u << 23) return 0x7c00u;
        if (size >= 113u << 23) return (size - (112u << 23) + 0xfffu + (size >> 13 & 1)) >> 13;
        return __builtin_bit_cast(u32, __builtin_bit_cast(float, size) + 0.5f) - (126u << 23);
    }
};

HOCKET_ON_DEVICE float ordered(brain16 value)
{
    return value.wide();
}
HOCKET_ON_DEVICE float ordered(binary16 value)
{
    return value.wide();
}
template <class T> HOCKET_ON_DEVICE T ordered(T value)
{
    return value;
}

// Integers of 16 bits and less become int where they are added and multiplied: unsigned there, so that nothing is
// undefined.
template <class T> HOCKET_ON_DEVICE T added(T low, T high)
{
    return T(u64(low) + u64(high));
}
HOCKET_ON_DEVICE float added(float low, float high)
{
    return low + high;
}
HOCKET_ON_DEVICE double added(double low, double high)
{
    return low + high;
}
template <class T> HOCKET_ON_DEVICE T multiplied(T low, T high)
{
    return T(u64(low) * u64(high));
}
HOCKET_ON_DEVICE float multiplied(float low, float high)
{
    return low * high;
}
HOCKET_ON_DEVICE double multiplied(double low, double high)
{
    return low * high;
}

template <class E> struct sum {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high) { return added(low, high); }
};
template <class E> struct product {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high) { return multiplied(low, high); }
};
template <class E> struct wide_sum {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high) { return type::nearest(low.wide() + high.wide()); }
};
template <class E> struct wide_product {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high) { return type::nearest(low.wide() * high.wide()); }
};
template <class E> struct minimum {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high)
    {
        const auto a = ordered(low), b = ordered(high);
        return a < b || a != a ? low : high;
    }
};
template <class E> struct maximum {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high)
    {
        const auto a = ordered(low), b = ordered(high);
        return b < a || a != a ? low : high;
    }
};
template <class E> struct logical_and {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high) { return type(low != 0 && high != 0); }
};
template <class E> struct logical_or {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high) { return type(low != 0 || high != 0); }
};
template <class E> struct logical_xor {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high) { return type((low != 0) != (high != 0)); }
};
template <class E> struct bit_and {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high) { return type(low & high); }
};
template <class E> struct bit_or {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high) { return type(low | high); }
};
template <class E> struct bit_xor {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high) { return type(low ^ high); }
};
template <class E> struct complex_sum {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high)
    {
        return {low.real + high.real, low.imaginary + high.imaginary};
    }
};
template <class E> struct complex_product {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high)
    {
        return {low.real * high.real - low.imaginary * high.imaginary,
                low.real * high.imaginary + low.imaginary * high.real};
    }
};
template <class E> struct minloc {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high)
    {
        const bool keep = low.value < high.value || low.value != low.value;
        return keep || (low.value == high.value && low.index <= high.index) ? low : high;
    }
};
template <class E> struct maxloc {
    using element = E;
    using type = typename E::type;
    static HOCKET_ON_DEVICE type apply(type low, type high)
    {
        const bool keep = high.value < low.value || low.value != low.value;
        return keep || (low.value == high.value && low.index <= high.index) ? low : high;
    }
};

template <int bytes> struct word_of;
template <> struct word_of<1> {
    using type = u8;
};
template <> struct word_of<2> {
    using type = u16;
};
template <> struct word_of<4> {
    using type = u32;
};
template <> struct word_of<8> {
    using type = u64;
};
struct alignas(16) words16 {
    u32 of[4];
};
template <> struct word_of<16> {
    using type = words16;
};

// `bytes` of memory that is aligned to `word`, to and from memory of this thread's, which is aligned to 16.
template <int word, int bytes> HOCKET_ON_DEVICE void move(u8* to, const u8* from)
{
    using type = typename word_of<word>::type;
    HOCKET_UNROLL
    for (int i = 0; i < bytes; i += word) *reinterpret_cast<type*>(to + i) = *reinterpret_cast<const type*>(from + i);
}

// The smallest number of whole elements that is a multiple of 16 bytes.
template <class E> constexpr int elements_at_once = (E::size & -E::size) >= 16 ? 1 : 16 / (E::size & -E::size);

// n elements from element `first` on, of one thread.
template <class Op, int word, int n> HOCKET_ON_DEVICE void reduce_some(const outputs& out, const inputs& in, u64 first)
{
    using E = typename Op::element;
    constexpr int bytes = n * E::size;
    alignas(16) u8 value[bytes], next[bytes];
    move<word, bytes>(value, in.at[0] + first * E::size);
    for (int j = 1; j < in.count; ++j) {
        move<word, bytes>(next, in.at[j] + first * E::size);
        HOCKET_UNROLL
        for (int i = 0; i < n; ++i) {
            u8* const at = value + i * E::size;
            E::write(at, Op::apply(E::read(at), E::read(next + i * E::size)));
        }
    }
    for (int j = 0; j < out.count; ++j) move<word, bytes>(out.at[j] + first * E::size, value);
}

// Of `workers` threads this is number `worker`.
template <class Op, int wide, int narrow>
HOCKET_ON_DEVICE void reduce_all(const outputs& out, const inputs& in, u64 head, u64 n, u64 worker, u64 workers)
{
    constexpr int step = elements_at_once<typename Op::element>;
    const u64 steps = (n - head) / step, rest = head + steps * step;
    for (u64 i = worker; i < head; i += workers) reduce_some<Op, narrow, 1>(out, in, i);
    for (u64 i = worker; i < steps; i += workers) reduce_some<Op, wide, step>(out, in, head + i * step);
    for (u64 i = rest + worker; i < n; i += workers) reduce_some<Op, narrow, 1>(out, in, i);
}

HOCKET_ON_DEVICE u32 misaligned(const u8* at, u32 to)
{
    return u32(reinterpret_cast<u64>(at)) & (to - 1);
}

template <class Op> HOCKET_ON_DEVICE void reduce(const outputs& out, const inputs& in, u64 n, u64 worker, u64 workers)
{
    using E = typename Op::element;
    constexpr u64 step = elements_at_once<E>;
    const u8* const first = out.at[0];
    bool alike = true, natural = true;
    auto look = [&](const u8* at) {
        alike = alike && misaligned(at, 16) == misaligned(first, 16);
        natural = natural && misaligned(at, E::word) == 0;
    };
    for (int j = 0; j < in.count; ++j) look(in.at[j]);
    for (int j = 0; j < out.count; ++j) look(out.at[j]);
    u64 head = 0;
    while (head < step && misaligned(first + head * E::size, 16) != 0) ++head;
    alike = alike && natural && head < step;
    if (alike && head <= n) reduce_all<Op, 16, E::word>(out, in, head, n, worker, workers);
    else if (natural) reduce_all<Op, E::word, E::word>(out, in, 0, n, worker, workers);
    else reduce_all<Op, 1, 1>(out, in, 0, n, worker, workers);
}

// KERNEL(name, what to do): all that there are. Types that only differ in how C sees them have one.
#define HOCKET_KERNELS_OF_SIZE(KERNEL, bits)                                                                           \
    KERNEL(sum_##bits, sum<number<u##bits>>)                                                                           \
    KERNEL(product_##bits, product<number<u##bits>>)                                                                   \
    KERNEL(minimum_i##bits, minimum<number<i##bits>>)                                                                  \
    KERNEL(maximum_i##bits, maximum<number<i##bits>>)                                                                  \
    KERNEL(minimum_u##bits, minimum<number<u##bits>>)                                                                  \
    KERNEL(maximum_u##bits, maximum<number<u##bits>>)                                                                  \
    KERNEL(logical_and_##bits, logical_and<number<u##bits>>)                                                           \
    KERNEL(logical_or_##bits, logical_or<number<u##bits>>)                                                             \
    KERNEL(logical_xor_##bits, logical_xor<number<u##bits>>)                                                           \
    KERNEL(bit_and_##bits, bit_and<number<u##bits>>)                                                                   \
    KERNEL(bit_or_##bits, bit_or<number<u##bits>>)                                                                     \
    KERNEL(bit_xor_##bits, bit_xor<number<u##bits>>)
#define HOCKET_KERNELS_OF_REAL(KERNEL, name, type, prefix)                                                             \
    KERNEL(sum_##name, prefix##sum<number<type>>)                                                                      \
    KERNEL(product_##name, prefix##product<number<type>>)                                                              \
    KERNEL(minimum_##name, minimum<number<type>>)                                                                      \
    KERNEL(maximum_##name, maximum<number<type>>)
#define HOCKET_KERNELS_OF_PAIR(KERNEL, name, ...)                                                                      \
    KERNEL(minloc_##name, minloc<located<__VA_ARGS__>>)                                                                \
    KERNEL(maxloc_##name, maxloc<located<__VA_ARGS__>>)
#define HOCKET_KERNELS(KERNEL)                                                                                         \
    HOCKET_KERNELS_OF_SIZE(KERNEL, 8)                                                                                  \
    HOCKET_KERNELS_OF_SIZE(KERNEL, 16)                                                                                 \
    HOCKET_KERNELS_OF_SIZE(KERNEL, 32)                                                                                 \
    HOCKET_KERNELS_OF_SIZE(KERNEL, 64)                                                                                 \
    HOCKET_KERNELS_OF_REAL(KERNEL, f16, binary16, wide_)                                                               \
    HOCKET_KERNELS_OF_REAL(KERNEL, bf16, brain16, wide_)                                                               \
    HOCKET_KERNELS_OF_REAL(KERNEL, f32, float, )                                                                       \
    HOCKET_KERNELS_OF_REAL(KERNEL, f64, double, )                                                                      \
    KERNEL(sum_c32, complex_sum<complex_number<float>>)                                                                \
    KERNEL(product_c32, complex_product<complex_number<float>>)                                                        \
    KERNEL(sum_c64, complex_sum<complex_number<double>>)                                                               \
    KERNEL(product_c64, complex_product<complex_number<double>>)                                                       \
    HOCKET_KERNELS_OF_PAIR(KERNEL, float_int, float, i32)                                                              \
    HOCKET_KERNELS_OF_PAIR(KERNEL, double_int, double, i32)                                                            \
    HOCKET_KERNELS_OF_PAIR(KERNEL, long_int, i64, i32)                                                                 \
    HOCKET_KERNELS_OF_PAIR(KERNEL, int_int, i32, i32)                                                                  \
    HOCKET_KERNELS_OF_PAIR(KERNEL, short_int, i16, i32)                                                                \
    HOCKET_KERNELS_OF_PAIR(KERNEL, float_float, float, float)                                                          \
    HOCKET_KERNELS_OF_PAIR(KERNEL, double_double, double, double)

} // namespace hocket::device_code

#ifdef __CUDACC__

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#define HOCKET_IN_PLACE
#else
#define HOCKET_IN_PLACE __grid_constant__
#endif
namespace hocket::device_code {

// The fence is for what all threads of the block have written: they have met before it.
__device__ __forceinline__ void set(const end_mark& end)
{
    if (!end.at) return;
    __syncthreads();
    if (threadIdx.x != 0) return;
    __threadfence_system();
    *static_cast<volatile u32*>(end.at) = end.is;
}

} // namespace hocket::device_code

// By address where they are: a copy of the addresses in each thread's own memory costs a tenth of the bandwidth.
#define HOCKET_GLOBAL_KERNEL(name, ...)                                                                                \
    extern "C" __global__ void __launch_bounds__(256) hocket_##name(                                                   \
        const HOCKET_IN_PLACE hocket::device_code::outputs out, const HOCKET_IN_PLACE hocket::device_code::inputs in,  \
        unsigned long long n, hocket::device_code::end_mark end)                                                       \
    {                                                                                                                  \
        using namespace hocket::device_code;                                                                           \
        reduce<__VA_ARGS__>(out, in, n, u64(blockIdx.x) * blockDim.x + threadIdx.x, u64(gridDim.x) * blockDim.x);      \
        set(end);                                                                                                      \
    }
// Those that are wanted, where the compiler is told so.
#ifndef HOCKET_KERNELS_WANTED
#define HOCKET_KERNELS_WANTED(KERNEL) HOCKET_KERNELS(KERNEL)
#endif
HOCKET_KERNELS_WANTED(HOCKET_GLOBAL_KERNEL)

#endif

#endif
