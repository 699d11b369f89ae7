// SPDX-License-Identifier: BSD-3-Clause
#include "topology/bound_domains.hpp"
#include <algorithm>
#include <fstream>
#include <sched.h>

namespace hocket {

namespace {

constexpr int most_processors = 1 << 16;

// "0-3,8" -> 0 1 2 3 8; empty where there is no such file or it is not understood.
std::vector<int> numbers_in(const std::string& file)
{
    std::ifstream text(file);
    std::vector<int> all;
    for (int first = 0; text >> first;) {
        int last = first;
        if (text.peek() == '-') text.ignore() >> last;
        if (!text || first < 0 || last < first || last >= most_processors) return {};
        for (int n = first; n <= last; ++n) all.push_back(n);
        if (text.peek() == ',') text.ignore();
    }
    return text.eof() ? all : std::vector<int>();
}

int name_if_holding(const std::vector<int>& domain, const std::vector<int>& processors)
{
    bool holds = !domain.empty() && std::ranges::includes(domain, processors);
    return holds ? domain.front() : -1;
}

std::vector<int> sharing_l3(const std::string& processor)
{
    for (int i = 0;; ++i) {
        auto cache = processor + "/cache/index" + std::to_string(i);
        auto level = numbers_in(cache + "/level");
        if (level.empty()) return {};
        if (level.front() == 3) return numbers_in(cache + "/shared_cpu_list");
    }
}

std::vector<int> sharing_numa(const std::string& system, int processor)
{
    for (int node : numbers_in(system + "/node/online")) {
        auto all = numbers_in(system + "/node/node" + std::to_string(node) + "/cpulist");
        if (std::ranges::binary_search(all, processor)) return all;
    }
    return {};
}

} // namespace

// A mask of any size: the kernel refuses one that is shorter than its own.
std::vector<int> own_processors()
{
    std::vector<unsigned long> mask(most_processors / 8 / sizeof(unsigned long));
    std::vector<int> mine;
    auto bytes = mask.size() * sizeof mask[0];
    if (sched_getaffinity(0, bytes, reinterpret_cast<cpu_set_t*>(mask.data())) != 0) return mine;
    for (int n = 0; n < most_processors; ++n)
        if (CPU_ISSET_S(std::size_t(n), bytes, reinterpret_cast<cpu_set_t*>(mask.data()))) mine.push_back(n);
    return mine;
}

domain_ids bound_domains(const std::vector<int>& processors, const std::string& system)
{
    if (processors.empty()) return {-1, -1, -1};
    auto first = system + "/cpu/cpu" + std::to_string(processors.front());
    auto socket = numbers_in(first + "/topology/package_cpus_list");
    if (socket.empty()) socket = numbers_in(first + "/topology/core_siblings_list"); // its name before Linux 5.2
    return {name_if_holding(socket, processors), name_if_holding(sharing_numa(system, processors.front()), processors),
            name_if_holding(sharing_l3(first), processors)};
}

} // namespace hocket
