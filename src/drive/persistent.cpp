// SPDX-License-Identifier: BSD-3-Clause
#include "drive/persistent.hpp"
#include <algorithm>

namespace hocket {

class persistent_requests::repeated final : public carrier {
public:
    repeated(persistent_requests& of, std::unique_ptr<nonblocking_operation> one, handles uses, MPI_Comm self, int tag)
        : of_(of), one_(std::move(one)), uses_(std::move(uses)), self_(self), tag_(tag)
    {
    }
    int make(MPI_Request* request)
    {
        int code = mpi.Recv_init(nullptr, 0, MPI_BYTE, 0, tag_, self_, &handle_);
        *request = handle_;
        return code;
    }
    int start(nonblocking_engine& by, const nonblocking_engine::turn& held)
    {
        is_active_ = true, has_message_ = false, trouble_ = MPI_SUCCESS;
        by.start_again(*one_, *this, held);
        return is_active_ ? expect() : trouble_;
    }
    void over(nonblocking_operation& which, int code) override
    {
        which.rest();
        is_active_ = false;
        if (has_message_ || code != MPI_SUCCESS) trouble_ = send(code);
        else of_.list(*this);
        if (is_forgotten_) delete this;
    }
    int tell() { return send(MPI_SUCCESS); }
    MPI_Request handle() const { return handle_; }
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
    int send(int code)
    {
        static const char too_long = 0;
        auto sent = MPI_REQUEST_NULL;
        if (int wrong = has_message_ ? MPI_SUCCESS : expect()) return wrong;
        int wrong = mpi.Isend(&too_long, code == MPI_SUCCESS ? 0 : 1, MPI_BYTE, 0, tag_, self_, &sent);
        return wrong == MPI_SUCCESS ? mpi.Request_free(&sent) : wrong;
    }

    persistent_requests& of_;
    std::unique_ptr<nonblocking_operation> one_;
    handles uses_;
    MPI_Comm self_;
    int tag_;
    MPI_Request handle_ = MPI_REQUEST_NULL;
    bool is_active_ = false, is_forgotten_ = false;
    bool has_message_ = false;
    int trouble_ = MPI_SUCCESS; // with the message of one that was over before its start had ended
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
    auto made = std::make_unique<repeated>(*this, std::move(one), std::move(uses), self_, free_tags_.back());
    code = made->make(request);
    if (code != MPI_SUCCESS) return code;
    free_tags_.pop_back();
    all_.emplace(*request, std::move(made));
    ++count_;
    return MPI_SUCCESS;
}

std::optional<int> persistent_requests::start(MPI_Request request)
{
    if (unheard() > 0) take_unheard(1, &request);
    nonblocking_engine::turn held(by_);
    auto at = all_.find(request);
    if (at == all_.end()) return {};
    return at->second->start(by_, held);
}

void persistent_requests::list(repeated& one)
{
    std::lock_guard held(list_);
    unheard_.push_back(&one);
    count_unheard(1);
}

// Few have ended so, and many requests may be asked about.
persistent_requests::repeated* persistent_requests::take_unheard(int n, const MPI_Request* requests)
{
    std::lock_guard held(list_);
    auto among = [=](auto* one) { return std::find(requests, requests + n, one->handle()) != requests + n; };
    auto at = std::ranges::find_if(unheard_, among);
    if (at == unheard_.end()) return nullptr;
    auto* found = *at;
    unheard_.erase(at);
    count_unheard(-1);
    return found;
}

bool persistent_requests::hear(int n, const MPI_Request* requests)
{
    bool any = take_unheard(n, requests);
    while (any && n > 1 && take_unheard(n, requests)) {}
    return any;
}

int persistent_requests::tell(int n, const MPI_Request* requests)
{
    while (auto* one = take_unheard(n, requests))
        if (int code = one->tell(); code != MPI_SUCCESS) return code;
    return MPI_SUCCESS;
}

void persistent_requests::forget(MPI_Request request)
{
    hear(1, &request);
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
        hear(1, &request);
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
