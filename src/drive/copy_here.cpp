// SPDX-License-Identifier: BSD-3-Clause
#include "drive/copy_here.hpp"
#include "base/copy.hpp"
#include "drive/elements.hpp"
#include "transports/mpi/large_type.hpp"
#include <climits>

namespace hocket {

namespace {

constexpr int copy_tag = 32001; // apart from every context of an algorithm

// Elements as a message has them: so many of a type, which may stand for several.
class counted {
public:
    explicit counted(const user_data& user)
        : many_(user.count > INT_MAX), count_(many_ ? 1 : int(user.count)), one_(user.type)
    {
        if (many_) whole_.emplace(user.count, user.type);
    }
    int error() const { return many_ ? whole_->error() : MPI_SUCCESS; }
    int count() const { return count_; }
    MPI_Datatype type() const { return many_ ? whole_->type() : one_; }

private:
    bool many_;
    int count_;
    MPI_Datatype one_;
    std::optional<large_type> whole_;
};

int send_to_self(const user_data& from, const user_data& to, const mpi_port& port)
{
    int me = 0, tag = port.tag_of(copy_tag);
    mpi.Comm_rank(port.comm(), &me);
    counted out(from), in(to);
    if (int code = out.error() ? out.error() : in.error()) return code;
    return mpi.Sendrecv(from.at, out.count(), out.type(), me, tag, to.at, in.count(), in.type(), me, tag, port.comm(),
                        MPI_STATUS_IGNORE);
}

// Where a message to oneself would make progress inside of progress.
int pack_and_unpack(const user_data& from, const user_data& to, mpi_port& port)
{
    auto packed = port.scratch(from.size());
    int code = elements(from, port.comm()).pack(0, from.count, packed.data());
    if (code != MPI_SUCCESS || to.element == 0) return code;
    return elements(to, port.comm()).unpack(0, from.size() / to.element, packed.data());
}

} // namespace

// Where there is nothing to copy there may be no type.
copy_here::copy_here(const user_data& from, const user_data& to)
    : from_(from), to_(to), plain_(from.size() == 0 || (is_contiguous(from.type) && is_contiguous(to.type)))
{
}

int copy_here::go(mpi_port& port) const
{
    if (!plain_) return port.is_carried() ? pack_and_unpack(from_, to_, port) : send_to_self(from_, to_, port);
    if (from_.size() > 0 && from_.at != to_.at) move_bytes(to_.at, from_.at, from_.size());
    return MPI_SUCCESS;
}

} // namespace hocket
