// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/node_id.hpp"
#include "base/words.hpp"
#include "interpose/together.hpp"
#include "topology/bound_domains.hpp"
#include <fstream>
#include <string>
#include <unistd.h>
#include <unordered_map>

namespace hocket {

namespace {

std::uint64_t read_host_id()
{
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    std::string boot;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
    return hash_of(name + ("/" + boot));
}

constexpr int bits = 20; // of one domain's number, counted from 1; 0: bound to none

std::uint64_t as_word(const domain_ids& ids)
{
    std::uint64_t word = 0;
    for (int id : ids) word = word << bits | std::uint64_t(id + 1);
    return word;
}

domain_ids unpacked(std::uint64_t word)
{
    domain_ids ids{};
    for (std::size_t k = ids.size(); k-- > 0; word >>= bits) ids[k] = int(word & ((1 << bits) - 1)) - 1;
    return ids;
}

std::uint64_t own_domains()
{
    static const auto word = as_word(bound_domains(own_processors()));
    return word;
}

} // namespace

std::uint64_t host_id()
{
    static const auto id = read_host_id();
    return id;
}

// Both words in one collective, whether or not a finer level is ever asked for: it costs no message more.
layout gather_layout(MPI_Comm comm, int size, std::uint64_t my_node)
{
    std::uint64_t mine[]{my_node, own_domains()};
    std::vector<std::uint64_t> all(2 * std::size_t(size), 0); // as on one node, should MPI fail
    gather_from_all(mine, all.data(), 2, comm);
    std::unordered_map<std::uint64_t, int> numbers;
    std::vector<int> node_of_rank;
    std::vector<domain_ids> domains_of_rank;
    for (std::size_t at = 0; at < all.size(); at += 2) {
        node_of_rank.push_back(numbers.try_emplace(all[at], int(numbers.size())).first->second);
        domains_of_rank.push_back(unpacked(all[at + 1]));
    }
    return layout::of(node_of_rank).divided(domains_of_rank);
}

} // namespace hocket
