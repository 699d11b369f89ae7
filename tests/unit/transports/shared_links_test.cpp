// SPDX-License-Identifier: BSD-3-Clause
#include "async/group.hpp"
#include "drive/late_block.hpp"
#include "transports/delayed_node.hpp"
#include "transports/random_tells.hpp"
#include "transports/shared/mapped_area.hpp"
#include <gtest/gtest.h>
#include <thread>

namespace hocket {
namespace {

struct message {
    int from, to, context;
    std::size_t size;
    bool combined, in_pieces;
    std::vector<std::byte> sent, got;

    const reduction& how() const { return size % 3 ? adding : adding_triples; }
};

std::vector<message> random_messages(int ranks, int count, std::size_t most, std::mt19937_64& dice)
{
    std::vector<message> all;
    for (int i = 0; i < count; ++i) {
        message m{int(dice() % std::size_t(ranks)),
                  int(dice() % std::size_t(ranks)),
                  int(dice() % 3),
                  dice() % (dice() % 3 ? 60 : most),
                  dice() % 3 == 0,
                  dice() % 4 == 0,
                  {},
                  {}};
        if (m.from == m.to) continue;
        m.sent.resize(m.size);
        m.got.assign(m.size, std::byte(m.combined ? 1 : 0));
        for (auto& b : m.sent) b = std::byte(dice());
        all.push_back(std::move(m));
    }
    return all;
}

task half_of(net on, message& m)
{
    net lane = m.context == 0 ? on : on.apart(m.context);
    bool sends = on.rank() == m.from;
    halves cut(sends ? m.sent : m.got);
    if (m.in_pieces && sends) co_await lane.send(m.to, std::span<const bytes>(cut.list));
    else if (sends) co_await lane.send(m.to, m.sent);
    else if (m.combined) co_await lane.recv_reduce(m.from, m.got, m.how());
    else if (m.in_pieces) co_await lane.recv(m.from, std::span<const bytes>(cut.list));
    else co_await lane.recv(m.from, m.got);
}

// All messages of a rank at once, posted in their order.
task traffic(net on, std::vector<message>& all)
{
    group at_once;
    for (auto& m : all)
        if (on.rank() == m.from || on.rank() == m.to) at_once.add(half_of(on, m));
    co_await at_once.all();
}

void expect_right(const std::vector<message>& all)
{
    for (auto& m : all)
        for (std::size_t i = 0; i < m.size; ++i)
            ASSERT_EQ(int(m.got[i]), (int(m.sent[i]) + m.combined) % 256) << "byte " << i << " of " << m.size;
}

TEST(SharedLinks, CarryRandomMessagesThroughMemoryThatKeepsLittleOrder)
{
    for (unsigned seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 dice(seed);
        area_shape shape{.ranks = 2 + int(dice() % 4), .cell = 64, .run = 1 + int(dice() % 4), .joint = 100};
        shape.turns_after = dice() % 3 * 150;
        if (dice() % 2) shape.passes = 200;
        delayed_node node(shape, seed, dice() % 300);
        auto all = random_messages(shape.ranks, 120, 400, dice);
        ASSERT_TRUE(node.run([&](net on) { return traffic(on, all); }));
        expect_right(all);
    }
}

// Of a sender whose first message is long enough, that is.
TEST(SharedLinks, ReadNothingThatIsCombinedOutOfCellsInTurn)
{
    for (bool in_turn : {false, true})
        for (bool combined : {false, true}) {
            SCOPED_TRACE(std::to_string(in_turn) + (combined ? ", combined" : ""));
            delayed_node node({.ranks = 2, .cell = 64, .turns_after = in_turn, .joint = area_shape::never}, 1, 64);
            std::vector<std::byte> sent(301, std::byte(9)), got(301, std::byte(combined));
            std::vector<message> all{{0, 1, 0, sent.size(), combined, false, sent, got}};
            ASSERT_TRUE(node.run([&](net on) { return traffic(on, all); }));
            expect_right(all);
            EXPECT_EQ(node.reads() == 0, in_turn && combined);
        }
}

// Who sends and receives reads by itself, while the other one does.
TEST(SharedLinks, ReadNothingThatIsCombinedFromWhoOnlySends)
{
    for (std::size_t passes : {301, 302})
        for (bool combined : {false, true})
            for (bool both : {false, true}) {
                SCOPED_TRACE(std::to_string(passes) + (combined ? ", combined" : "") + (both ? ", both ways" : ""));
                area_shape shape{.ranks = 2, .cell = 64, .passes = passes, .joint = area_shape::never};
                delayed_node node(shape, 1, 64);
                std::vector<std::byte> sent(301, std::byte(9)), got(301, std::byte(combined)), other = got;
                std::vector<message> all{{0, 1, 0, sent.size(), combined, false, sent, got}};
                if (both) all.insert(all.begin(), {1, 0, 0, sent.size(), combined, false, sent, other});
                ASSERT_TRUE(node.run([&](net on) { return traffic(on, all); }));
                expect_right(all);
                EXPECT_EQ(node.reads() == 0, passes == 301 && combined && !both);
            }
}

// A broadcast of 32 KB took 29 us in its first 64 calls, and 5 afterwards: both ranks came to new pages in each.
TEST(SharedLinks, BringThePagesOfAllCellsWhenTheyAreTakenInTurn)
{
    for (auto [in_turn, cells_sent] : {std::pair(false, 20U), {true, 8U}, {true, 20U}}) {
        SCOPED_TRACE(std::to_string(in_turn) + ", " + std::to_string(cells_sent) + " cells");
        area_shape shape{.ranks = 2, .cell = 64, .turns_after = in_turn};
        std::vector<std::byte> sent(shape.cell * cells_sent, std::byte(9)), got(sent.size(), std::byte(1));
        delayed_node node(shape, 1, shape.cell);
        std::vector<message> all{{0, 1, 0, sent.size(), true, false, sent, got}};
        ASSERT_TRUE(node.run([&](net on) { return traffic(on, all); }));
        expect_right(all);
        auto cells = in_turn ? shape.bytes_of_cells() : 0;
        EXPECT_EQ(node.brought(0, 0), cells);
        EXPECT_EQ(node.brought(1, 0), cells_sent > 8 ? cells : 0) << "few may not have been in turn";
        EXPECT_EQ(node.brought(1, 1), 0u) << "who sends nothing needs none of its own";
    }
}

enum class received { nothing, before, after };

// What one rank has for three others at once it lends to all but the first, unless it has had something to receive
// itself, or may not be read. Nobody looks before all is posted, so what is in cells stays there.
void expect_reads_of_one_that_sends(received has, bool readable, int reads)
{
    area_shape shape{.ranks = 4, .cell = 64, .run = 3, .joint = area_shape::never};
    delayed_node node(shape, 1, shape.longest());
    node.let_read(readable);
    std::vector<std::byte> sent(shape.longest(), std::byte(9));
    std::vector<std::vector<std::byte>> got(4, std::vector<std::byte>(sent.size()));
    ASSERT_TRUE(node.run([&](net on) -> task {
        if (on.rank() > 0) {
            if (has != received::nothing) co_await on.send(0, cbytes{});
            co_await on.recv(0, got[std::size_t(on.rank())]);
            co_return;
        }
        auto in = on.together(3), out = on.together(3);
        for (int i = 1; i < 4 && has == received::before; ++i) in.recv(i, bytes{});
        if (has == received::before) co_await in;
        for (int i = 1; i < 4; ++i) out.send(i, sent);
        for (int i = 1; i < 4 && has == received::after; ++i) in.recv(i, bytes{});
        co_await out;
        if (has == received::after) co_await in;
    }));
    EXPECT_EQ(node.reads(), reads);
    for (int i = 1; i < 4; ++i) EXPECT_EQ(got[std::size_t(i)], sent);
}

TEST(SharedLinks, WhoOnlySendsDoesNotCopyForAll)
{
    expect_reads_of_one_that_sends(received::nothing, true, 2);
    expect_reads_of_one_that_sends(received::before, true, 0);
    expect_reads_of_one_that_sends(received::after, true, 0);
    expect_reads_of_one_that_sends(received::nothing, false, 0);
}

TEST(SharedLinks, BothEndsCopyLongMessages)
{
    int puts = 0;
    for (unsigned seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        delayed_node node({.ranks = 3, .cell = 64, .joint = 100}, seed, 50);
        std::vector<std::byte> sent(5000, std::byte(seed)), got(sent.size()), too(sent.size());
        ASSERT_TRUE(node.run([&](net on) -> task {
            auto step = on.together(2);
            if (on.rank() == 0) step.send(1, sent).send(2, sent);
            else step.recv(0, on.rank() == 1 ? got : too);
            co_await step;
        }));
        EXPECT_EQ(got, sent);
        EXPECT_EQ(too, sent);
        puts += node.puts();
    }
    EXPECT_GT(puts, 10) << "by lenders, of 780 parts";
}

// Who comes first has the other's message to itself; that of the second both may copy, in 13 parts.
TEST(SharedLinks, OneEndCopiesWhereBothHaveSomethingToCopy)
{
    for (unsigned seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        delayed_node node({.ranks = 2, .cell = 64, .joint = 100}, seed, 50);
        std::vector<std::byte> sent[2] = {std::vector(5000, std::byte(seed)), std::vector(5000, std::byte(seed + 1))};
        std::vector<std::byte> got[2] = {std::vector<std::byte>(5000), std::vector<std::byte>(5000)};
        ASSERT_TRUE(node.run([&](net on) -> task {
            auto step = on.together(2);
            step.send(on.next(), sent[on.rank()]).recv(on.next(), got[on.rank()]);
            co_await step;
            co_await on.send(on.next(), cbytes{}); // nobody ends while the other still copies
            co_await on.recv(on.next(), bytes{});
        }));
        EXPECT_EQ(got[0], sent[1]);
        EXPECT_EQ(got[1], sent[0]);
        EXPECT_LE(node.puts(), 13);
    }
}

// A message takes a late block from where its caller has it, whether it is copied, lent or told.
TEST(SharedLinks, SendALateBlockFromWhereItIs)
{
    for (std::size_t n : {40, 64, 5000}) {
        SCOPED_TRACE(n);
        delayed_node node({.ranks = 2, .cell = 64, .tell = 64, .joint = 100}, 1, 50);
        std::vector<std::byte> own(n, std::byte(7)), all(2 * n), got(n), told(n), both(2 * n);
        late_block late(own, bytes(all).first(n));
        node.begin(0, &late);
        ASSERT_TRUE(node.run([&](net on) -> task {
            if (on.rank() == 0) co_await on.send(1, bytes(all).first(n));
            else co_await on.recv(0, got);
            if (on.rank() == 0) co_await on.tell(bytes(all).first(n));
            else co_await on.hear(0, told);
        }));
        EXPECT_EQ(got, own);
        EXPECT_EQ(told, own);
        EXPECT_EQ(all[0], std::byte(0)) << "it was moved";
        ASSERT_TRUE(node.run([&](net on) -> task {
            if (on.rank() == 0) co_await on.send(1, all);
            else co_await on.recv(0, both);
        }));
        EXPECT_EQ(both, all);
        EXPECT_EQ(both[0], std::byte(7));
    }
}

// The messages in nets of their own, so that they do not mix with those that tells may become.
task both_kinds(net on, std::vector<message>& messages, two_nets_tell& tells)
{
    bool odd = on.rank() % 2;
    group at_once;
    at_once.add(traffic(on.apart(4), messages));
    if (odd) at_once.add(tell_and_hear(on, tells.one));
    at_once.add(tell_and_hear(on.apart(7), tells.other));
    if (!odd) at_once.add(tell_and_hear(on, tells.one));
    co_await at_once.all();
}

TEST(SharedLinks, EveryRankHearsWhatOthersTellThroughMemoryThatKeepsLittleOrder)
{
    for (unsigned seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 dice(seed);
        area_shape shape{.ranks = 2 + int(dice() % 4), .cell = 64, .tell = 100};
        delayed_node node(shape, seed, dice() % 100);
        auto messages = random_messages(shape.ranks, 30, 400, dice);
        two_nets_tell tells(shape.ranks, 2000, dice); // what is over 1600 bytes goes as messages
        ASSERT_TRUE(node.run([&](net on) { return both_kinds(on, messages, tells); }));
        expect_right(messages);
        expect_heard(shape.ranks, tells.one);
        expect_heard(shape.ranks, tells.other);
    }
}

TEST(SharedLinks, TellWhenWhatIsToldHasAnotherLength)
{
    delayed_node node({.ranks = 2, .cell = 64, .tell = 100}, 1, 50);
    std::vector<std::byte> said(20), got(21);
    EXPECT_FALSE(node.run([&](net on) -> task {
        if (on.rank() == 0) co_await on.tell(said);
        else co_await on.hear(0, got);
    }));
    EXPECT_TRUE(node.failed(1));
}

// Rank 1 expects another length. Before its places were given back, rank 0's next tell waited for them for ever.
TEST(SharedLinks, GoOnBetweenOthersWhenATellOfAllPlacesHasAnotherLength)
{
    delayed_node node({.ranks = 3, .cell = 64, .tell = 64}, 1, 50);
    std::vector<std::byte> said(64 * area_shape::tells), got(said.size()), other(said.size() - 1);
    bool heard = false;
    node.run([&](net on) -> task {
        if (on.rank() == 0) co_await on.tell(said);
        else co_await on.hear(0, on.rank() == 1 ? other : got);
        if (on.rank() == 0) co_await on.tell(said);
        else if (on.rank() == 2) co_await on.hear(0, got), heard = true;
    });
    EXPECT_TRUE(node.failed(1));
    EXPECT_TRUE(heard);
}

// A hearer that expects its own part as long as it is, but others' longer.
TEST(SharedLinks, TellWhenADealHasAnotherLength)
{
    delayed_node node({.ranks = 3, .cell = 64, .tell = 100}, 1, 50);
    std::vector<std::byte> said(40), got(20);
    std::array<bytes, 3> parts{bytes(), bytes(said).first(20), bytes(said).last(20)};
    EXPECT_FALSE(node.run([&](net on) -> task {
        if (on.rank() == 0) co_await on.deal(parts);
        else co_await on.hear(0, got, {0, on.rank() == 1 ? 40u : 41u});
    }));
    EXPECT_FALSE(node.failed(1));
    EXPECT_TRUE(node.failed(2));
}

task recv_all(net on, int from, std::vector<std::byte>& into, std::size_t each)
{
    for (std::size_t at = 0; at < into.size(); at += each) co_await on.recv(from, bytes(into).subspan(at, each));
}

task send_all(net on, int to, std::vector<std::byte>& all, std::size_t each)
{
    group at_once;
    auto one = [](net over, int peer, cbytes data) -> task { co_await over.send(peer, data); };
    for (std::size_t at = 0; at < all.size(); at += each) at_once.add(one(on, to, bytes(all).subspan(at, each)));
    co_await at_once.all();
}

// Rank 1 takes what rank 0 has sent only when it has heard from rank 2, which has to hear from rank 0 before.
task roundabout(net on, std::vector<std::byte>& many, std::vector<std::byte>& got, std::vector<std::byte>& word)
{
    if (on.rank() == 0) co_await both(send_all(on, 1, many, 50), send_all(on, 2, many, many.size()));
    if (on.rank() == 2) co_await recv_all(on, 0, word, word.size());
    if (on.rank() == 2) co_await on.send(1, cbytes(word).first(1));
    if (on.rank() == 1) co_await on.recv(2, bytes(got).first(1));
    if (on.rank() == 1) co_await recv_all(on, 0, got, 50);
}

TEST(SharedLinks, MessagesThatNobodyAwaitsDoNotHoldUpOthers)
{
    for (unsigned seed = 1; seed <= 20; ++seed)
        for (std::size_t lend : {0, 1000}) {
            SCOPED_TRACE(seed);
            delayed_node node({.ranks = 3, .cell = 64}, seed, lend);
            std::vector<std::byte> many(40 * 50, std::byte(seed)), got(many.size()), word(many.size());
            ASSERT_TRUE(node.run([&](net on) { return roundabout(on, many, got, word); }));
            EXPECT_EQ(got, many);
            EXPECT_EQ(word, many);
        }
}

// Rank 0 tells one net more than there are places, and then another. Rank 2 awaits that one before anything else, and
// rank 1 awaits rank 2.
task tells_that_wait(net on, std::vector<std::byte>& word)
{
    net other = on.apart(1), answers = on.apart(2);
    constexpr int many = 2 * area_shape::tells;
    if (on.rank() == 0) {
        for (int i = 0; i < many; ++i) co_await on.tell(word);
        co_await other.tell(word);
    }
    auto got = word;
    if (on.rank() == 1) co_await answers.recv(2, got);
    if (on.rank() == 2) co_await other.hear(0, got);
    if (on.rank() == 2) co_await answers.send(1, got);
    for (int i = 0; i < many && on.rank() > 0; ++i) co_await on.hear(0, got);
    if (on.rank() == 1) co_await other.hear(0, got);
}

TEST(SharedLinks, TellsThatSomebodyIsNotReadyForDoNotHoldUpOthers)
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        delayed_node node({.ranks = 3, .cell = 64, .tell = 64}, seed, 50);
        std::vector<std::byte> word(20, std::byte(seed));
        ASSERT_TRUE(node.run([&](net on) { return tells_that_wait(on, word); }));
    }
}

