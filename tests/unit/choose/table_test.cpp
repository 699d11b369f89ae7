// SPDX-License-Identifier: BSD-3-Clause
#include "base/embedded.hpp"
#include "choose/chooser.hpp"
#include "choose/node_table.hpp"
#include "choose/own_choice.hpp"
#include "choose/table.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace hocket;

namespace {

const std::string good = R"doc({"schema":"hocket-table-1","provenance":{"date":"2024-01-01"},"rules":[
 {"collective":"bcast","bytes":[0,4096],"algorithm":"binomial"},
 {"collective":"bcast","bytes":[4096,1048576],"algorithm":"circulant:blocks=auto"},
 {"collective":"bcast","ranks":[64,128],"nodes":[8,9],"bytes":[0,4096],"algorithm":"levels(across=flat,inside=flat)"}]})doc";

std::string mistake_of(const std::string& text)
{
    auto t = parse_table(text);
    return t ? "" : t.error().what;
}

settings with_table()
{
    settings s;
    s.rules = std::make_shared<const table>(*parse_table(good));
    return s;
}

// A rule that began inside an octave, at the size that all of it is asked for, left the others to be decided anew each
// time.
TEST(Chooser, DecisionsHoldForTheSizeThatAskedForThem)
{
    settings by;
    by.model = *find_machine("aurora");
    by.native = *find_native_library("mpich-5.0");
    for (auto* collective : {"bcast", "gather", "gatherv"}) {
        chooser choosing(collective, by, layout::block(6144, 12));
        for (std::size_t n = 1; n < (1u << 26); n = n * 5 / 4 + 1) {
            auto& made = choosing(n);
            EXPECT_TRUE(made.from <= n && n < made.to) << collective << " of " << n;
            EXPECT_EQ(&made, &choosing(n));
        }
    }
}

} // namespace

TEST(Table, TheMostSpecificRuleWins)
{
    auto t = *parse_table(good);
    auto wide = layout::block(64, 8), small = layout::block(4, 4);
    EXPECT_EQ(t.find("bcast", wide, 100).index, 2);
    EXPECT_EQ(t.find("bcast", small, 100).index, 0);
    EXPECT_EQ(t.find("bcast", small, 4096).index, 1);
    EXPECT_TRUE(t.find("bcast", small, 4096).exact);
    EXPECT_FALSE(t.find("bcast", small, 1 << 21).exact);
    EXPECT_EQ(t.find("bcast", small, 1 << 21).index, 1);
    EXPECT_EQ(t.find("barrier", small, 0).index, -1);
}

// Wherever an answer says that it holds, asking there gives the same answer.
TEST(Table, AnswersHoldWhereTheySay)
{
    auto t = *parse_table(good);
    for (auto& where : {layout::block(64, 8), layout::block(4, 4), layout::block(7, 3)})
        for (std::uint64_t n :
             {0ull, 1ull, 100ull, 4095ull, 4096ull, 5000ull, 1048575ull, 1048576ull, 3000000ull, 1ull << 40}) {
            auto f = t.find("bcast", where, n);
            ASSERT_TRUE(f.bytes.holds(n)) << n;
            EXPECT_EQ(t.find("bcast", where, f.bytes.low).index, f.index) << n;
            EXPECT_EQ(t.find("bcast", where, f.bytes.high - 1).index, f.index) << n;
        }
}

TEST(Table, EveryShippedOneIsOfItsMachineAndCollective)
{
    auto names = embedded_in("tables");
    EXPECT_GT(names.size(), 5u);
    for (auto& name : names) {
        auto read = parse_table(*embedded("tables/" + name + ".json"));
        ASSERT_TRUE(read) << name << ": " << read.error().what;
        EXPECT_TRUE(find_machine(name.substr(0, name.find('/')))) << name;
        EXPECT_FALSE(read->rules.empty()) << name;
        for (auto& r : read->rules) EXPECT_EQ(r.collective, name.substr(name.rfind('/') + 1)) << name;
    }
}

TEST(Table, Mistakes)
{
    auto expect = [](const std::string& text, const char* words) {
        EXPECT_NE(mistake_of(text).find(words), std::string::npos) << mistake_of(text);
    };
    expect("", "not a JSON document");
    expect("[]", "not a JSON object");
    expect(R"({"schema":"hocket-table-2","rules":[]})", "not known to this version");
    expect(R"({"schema":"hocket-machine-1"})", "expected \"hocket-table-1\"");
    expect(R"({"schema":"hocket-table-1","ruels":[]})", "nearest: rules");
    expect(R"({"schema":"hocket-table-1"})", "needs \"rules\"");
    expect(R"({"schema":"hocket-table-1","rules":[{"collective":"bcast","algorithm":"knomail"}]})", "nearest: knomial");
    expect(R"({"schema":"hocket-table-1","rules":[{"collective":"bcast","bytes":[5,5],"algorithm":"flat"}]})",
           "bytes of rule 0");
    expect(
        R"({"schema":"hocket-table-1","rules":[{"collective":"bcast","algorithm":"flat"},{"collective":"bcast","algorithm":"chain"}]})",
        "overlap");
    expect(std::string(100000, '['), "nested deeper");
}

