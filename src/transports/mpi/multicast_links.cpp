// SPDX-License-Identifier: BSD-3-Clause
#include "transports/mpi/multicast_links.hpp"
#include "base/steady_time.hpp"
#include "transports/shared/waiter.hpp"
#include <chrono>

namespace hocket {

namespace {

constexpr cast_time spin = 50'000, longest_doze = 500'000;
// A sleep ends some 50 us late: of shorter ones that would be too much.
constexpr cast_time shortest_sleep = 200'000;
// Nobody waits longer for a letter of his that nobody takes.
constexpr cast_time longest_letter = 1'000 * cast_ms;

cast_measures measures_for(const multicast_terms& terms)
{
    cast_measures by;
    by.window = terms.window;
    by.owed = terms.carried ? 7 : 0;
    return by;
}

} // namespace

multicast_links::multicast_links(MPI_Comm comm, int rank, const layout& where, const multicast_terms& by,
                                 cast_socket out, std::optional<cast_socket> in, cast_keeper* keeper,
                                 std::function<void()> warn)
    : where_(where), format_(by.communicator, by.key), out_(std::move(out)), in_(std::move(in)),
      letters_(comm, by.carried), line_(by.faults, rank),
      member_(cast_group(where_, rank), measures_for(by), format_, *this), keeper_(by.carried ? keeper : nullptr),
      warn_(std::move(warn)), outgoing_(cast_socket::at_once * cast_packet::whole),
      incoming_(cast_socket::at_once * cast_socket::slot)
{
    if (keeper_) keeper_->add(*this);
}

multicast_links::~multicast_links()
{
    settle();
    if (keeper_) keeper_->remove(*this);
}

int multicast_links::settle()
{
    for (; owes(); std::this_thread::yield()) go_on_alone();
    taken held(taken_);
    while (letters_.look([](int, cbytes) {})) {} // libraries free no communicator with messages that nobody took
    return failure();
}

void multicast_links::post(request& r)
{
    taken held(taken_);
    auto now = steady_ns();
    if (r.what == verb::send) member_.tell(std::uint32_t(r.context), {r.from, r.count}, &r, now);
    else member_.hear(r.peer, std::uint32_t(r.context), {r.into, r.count}, &r, now);
    looks_at_letters_ = true;
    last_move_ = now;
    turn();
}

void multicast_links::cancel(request& r) noexcept
{
    taken held(taken_);
    std::erase(ready_, &r);
    member_.withdraw(&r);
    r.done = nullptr;
}

// Whoever may end does so at once: what is left to do will be done in another call, or inside one.
bool multicast_links::go_on(bool alone)
{
    taken held(taken_);
    may_end_ = !ready_.empty() && letters_.all_gone();
    if (may_end_) return true;
    bool idle = member_.is_idle();
    looks_at_letters_ |= idle;
    bool moved = turn();
    if (!moved && !idle && alone && ready_.empty() && doze()) moved = turn();
    may_end_ = letters_.all_gone();
    return moved;
}

request* multicast_links::next_ready()
{
    taken held(taken_);
    if (ready_.empty()) return nullptr;
    auto* one = ready_.front();
    ready_.pop_front();
    return one;
}

bool multicast_links::go_on_inside()
{
    if (!owes() && (++inside_ % rarely != 0 || failure())) return false;
    taken held(taken_, std::try_to_lock);
    if (!held || !is_idle()) return false;
    auto now = steady_ns();
    bool moved = false;
    auto arrived = [&](int from, cbytes what) { member_.letter(from, what, now); };
    while (letters_.look(arrived, true)) moved = true;
    member_.go_on(now);
    moved |= flush();
    letters_.all_gone(true);
    note_state();
    return moved;
}

// Who has failed tells the others before its call ends, since it may make no other. Letters under way are looked after
// for a while, since a receiver may wait for one.
void multicast_links::note_state()
{
    bool failed = member_.has_failed();
    if (failed && !std::exchange(fails_, true)) written_ = steady_ns();
    if (failed && (!member_.owes() || steady_ns() > written_ + longest_letter)) failure_ = MPI_ERR_TRUNCATE;
    bool needed = member_.owes() && !failure_;
    bool closes = (member_.owes() || !letters_.is_empty()) && steady_ns() < written_ + longest_letter;
    bool owes = (needed || closes) && !letters_.failure();
    if (owes_.exchange(owes) != owes && keeper_) keeper_->note(owes);
}

void multicast_links::collect_ended(cast_time now)
{
    for (auto* owner : member_.go_on(now)) ready_.push_back(static_cast<request*>(owner));
}

bool multicast_links::look_at_letters(cast_time now)
{
    bool moved = false;
    if (!member_.only_listens() || ++turns_ % seldom == 0) looks_at_letters_ = true;
    auto arrived = [&](int from, cbytes what) { member_.letter(from, what, now); };
    while (looks_at_letters_ && letters_.look(arrived)) moved = true;
    return moved;
}

// Whoever has ended goes first, and letters are read in another turn; unless own ones are under way, which may wait for
// a reader that waits for a letter from here.
bool multicast_links::turn()
{
    auto now = steady_ns();
    bool moved = read_packets(now);
    letters_.all_gone();
    collect_ended(now);
    bool reads = ready_.empty() || !letters_.is_empty();
    if (reads && look_at_letters(now)) collect_ended(now), moved = true;
    moved |= flush();
    note_state();
    if (moved) last_move_ = now;
    if (warn_ && member_.has_given_up()) std::exchange(warn_, nullptr)();
    return moved;
}

// Who only waits for a packet is woken by it, and leaves the processor to others until then; MPI is looked after
// whenever none has come for a while. In the middle of a long message nobody has to be woken by each. True: a packet
// has come.
bool multicast_links::doze()
{
    if (!sizes_.empty()) {
        out_.wait_for_room(longest_doze);
        return false;
    }
    if (auto quiet = member_.quiet(steady_ns()); quiet >= shortest_sleep) {
        looks_at_letters_ = true;
        std::this_thread::sleep_for(std::chrono::nanoseconds(quiet));
        return false;
    }
    bool listens = in_ && member_.only_listens();
    looks_at_letters_ = !listens;
    auto patience = waiter::shares_processor() ? 0 : spin;
    bool sleeps = listens && steady_ns() > last_move_ + patience;
    bool woken = sleeps && in_->wait(longest_doze);
    looks_at_letters_ |= sleeps && !woken;
    return woken;
}

bool multicast_links::read_packets(cast_time now)
{
    if (!in_) return false;
    auto arrives = [&](cbytes what) { member_.datagram(what, now); };
    line_.look(now, arrives);
    unsigned sizes[cast_socket::at_once];
    bool any = false;
    for (int reads = 0, came = cast_socket::at_once; reads < most_reads && came == cast_socket::at_once; ++reads) {
        came = in_->receive(incoming_.data(), cast_socket::at_once, sizes);
        for (int i = 0; i < came; ++i)
            line_.take({incoming_.data() + std::size_t(i) * cast_socket::slot, sizes[i]}, now, arrives);
        any |= came > 0;
    }
    return any;
}

bool multicast_links::multicast(const cast_packet& what)
{
    if (sizes_.size() == cast_socket::at_once) return false;
    sizes_.push_back(format_.write(what, outgoing_.data() + sizes_.size() * cast_packet::whole));
    return true;
}

bool multicast_links::post(int to, const cast_letter& what)
{
    if (!letters_.post(to, what)) return false;
    written_ = steady_ns();
    return true;
}

// What the interface does not take now stays for the next turn.
bool multicast_links::flush()
{
    if (sizes_.empty()) return false;
    cbytes packets[cast_socket::at_once];
    for (std::size_t i = 0; i < sizes_.size(); ++i) packets[i] = {outgoing_.data() + i * cast_packet::whole, sizes_[i]};
    auto went = std::size_t(out_.send({packets, sizes_.size()}));
    packets_sent_ += went;
    if (went == 0) return false;
    auto left = (sizes_.size() - went) * cast_packet::whole;
    std::memmove(outgoing_.data(), outgoing_.data() + went * cast_packet::whole, left);
    sizes_.erase(sizes_.begin(), sizes_.begin() + std::ptrdiff_t(went));
    return true;
}

} // namespace hocket