// The memory that the ranks of a node share, from the begin of a page on.
class node_areas {
public:
    explicit node_areas(const area_shape& shape)
        : raw_(shape.size() * std::size_t(shape.ranks) + area_shape::page),
          base_(raw_.data() + area_shape::page - reinterpret_cast<std::uintptr_t>(raw_.data()) % area_shape::page)
    {
    }
    std::byte* base() const { return base_; }

private:
    std::vector<std::byte> raw_;
    std::byte* base_;
};

// One thread a rank, as the processes of a node have one each; the thread sanitizer sees what is not ordered.
void expect_carried_between_threads(const area_shape& shape, std::size_t most, std::size_t most_lent,
                                    const long_writes& how, std::mt19937_64& dice)
{
    node_areas memory(shape);
    auto all = random_messages(shape.ranks, 400, most, dice);
    two_nets_tell tells(shape.ranks, 4000, dice);
    std::vector<std::thread> ranks;
    for (int r = 0; r < shape.ranks; ++r)
        ranks.emplace_back([&, r, lend = dice() % most_lent, seed = unsigned(dice())] {
            near_memory far(seed);
            only_shared<mapped_area> port(mapped_area(memory.base(), shape, r, how), shape, r, lend, far);
            completion end;
            auto work = both_kinds(net(port, r, shape.ranks), all, tells);
            work.start(end);
            while (!end.done())
                if (!port.progress()) std::this_thread::yield();
        });
    for (auto& one : ranks) one.join();
    expect_right(all);
    expect_heard(shape.ranks, tells.one);
    expect_heard(shape.ranks, tells.other);
}