TEST(Table, MistakesNameTheirLine)
{
    auto expect = [](const std::string& rules, const char* words) {
        auto found = mistake_of(
            "{\"schema\":\"hocket-table-1\",\n \"provenance\":{\"rules\":[1,\n2,3]},\n\"rules\":[\n" + rules);
        EXPECT_NE(found.find(words), std::string::npos) << found;
    };
    const std::string fine = R"({"collective":"bcast","bytes":[0,64],"algorithm":"flat"},)";
    expect(fine + "\n" + fine + "\n7]}", "line 7: rule 2 is not an object");
    expect(fine + "\n{\"collective\":\"bcast\"}]}", "line 6: rule 1 needs \"algorithm\"");
    expect(fine + "\n\n" + fine.substr(0, fine.size() - 1) + "]}", "rules 0 (line 5) and 1 (line 7) overlap");
    expect(fine + "\n" + fine.substr(1), "line 6, column 13");
    expect(fine + "\n", "unexpected end of input; expected");
    expect("],\n\"provenance\":3}", "key \"provenance\" is given twice");
    auto said = [&](const char* text, const char* words) {
        EXPECT_NE(mistake_of(text).find(words), std::string::npos) << mistake_of(text);
    };
    said("{\n\"schema\":\"hocket-table-1\",\n\"provenance\":3,\"rules\":[]}", "line 3: provenance is not an object");
    said("{\n\"schema\":\"hocket-table-1\",\n\n\"rules\":3}", "line 4: the document needs \"rules\" as a list");
    said("{\"rules\":[],\n\"schema\":\"hocket-table-7\"}", "line 2: schema \"hocket-table-7\" is not known");
    said("{\"schema\":\"hocket-table-1\",\"rules\":[],\n\"rule\":[]}", "line 2: unknown key \"rule\"");
}

// A rule with a slip in what no choice depends on may have one in what it does.
TEST(Table, WrongTypesAndValuesAreMistakes)
{
    auto expect = [](const std::string& member, const char* words) {
        auto found = mistake_of(R"({"schema":"hocket-table-1","rules":[{"collective":"scan","algorithm":"native",)" +
                                member + "}]}");
        EXPECT_NE(found.find(words), std::string::npos) << member << ": " << found;
    };
    for (auto* key : {"ranks", "nodes", "ppn", "bytes"})
        for (auto* value : {"3", "[1]", "[1,2,3]", "[2,1]", "[-1,3]", "[0.5,3]", "[\"1\",3]", "null", "{}"})
            expect('"' + std::string(key) + "\":" + value,
                   (std::string(key) + " of rule 0 is not [low, high)").c_str());
    for (auto* key : {"confidence", "samples", "time_us"})
        for (auto* value : {"\"3\"", "-1", "null", "[1]"})
            expect('"' + std::string(key) + "\":" + value, (std::string(key) + " of rule 0 is not a number").c_str());
    for (auto* value : {"\"cuda\"", "3"})
        expect(std::string("\"memory\":") + value, "memory of rule 0 is not known to this version; valid: any, host");
    expect("\"confidence\":1.5", "confidence of rule 0 is greater than 1");
    expect("\"samples\":1.5", "samples of rule 0 is not a whole number");
    expect("\"nodes\":[1,2],\"nodes\":[2,3]", "key \"nodes\" is given twice in one object");
    for (auto* value : {"\"both\"", "true"})
        expect(std::string("\"op\":") + value, "valid: any, commutative, noncommutative");
    EXPECT_EQ(
        mistake_of(
            R"({"schema":"hocket-table-1","rules":[{"collective":"bcast","algorithm":"flat","op":"commutative"}]})"),
        "line 1: op of rule 0: bcast has no operator; leave it out");
}

TEST(Table, TruncatedAtEveryByte)
{
    for (std::size_t n = 0; n < good.size(); ++n) {
        auto found = mistake_of(good.substr(0, n));
        EXPECT_TRUE(found.starts_with("not a JSON document: line ")) << n << ": " << found;
    }
}

