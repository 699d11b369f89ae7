// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>

namespace hocket {

// `total` items cut into `parts` pieces of equal size; the first total mod parts pieces hold one more.
struct partition {
    std::size_t total;
    int parts;

    std::size_t offset(int i) const
    {
        auto n = std::size_t(parts), at = std::size_t(i);
        return at * (total / n) + std::min(at, total % n);
    }
    std::size_t length(int i) const { return offset(i + 1) - offset(i); }
    // The piece that holds an item.
    int piece_of(std::size_t item) const
    {
        auto n = std::size_t(parts), shorter = total / n, longer = total % n;
        if (item < longer * (shorter + 1)) return int(item / (shorter + 1));
        return int((item - longer) / shorter);
    }
};

// `total` items cut into the fewest pieces of at most `at_most`, as equal as a grain of 64 items lets them be; the
// last is the shortest. One piece where there is nothing to cut or at_most is 0, and never more than 2^20 pieces.
struct segments {
    std::size_t total, size;

    segments(std::size_t n, std::size_t at_most) : total(n), size(n)
    {
        at_most = std::max(at_most, at_most ? n >> 20 : 0);
        if (at_most == 0 || at_most >= n) return;
        auto pieces = (n + at_most - 1) / at_most, equal = (n + pieces - 1) / pieces;
        size = std::min(at_most, (equal + 63) / 64 * 64);
    }
    int count() const { return total == 0 ? 1 : int((total + size - 1) / size); }
    std::size_t offset(int i) const { return std::size_t(i) * size; }
    std::size_t length(int i) const { return std::min(size, total - offset(i)); }
};

} // namespace hocket