TEST(SharedLinks, CarryRandomMessagesBetweenThreads)
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 dice(seed);
        area_shape shape{
            .ranks = 2 + int(dice() % 3), .cell = 256, .run = 1 + int(dice() % 4), .tell = 200, .joint = 512};
        shape.turns_after = seed % 3 * 8 * shape.cell;
        expect_carried_between_threads(shape, 3000, 1200, long_writes(), dice);
    }
}

// Sanitizers see the same bytes stored plainly; without them it is the fence that is tested.
TEST(SharedLinks, CarryWhatIsStreamedBetweenThreads)
{
    long_writes streaming(1, 2);
    ASSERT_TRUE(streaming.streams());
    for (unsigned seed = 1; seed <= 5; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 dice(seed);
        area_shape shape{.ranks = 2 + int(dice() % 3), .cell = 3 * long_writes::timed, .run = 1 + int(dice() % 4)};
        shape.turns_after = seed % 3 * 8 * shape.cell;
        auto most = 2 * shape.longest();
        expect_carried_between_threads(shape, most, most, streaming, dice);
    }
}

// Of some messages, which ones go through a cell. The others are lent.
std::vector<bool> go_through_cells(int messages, std::size_t n, const long_writes& how)
{
    area_shape shape{.ranks = 2, .turns_after = 60 << 10};
    node_areas memory(shape);
    std::vector<std::byte> sent(n);
    near_memory far(1);
    shared_links<mapped_area> links(mapped_area(memory.base(), shape, 0, how),
                                    {shape, 0, {0, 1}, 16 << 10, false, shape.cell}, far,
                                    [](std::size_t) { return nullptr; });
    std::vector<request> all(std::size_t(messages), {.what = verb::send, .peer = 1, .from = sent.data(), .count = n});
    std::vector<bool> gone;
    for (auto& r : all) gone.push_back(links.post(r));
    return gone;
}