TEST(Table, RulesForOperatorsThatDoNotCommute)
{
    auto t = *parse_table(R"({"schema":"hocket-table-1","rules":[
 {"collective":"allreduce","algorithm":"native"},
 {"collective":"allreduce","op":"commutative","algorithm":"swing"},
 {"collective":"allreduce","op":"noncommutative","algorithm":"recursive-doubling"}]})");
    auto where = layout::block(4, 4);
    EXPECT_EQ(t.find("allreduce", where, 100).index, 1);
    EXPECT_EQ(t.find("allreduce", where, 100, false).index, 2);
    t.rules.pop_back();
    EXPECT_EQ(t.find("allreduce", where, 100, false).index, 0);
    settings by;
    by.rules = std::make_shared<const table>(t);
    EXPECT_EQ(chooser("allreduce", by, where)(100).plan.text, "swing");
    EXPECT_EQ(chooser("allreduce", by, where, {}, {.commutative = false})(100).plan.text, "native");
}

TEST(Table, TenThousandMutations)
{
    const unsigned seed = 7;
    std::mt19937 random(seed);
    int read = 0;
    for (int i = 0; i < 10000; ++i) {
        auto text = good;
        for (auto edits = 1 + random() % 3; edits-- > 0;) {
            auto at = random() % text.size();
            if (random() % 2) text.erase(at, 1 + random() % 4);
            else text[at] = char(random() % 256);
        }
        auto t = parse_table(text);
        if (t) ++read;
        else EXPECT_FALSE(t.error().what.empty());
    }
    EXPECT_GT(read, 10);
}

TEST(Chooser, Precedence)
{
    settings s = with_table();
    auto where = layout::block(4, 4);
    EXPECT_EQ(chooser("bcast", s, where)(100).plan.text, "knomial");
    s.forced["bcast"] = "flat";
    EXPECT_EQ(chooser("bcast", s, where)(100).plan.text, "flat");
    EXPECT_EQ(chooser("bcast", s, where, "chain")(100).plan.text, "chain");
    s.off.insert("bcast");
    EXPECT_EQ(chooser("bcast", s, where, "chain")(100).plan.runs, way::native);
}

// Nobody has measured nonblocking ones between so many ranks: what was measured of blocking ones holds for those that
// have memory to themselves.
TEST(Chooser, ANonblockingFormWithMemoryGoesByBlockingOnes)
{
    settings s;
    s.native = *find_native_library("mpich-5.0");
    auto bcast = [&](bool later, std::size_t n) {
        return chooser("bcast", s, layout::block(4, 4), {}, {.shared = true, .nonblocking = later})(n).plan.text;
    };
    auto agree = [&](std::size_t n) { return bcast(true, n) == bcast(false, n); };
    EXPECT_TRUE(agree(1 << 20) && bcast(true, 1 << 20) != "native");
    EXPECT_EQ(bcast(true, 20000), "native"); // where no more is known, and it speaks for no shorter one
    EXPECT_EQ(bcast(false, 8000), "native"); // what a nonblocking one of MPICH's costs more is much more than all that
    EXPECT_NE(bcast(true, 8000), "native");
    s.native = *find_native_library("ompi-5.0");
    for (std::size_t n = 1; n < 1 << 20; n *= 2) EXPECT_TRUE(agree(n)) << n;
}

TEST(Chooser, EachFormWithMemoryHasATableOfItsOwn)
{
    settings s;
    for (auto* library : {"mpich-5.0", "ompi-5.0"}) {
        s.native = *find_native_library(library);
        auto told = [&](circumstances like, int ranks) {
            like.shared = true;
            return chooser("allgather", s, layout::block(ranks, ranks), {}, like)(100000).reason;
        };
        EXPECT_TRUE(told({}, 2).ends_with("of the table for ranks that share memory"));
        EXPECT_TRUE(told({.nonblocking = true}, 2)
                        .ends_with("of the table for nonblocking collectives of ranks that share memory"));
        auto in_crowd = told({.crowded = true, .nonblocking = true, .persistent = true}, 8);
        EXPECT_TRUE(in_crowd.ends_with("table for persistent collectives of ranks that share memory and processors"));
        EXPECT_EQ(told({.nonblocking = true}, 4), told({}, 4));
    }
    EXPECT_EQ(chooser("exscan", s, layout::block(2, 2), {}, {.shared = true})(8).plan.text, "native");
    EXPECT_EQ(chooser("exscan", s, layout::block(2, 2), {}, {.shared = true, .nonblocking = true})(8).plan.text,
              "chain");
}

