// SPDX-License-Identifier: BSD-3-Clause
// Datatypes stay outside the algorithms: these see plain bytes. Contiguous data is used where it lies. Everything
// else is pictured in a staging buffer, in whole elements: at the root an element is packed when the first message
// needs it, elsewhere it is unpacked when it has come whole, so that packing overlaps with the algorithm's segments.
#pragma once
#include "drive/elements.hpp"
#include "transports/mpi/mpi_port.hpp"

namespace hocket {

class packed final : public staging {
public:
    enum class role { source, target };

    // Lives as long as the operation on `port`; a failure to pack becomes the port's.
    packed(mpi_port& port, const user_data& user, role as);
    bytes data() const { return data_; }
    // What the port has to know of, null for data used in place.
    staging* picture() { return in_place_ ? nullptr : this; }
    // The next operation can have it as it is: nothing of it lies in the port's memory.
    bool serves_again() const { return in_place_; }
    bool is_usable() const { return in_place_ || is_committed(user_.type, port_.comm()); }
    // At the end of a successful operation.
    void finish();

    void before_reading(cbytes part) override;
    void after_writing(cbytes part) override;

private:
    std::size_t end_of(cbytes part) const { return std::size_t(part.data() - data_.data()) + part.size(); }
    bool covers(cbytes part) const
    {
        return !part.empty() && part.data() >= data_.data() && part.data() + part.size() <= data_.data() + data_.size();
    }
    void move_up_to(std::size_t end);

    mpi_port& port_;
    user_data user_;
    elements elements_;
    role role_;
    bool in_place_;
    bytes data_;
    std::size_t moved_ = 0;   // elements packed or unpacked, from the first
    std::size_t arrived_ = 0; // target: bytes from the first that have been received without a gap
};

} // namespace hocket
