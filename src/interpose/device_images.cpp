// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/device_images.hpp"
#include "interpose/agreement.hpp"
#include "interpose/arguments.hpp"

namespace hocket {

namespace {

// As far as a block can be told from the arguments. What is wrong with it is the library's to say.
std::optional<user_data> readable_block(const user_blocks& all, int i)
{
    auto with = all;
    std::size_t element = 0;
    if (all.count_of(i) <= 0 || !is_type(all.type_of(i), element)) return {};
    with.element = element;
    auto block = block_of(with, i);
    block.element = element;
    return block;
}

template <class F> void for_each_block(void* at, const used_blocks& blocks, F f)
{
    auto here = blocks.of;
    here.at = at;
    for (int i = blocks.first; i < blocks.last; ++i) {
        if (blocks.neighbors && (*blocks.neighbors)[std::size_t(i)] < 0) continue;
        if (auto block = readable_block(here, i); block && !f(*block)) return;
    }
}

} // namespace

reduced_counts counts_of(const reduction_call& call, int rank, int ranks)
{
    if (call.which == collective::reduce_scatter_block) return {call.count * ranks, call.count};
    if (call.which != collective::reduce_scatter) return {call.count, call.count};
    user_blocks list{.counts = call.counts, .large_counts = call.large_counts};
    if (list.alike()) return {-1, -1};
    MPI_Count all = 0;
    for (int i = 0; i < ranks; ++i) all += list.count_of(i);
    return {all, list.count_of(rank)};
}

// A list of types may name memory of several kinds; blocks of one type are taken for one buffer.
bool device_images::find_place(const void* at, const used_blocks& blocks, memory_place& place)
{
    bool found = false;
    for_each_block(const_cast<void*>(at), blocks, [&](const user_data& block) {
        bool freed = false;
        auto first = reinterpret_cast<std::ptrdiff_t>(block.at) + first_byte_of(block.type);
        auto is = all_.place_of(reinterpret_cast<void*>(first), freed);
        if (freed) fail(MPI_ERR_BUFFER, "a buffer lies in memory of a device that has been freed");
        if (is.wrong) fail(MPI_ERR_OTHER, std::string("the driver does not say where a buffer lies: ") + is.wrong);
        if (!is.is_for_host()) place = is, found = true;
        return blocks.of.types && !found && !trouble_;
    });
    return found;
}

void device_images::look(void*& at, const used_blocks& read, const used_blocks& written)
{
    memory_place place;
    if (trouble_ || at == MPI_IN_PLACE) return;
    if (!find_place(at, written, place) && !find_place(at, read, place)) return;
    if (trouble_) return;
    device_image image(all_, place, at);
    bool known = true;
    for_each_block(at, read, [&](const user_data& block) { return known &= image.read.add(block, at); });
    for_each_block(at, written, [&](const user_data& block) { return known &= image.written.add(block, at); });
    if (!known)
        return fail(MPI_ERR_TYPE, "a buffer in memory of a device has a type whose parts lie over " +
                                      std::to_string(typed_pieces::most >> 20) +
                                      " MB apart, or that was never committed");
    if (!image.make()) return fail(MPI_ERR_NO_MEM, "no host memory for a buffer that lies on a device");
    at = image.at();
    images_.push_back(std::move(image));
}

int device_images::before()
{
    for (auto& image : images_)
        if (auto* wrong = trouble_ ? nullptr : image.bring())
            fail(MPI_ERR_OTHER, std::string("a copy from a device failed: ") + wrong);
    return trouble_;
}

int device_images::after()
{
    for (auto& image : images_)
        if (auto* wrong = trouble_ ? nullptr : image.take_back())
            fail(MPI_ERR_OTHER, std::string("a copy to a device failed: ") + wrong);
    return trouble_;
}

void device_images::fail(int code, const std::string& what)
{
    if (trouble_) return;
    trouble_ = code;
    complain(function_of(of_) + ": " + what);
}

} // namespace hocket