TEST(Chooser, MeasurementsAskWhetherSomebodySaysOtherwise)
{
    settings s;
    auto where = layout::block(2, 2);
    s.native = *find_native_library("mpich-5.0");
    auto made = [&](bool nonblocking) {
        return chooser("allreduce", s, where, {}, {.shared = true, .nonblocking = nonblocking})(1000).plan.text;
    };
    auto blocking = [&] { return made(false); };
    auto nonblocking = [&] { return made(true); };
    auto may = [&](const char* info = "") { return chooser::may_be_measured("allreduce", s, where, info, false); };
    EXPECT_TRUE(blocking() != "native" && nonblocking() != "native" && may());
    EXPECT_FALSE(may("exchange"));
    EXPECT_FALSE(chooser::may_be_measured("neighbor_alltoall", s, where, {}, false));
    for (int p = 2; p <= 40; ++p)
        EXPECT_EQ(chooser::may_be_measured("allreduce", s, layout::block(p, p), {}, false), p <= 16) << p;
    s.forced["allreduce"] = "exchange";
    EXPECT_EQ(nonblocking(), "exchange");
    EXPECT_FALSE(may());
    s.forced.clear();
    s.tuned.insert("allreduce");
    EXPECT_EQ(nonblocking(), "native");
    EXPECT_FALSE(may());
    s.tuned.clear();
    s.off.insert("iallreduce");
    EXPECT_TRUE(blocking() != "native" && nonblocking() == "native" && !may());
    s.off.clear();
    s.nonblocking = false;
    EXPECT_TRUE(nonblocking() == "native" && !may());
    s.nonblocking = true;
    s.native.reset();
    EXPECT_FALSE(may());
}

TEST(Chooser, ANonblockingFormAsksItsOwnVariableFirst)
{
    settings s;
    auto where = layout::block(4, 4);
    auto blocking = [&] { return chooser("bcast", s, where)(100).plan.text; };
    auto nonblocking = [&] { return chooser("bcast", s, where, {}, {.nonblocking = true})(100).plan.text; };
    s.native = *find_native_library("mpich-5.0");
    EXPECT_EQ(nonblocking(), "native"); // nobody has measured any
    EXPECT_FALSE(chooser::may_run_nonblocking("bcast", s, {}));
    EXPECT_TRUE(chooser::may_run_nonblocking("bcast", s, "chain"));
    s.forced["bcast"] = "flat";
    EXPECT_EQ(nonblocking(), "flat");
    s.forced["ibcast"] = "chain";
    EXPECT_TRUE(chooser::may_run_nonblocking("bcast", s, {}));
    EXPECT_TRUE(blocking() == "flat" && nonblocking() == "chain");
    s.off.insert("ibcast");
    EXPECT_TRUE(blocking() == "flat" && nonblocking() == "native");
    s.off.clear();
    s.nonblocking = false;
    EXPECT_TRUE(blocking() == "flat" && nonblocking() == "native");
    EXPECT_FALSE(chooser::may_run_nonblocking("bcast", s, "chain"));
    s = with_table();
    EXPECT_EQ(nonblocking(), "knomial");
}

TEST(Chooser, RanksThatShareMemoryHaveATableOfTheirOwn)
{
    settings s;
    auto where = layout::block(4, 4);
    EXPECT_EQ(chooser("bcast", s, where, {}, {.shared = true})(100).plan.runs, way::native); // beside nobody knows what
    s.native = *find_native_library("mpich-5.0");
    chooser shared("allgather", s, where, {}, {.shared = true}), apart("allgather", s, where);
    EXPECT_EQ(shared(100).plan.text, "shm");
    EXPECT_NE(shared(100).reason.find("share memory"), std::string::npos);
    EXPECT_EQ(apart(100).reason.find("share memory"), std::string::npos);
    auto many = layout::block(100, 100); // that nobody has measured
    EXPECT_EQ(chooser("allgather", s, many, {}, {.shared = true})(100).reason.find("share memory"), std::string::npos);
    s.tuned.insert("allgather");
    EXPECT_EQ(chooser("allgather", s, where, {}, {.shared = true})(100).plan.runs, way::native);
    s.rules = with_table().rules;
    EXPECT_EQ(chooser("bcast", s, where, {}, {.shared = true})(100).plan.text, "knomial");
}

namespace {

void expect_that_it_can(const rule& r, int p)
{
    EXPECT_TRUE(r.nodes.holds(1) && !r.nodes.holds(2)) << r.collective;
    if (!r.ppn.holds(std::uint64_t(p))) return;
    auto where = layout::block(p, p);
    for (bool commutes : {p == 2, true}) { // where an operator does not, a guess would take its place
        auto at = priced_place(r.collective, where, r.bytes.low, machine(), {.commutative = commutes});
        EXPECT_TRUE(bind_algorithm(r.collective, std::string_view(r.algorithm), at))
            << r.collective << " " << r.algorithm << " " << p;
    }
}

} // namespace

