// SPDX-License-Identifier: BSD-3-Clause
#include "drive/typed_pieces.hpp"
#include "drive/elements.hpp"
#include <algorithm>

namespace hocket {

namespace {

using pieces = std::vector<strided_piece>;

// Of rows of equal width at equal distances one piece.
void append(pieces& to, std::ptrdiff_t offset, std::size_t width)
{
    if (!to.empty() && to.back().width == width) {
        auto& last = to.back();
        auto pitch = last.rows == 1 ? offset - last.offset : last.pitch;
        if (offset == last.offset + std::ptrdiff_t(last.rows) * pitch) return last.pitch = pitch, void(++last.rows);
    }
    to.push_back({offset, width});
}

// The library itself tells which bytes an element has: it unpacks ones among zeros.
std::optional<pieces> pieces_of_element(MPI_Datatype type, std::size_t size)
{
    MPI_Count low = 0, span = 0;
    if (mpi.Type_get_true_extent_x(type, &low, &span) != MPI_SUCCESS) return {};
    if (span < 0 || std::size_t(span) > typed_pieces::most) return {};
    std::vector<std::byte> ones(size, std::byte(0xff)), mask(std::size_t(span), std::byte(0));
    auto at = reinterpret_cast<MPI_Aint>(mask.data()) - MPI_Aint(low);
    user_data one{reinterpret_cast<void*>(at), 1, type, size};
    if (elements(one, MPI_COMM_SELF).unpack(0, 1, ones.data()) != MPI_SUCCESS) return {};
    pieces found;
    for (auto begin = mask.begin(); begin != mask.end();) {
        begin = std::find(begin, mask.end(), std::byte(0xff));
        auto end = std::find(begin, mask.end(), std::byte(0));
        if (begin != end) append(found, low + (begin - mask.begin()), std::size_t(end - begin));
        begin = end;
    }
    return found;
}

// `count` elements, each with this piece at its place: as few pieces as there are.
template <class F> void for_each_row(strided_piece piece, std::size_t count, std::ptrdiff_t extent, F add)
{
    bool goes_on = piece.rows > 1 && piece.pitch * std::ptrdiff_t(piece.rows) == extent;
    if (goes_on || piece.rows == 1) {
        if (piece.rows == 1) piece.pitch = extent;
        piece.rows *= count;
        return add(piece);
    }
    if (count <= piece.rows)
        for (std::size_t i = 0; i < count; ++i, piece.offset += extent) add(piece);
    else
        for (std::size_t i = 0; i < piece.rows; ++i)
            add({piece.offset + std::ptrdiff_t(i) * piece.pitch, piece.width, count, extent});
}

} // namespace

std::ptrdiff_t first_byte_of(MPI_Datatype type)
{
    MPI_Count low = 0, span = 0;
    return mpi.Type_get_true_extent_x(type, &low, &span) == MPI_SUCCESS ? std::ptrdiff_t(low) : 0;
}

// Plain arithmetic: the buffer may be MPI_BOTTOM.
bool typed_pieces::add(const user_data& block, const void* from)
{
    if (block.size() == 0) return true;
    auto offset = reinterpret_cast<std::ptrdiff_t>(block.at) - reinterpret_cast<std::ptrdiff_t>(from);
    if (is_contiguous(block.type)) return add({offset, block.size()}), true;
    if (block.type != last_) last_ = block.type, element_ = pieces_of_element(block.type, block.element);
    if (!element_) return false;
    MPI_Count low = 0, extent = 0;
    mpi.Type_get_extent_x(block.type, &low, &extent);
    for (auto piece : *element_) {
        piece.offset += offset;
        for_each_row(piece, block.count, extent, [this](const strided_piece& one) { add(one); });
    }
    return true;
}

void typed_pieces::add(const strided_piece& piece)
{
    auto last = piece.offset + std::ptrdiff_t(piece.rows - 1) * piece.pitch;
    auto low = std::min(piece.offset, last), high = std::max(piece.offset, last) + std::ptrdiff_t(piece.width);
    low_ = all_.empty() ? low : std::min(low_, low);
    high_ = all_.empty() ? high : std::max(high_, high);
    size_ += piece.size();
    all_.push_back(piece);
}

} // namespace hocket
