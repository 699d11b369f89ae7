// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/simulator.hpp"
#include <bit>
#include <sys/mman.h>

namespace hocket {
namespace {

// Nothing is ever mapped there; where even reserving addresses is limited, they are taken from the middle of the range
// that programs may use.
std::byte* reserved_addresses(std::size_t n)
{
    void* at = mmap(nullptr, n, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? nullptr : static_cast<std::byte*>(at);
}

} // namespace

simulator::simulator(const machine& by, const layout& where)
    : by_(by), where_(where), wires_(by, where), busy_memory_(std::size_t(where.nodes())), cast_(cast_price_of(by)),
      memory_per_byte_(per_byte(by.memory_GBps)), copy_per_byte_(per_byte(by.copy_GBps)),
      reduce_per_byte_(per_byte(by.reduce("any")))
{
    mapped_ = reserved_addresses(address_space);
    space_ = mapped_ ? mapped_ : std::bit_cast<std::byte*>(std::uintptr_t(1) << 45);
    new_scratch_space_ = space_ + address_space / 2;
    scratch_space_ = new_scratch_space_ + address_space / 4;
    for (int r = 0; r < where.ranks(); ++r) {
        int node = where.node_of(r);
        ranks_.emplace_back(*this, r, node, wires_.nic_of(node, where.local_of(r)));
    }
}

simulator::~simulator()
{
    if (mapped_) munmap(mapped_, address_space);
}

bytes simulator::user_buffer(std::size_t n) const
{
    return {space_, std::min(n, address_space / 2)};
}

void simulator::reset(const simulation_options& with)
{
    with_ = with;
    if (with.into) *with.into = {};
    noise_ = with.noise_seed ? noise_source(by_.noise, with.noise_seed) : noise_source();
    losses_ = with.noise_seed ? loss_source(by_.multicast.loss_probability, with.noise_seed) : loss_source();
    casts_.clear();
    wires_.clear();
    std::ranges::fill(busy_memory_, 0);
    book_.clear();
    events_.clear();
    ledgers_.clear();
    parcels_.clear();
    trouble_.reset();
    now_ = 0;
    messages_ = 0;
    for (auto& r : ranks_) {
        r.streams_.fill({});
        r.more_streams_.clear();
        r.sends_ = 0;
        r.busy_until_ = 0;
        r.ended_ = -1;
        r.scratch_ = r.new_scratch_ = 0;
        r.known_user_ = r.known_scratch_ = {};
        r.cause_ = -1;
    }
}

simulated simulator::run(const std::function<task(net)>& body, const simulation_options& with)
{
    reset(with);
    int p = where_.ranks();
    running_ = p;
    ends_.assign(std::size_t(p), {}); // outlive the tasks
    std::vector<task> tasks;
    tasks.reserve(std::size_t(p));
    for (int r = 0; r < p; ++r) {
        tasks.push_back(body(net(ranks_[std::size_t(r)], r, p)));
        tasks.back().start(ends_[std::size_t(r)]);
        if (ends_[std::size_t(r)].done()) ranks_[std::size_t(r)].ended_ = local(ranks_[std::size_t(r)]), --running_;
    }
    while (!events_.empty() && !trouble_) {
        if (events_.top().at > with_.limit) break;
        auto e = events_.pop();
        now_ = e.at;
        switch (e.does()) {
        case event::depart: depart(e.flight()); break;
        case event::arrive: arrive(e.flight()); break;
        case event::finish: finish(e.flight()); break;
        case event::cast: cast_moves(e.flight()); break;
        }
    }
    return summary();
}

simulated simulator::summary() const
{
    simulated s{.messages = messages_, .busiest_nic_bytes = wires_.busiest_bytes(), .trouble = trouble_};
    s.abandoned = running_ > 0 && !events_.empty();
    if (running_ > 0 && events_.empty() && !trouble_)
        s.trouble = std::to_string(running_) + " of " + std::to_string(ranks_.size()) + " ranks never end";
    double sum = 0;
    for (auto& r : ranks_) {
        double end = r.ended_ >= 0 ? r.ended_ : std::min(with_.limit, std::max(now_, r.busy_until_));
        s.finish = std::max(s.finish, end);
        sum += end;
    }
    if (s.abandoned) s.finish = std::max(s.finish, with_.limit);
    s.average = sum / double(ranks_.size());
    if (with_.into) with_.into->finish = s.finish;
    return s;
}

bool simulator::post(virtual_rank& me, request& r)
{
    r.owner = me.rank_;
    if (r.cast) return post_cast(me, r);
    switch (r.what) {
    case verb::send: return post_send(me, r);
    case verb::recv:
    case verb::recv_reduce: return post_recv(me, r);
    case verb::copy:
        if (r.count > 0 && exists(r.from) && exists(r.into)) std::memmove(r.into, r.from, r.count);
        [[fallthrough]];
    case verb::reduce: me.busy_until_ = local(me) + compute(r); return true;
    case verb::native_bcast: break;
    }
    trouble_ = "a collective of the MPI library has no clock";
    return false;
}

// Work of the receiving or computing rank.
double simulator::compute(const request& r) const
{
    if (r.what == verb::copy) return double(r.count) * copy_per_byte_;
    return r.what == verb::recv ? packing(r) : double(r.count) * reduce_per_byte_;
}

} // namespace hocket
