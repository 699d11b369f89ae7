// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/node_id.hpp"
#include "base/words.hpp"
#include "interpose/together.hpp"
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

} // namespace

std::uint64_t host_id()
{
    static const auto id = read_host_id();
    return id;
}

layout gather_layout(MPI_Comm comm, int size, std::uint64_t my_node)
{
    std::vector<std::uint64_t> ids(std::size_t(size), my_node);
    gather_from_all(my_node, ids.data(), comm);
    std::unordered_map<std::uint64_t, int> numbers;
    std::vector<int> node_of_rank;
    node_of_rank.reserve(ids.size());
    for (auto id : ids) node_of_rank.push_back(numbers.try_emplace(id, int(numbers.size())).first->second);
    return layout::of(node_of_rank);
}

} // namespace hocket