TEST(NodeTable, EveryRuleCanDoWithItsPlaces)
{
    for (auto of : {node_calls::blocking, node_calls::nonblocking, node_calls::persistent})
        for (bool crowded : {false, true}) {
            EXPECT_FALSE(node_table(std::nullopt, crowded, of));
            EXPECT_FALSE(node_table(*find_native_library("ompi-4.1"), crowded, of));
            for (auto* library : {"mpich-5.0", "ompi-5.0"}) {
                auto* all = node_table(*find_native_library(library), crowded, of);
                ASSERT_TRUE(all) << library;
                EXPECT_GT(all->rules.size(), 20u);
                for (int p = 2; p <= 130; ++p)
                    for (auto& r : all->rules) expect_that_it_can(r, p);
            }
        }
}

// A size between two rules of a table would go by another table, and what that one says be kept for both.
TEST(NodeTable, NoSizeIsLeftOut)
{
    for (auto of : {node_calls::blocking, node_calls::nonblocking, node_calls::persistent})
        for (auto* library : {"mpich-5.0", "ompi-5.0"})
            for (bool crowded : {false, true}) {
                auto* all = node_table(*find_native_library(library), crowded, of);
                for (auto& r : all->rules) {
                    auto place = layout::block(int(r.ppn.low), int(r.ppn.low));
                    constexpr auto most = std::uint64_t(1) << 60;
                    for (auto n : {std::uint64_t(0), r.bytes.low, r.bytes.high - 1, r.bytes.high})
                        EXPECT_TRUE(all->find(r.collective, place, std::min(n, most)).exact) << r.collective << n;
                }
            }
}

// Both have something for each collective and number of ranks that the other one has something for.
TEST(NodeTable, ACrowdHasATableOfItsOwn)
{
    for (auto* library : {"mpich-5.0", "ompi-5.0"}) {
        settings by;
        by.native = *find_native_library(library);
        auto choice = [&](bool crowded, const char* collective, int p, std::size_t n) {
            chooser choosing(collective, by, layout::block(p, p), {}, {.shared = true, .crowded = crowded});
            return choosing(n);
        };
        for (int p = 2; p <= 16; ++p) {
            auto alone = choice(false, "bcast", p, 1 << 20), crowd = choice(true, "bcast", p, 1 << 20);
            EXPECT_TRUE(alone.reason.ends_with("of the table for ranks that share memory")) << alone.reason;
            EXPECT_TRUE(crowd.reason.ends_with("of the table for ranks that share memory and processors"));
        }
        EXPECT_EQ(choice(false, "bcast", 8, 1 << 16).plan.text.substr(0, 4), "then");
        EXPECT_NE(choice(true, "bcast", 8, 1 << 16).plan.text.substr(0, 4), "then");
        for (auto [some, others] : {std::pair(false, true), std::pair(true, false)})
            for (auto& r : node_table(by.native, some)->rules)
                for (auto p = r.ppn.low; p < r.ppn.high; ++p)
                    EXPECT_TRUE(node_table(by.native, others)
                                    ->find(r.collective, layout::block(int(p), int(p)), r.bytes.low)
                                    .exact)
                        << r.collective << " " << p;
    }
}

TEST(Chooser, NativeWithoutATable)
{
    settings s;
    chooser c("bcast", s, layout::block(8, 2));
    EXPECT_EQ(c(1 << 20).plan.runs, way::native);
    EXPECT_FALSE(chooser::needs_layout("bcast", s, ""));
    EXPECT_FALSE(chooser::needs_layout("bcast", s, "native-nonblocking"));
    EXPECT_TRUE(chooser::needs_layout("bcast", s, "flat"));
}

// Which size of an octave is asked first must not matter: ranks ask in any order.
TEST(Chooser, TheSameAnswerInAnyOrderOfAsking)
{
    settings s = with_table();
    auto where = layout::block(64, 1);
    std::vector<std::size_t> sizes;
    for (std::size_t n = 4096; n < 1048576; n = n * 5 / 4) sizes.push_back(n);
    chooser up("bcast", s, where), down("bcast", s, where);
    std::vector<std::string> forward, backward;
    for (auto n : sizes) forward.push_back(up(n).plan.text);
    for (auto n = sizes.rbegin(); n != sizes.rend(); ++n) backward.push_back(down(*n).plan.text);
    std::reverse(backward.begin(), backward.end());
    EXPECT_EQ(forward, backward);
}