bool goes_through_a_cell(std::size_t n, const long_writes& how)
{
    return go_through_cells(1, n, how).front();
}

TEST(SharedLinks, LendLessWhenMuchHasBeenLong)
{
    long_writes plain(2, 1);
    EXPECT_EQ(go_through_cells(5, 16 << 10, plain), std::vector<bool>(5, true));
    EXPECT_EQ(go_through_cells(5, 20 << 10, plain), (std::vector<bool>{false, false, true, true, true}));
    EXPECT_EQ(go_through_cells(5, 30 << 10, plain), (std::vector<bool>{false, true, true, true, true}));
    EXPECT_EQ(go_through_cells(5, 40 << 10, plain), std::vector<bool>(5, false));
}

TEST(SharedLinks, LendLessWhileTheyStream)
{
    long_writes plain(2, 1), streaming(1, 2);
    for (auto n : {16 << 10, (16 << 10) + 1, 32 << 10, (32 << 10) + 1}) {
        SCOPED_TRACE(n);
        EXPECT_EQ(goes_through_a_cell(std::size_t(n), plain), n <= 16 << 10);
        EXPECT_EQ(goes_through_a_cell(std::size_t(n), streaming), n <= 32 << 10);
    }
}

TEST(SharedLinks, TellWhenLengthsDisagree)
{
    delayed_node node({.ranks = 2, .cell = 64}, 1, 64);
    std::vector<std::byte> sent(5), got(4);
    EXPECT_FALSE(node.run([&](net on) { return on.rank() == 0 ? send_all(on, 1, sent, 5) : recv_all(on, 0, got, 4); }));
    EXPECT_TRUE(node.failed(1));
}

} // namespace
} // namespace hocket
