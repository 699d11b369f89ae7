// SPDX-License-Identifier: BSD-3-Clause
#include "drive/persistent.hpp"
#include <algorithm>

namespace hocket {

class persistent_requests::repeated final : public carrier {
public:
    repeated(std::unique_ptr<nonblocking_operation> one, handles uses, MPI_Comm self, int tag)
        : one_(std::move(one)), uses_(std::move(uses)), self_(self), tag_(tag)
    {
    }
    ~repeated() { hear(); }
    int make(MPI_Request* request)
    {
        int code = mpi.Recv_init(nullptr, 0, MPI_BYTE, 0, tag_, self_, &handle_);
        *request = handle_;
        return code;
    }
    int start(nonblocking_engine& by, const nonblocking_engine::turn& held)
    {
        hear();
        is_active_ = true, has_message_ = false;
        by.start_again(*one_, *this, held);
        return is_active_ ? expect() : MPI_SUCCESS;
    }
    void over(nonblocking_operation& which, int code) override
    {
        which.rest();
        is_active_ = false;
        if (has_message_ || code != MPI_SUCCESS) send(code);
        else is_unheard_ = true, ++unheard_;
        if (is_forgotten_) delete this;
    }
    void hear()
    {
        if (std::exchange(is_unheard_, false)) --unheard_;
    }
    void tell()
    {
        if (!is_unheard_) return;
        hear();
        send(MPI_SUCCESS);
    }
    bool is_active() const { return is_active_; }
    void end_by_itself() { is_forgotten_ = true; }
    const handles& uses() const { return uses_; }
    int tag() const { return tag_; }

private:
    int expect()
    {
        int code = mpi.Start(&handle_);
        has_message_ = code == MPI_SUCCESS;
        return code;
    }
    // One byte does not fit, and so ends the receive in an error.
    void send(int code)
    {
        static const char too_long = 0;
        auto sent = MPI_REQUEST_NULL;
        if (!has_message_ && expect() != MPI_SUCCESS) return;
        mpi.Isend(&too_long, code == MPI_SUCCESS ? 0 : 1, MPI_BYTE, 0, tag_, self_, &sent);
        mpi.Request_free(&sent);
    }

    std::unique_ptr<nonblocking_operation> one_;
    handles uses_;
    MPI_Comm self_;
    int tag_;
    MPI_Request handle_ = MPI_REQUEST_NULL;
    bool is_active_ = false, is_forgotten_ = false;
    bool has_message_ = false, is_unheard_ = false;
};

persistent_requests::persistent_requests(nonblocking_engine& by) : by_(by) {}
persistent_requests::~persistent_requests() = default;

// Not a duplicate of MPI_COMM_SELF, whose attributes may be the program's.
int persistent_requests::add(std::unique_ptr<nonblocking_operation> one, handles uses, MPI_Request* request)
{
    nonblocking_engine::turn held(by_);
    int code = self_ == MPI_COMM_NULL ? mpi.Comm_split(MPI_COMM_SELF, 0, 0, &self_) : MPI_SUCCESS;
    if (code != MPI_SUCCESS) return code;
    if (free_tags_.empty()) free_tags_.push_back(tags_++);
    one->rest();
    auto made = std::make_unique<repeated>(std::move(one), std::move(uses), self_, free_tags_.back());
    code = made->make(request);
    if (code != MPI_SUCCESS) return code;
    free_tags_.pop_back();
    all_.emplace(*request, std::move(made));
    ++count_;
    return MPI_SUCCESS;
}

persistent_requests::repeated* persistent_requests::find(MPI_Request request)
{
    auto at = all_.find(request);
    return at == all_.end() ? nullptr : at->second.get();
}

std::optional<int> persistent_requests::start(MPI_Request request)
{
    nonblocking_engine::turn held(by_);
    if (auto* one = find(request)) return one->start(by_, held);
    return {};
}

void persistent_requests::hear(int n, const MPI_Request* requests)
{
    nonblocking_engine::turn held(by_);
    for (int i = 0; i < n; ++i)
        if (auto* one = find(requests[i])) one->hear();
}

void persistent_requests::tell(int n, const MPI_Request* requests)
{
    nonblocking_engine::turn held(by_);
    for (int i = 0; i < n; ++i)
        if (auto* one = find(requests[i])) one->tell();
}

void persistent_requests::forget(MPI_Request request)
{
    nonblocking_engine::turn held(by_);
    auto at = all_.find(request);
    if (at == all_.end()) return;
    auto gone = std::move(at->second);
    all_.erase(at);
    --count_;
    if (gone->is_active()) gone.release()->end_by_itself(); // and its tag is not used again
    else free_tags_.push_back(gone->tag());
}

void persistent_requests::clear()
{
    nonblocking_engine::turn held(by_);
    for (auto& [handle, one] : all_) {
        auto request = handle;
        if (!one->is_active()) mpi.Request_free(&request);
        else static_cast<void>(one.release()); // the library may still write to it
    }
    all_.clear();
    count_ = 0;
    if (self_ != MPI_COMM_NULL) mpi.Comm_free(&self_);
}

bool persistent_requests::uses_type(MPI_Datatype type)
{
    if (!any()) return false;
    nonblocking_engine::turn held(by_);
    return std::ranges::any_of(all_, [=](auto& one) { return std::ranges::count(one.second->uses().types, type) > 0; });
}

bool persistent_requests::uses_op(MPI_Op op)
{
    if (!any()) return false;
    nonblocking_engine::turn held(by_);
    return std::ranges::any_of(all_, [=](auto& one) { return std::ranges::count(one.second->uses().ops, op) > 0; });
}

} // namespace hocket
