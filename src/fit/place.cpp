// SPDX-License-Identifier: BSD-3-Clause
#include "fit/place.hpp"
#include <algorithm>

namespace hocket::fit {

std::string this_host()
{
    char name[MPI_MAX_PROCESSOR_NAME] = {};
    int length = 0;
    MPI_Get_processor_name(name, &length);
    return name;
}

place::place(MPI_Comm all) : all_(all)
{
    MPI_Comm_rank(all, &rank_);
    MPI_Comm_size(all, &ranks_);
    MPI_Comm node;
    MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    int first = rank_;
    MPI_Bcast(&first, 1, MPI_INT, 0, node);
    MPI_Comm_free(&node);
    std::vector<int> leaders(static_cast<std::size_t>(ranks_));
    MPI_Allgather(&first, 1, MPI_INT, leaders.data(), 1, MPI_INT, all);
    for (int r = 0; r < ranks_; ++r) {
        if (leaders[std::size_t(r)] == r) members_.emplace_back();
        auto same = [&](auto& those) { return those.empty() || those[0] == leaders[std::size_t(r)]; };
        std::ranges::find_if(members_, same)->push_back(r);
    }
}

int place::least_on_a_node() const
{
    auto fewer = [](auto& a, auto& b) { return a.size() < b.size(); };
    return int(std::ranges::min_element(members_, fewer)->size());
}

std::vector<std::string> place::levels() const
{
    std::vector<std::string> all;
    for (auto* level : {"node", "network"})
        if (!pairs(level).empty()) all.emplace_back(level);
    return all;
}

std::vector<pair> place::pairs(const std::string& level) const
{
    std::vector<pair> all;
    auto& here = members_[0];
    if (level == "node") {
        for (std::size_t i = 0; i + 1 < here.size(); i += 2) all.emplace_back(here[i], here[i + 1]);
    } else if (nodes() > 1) {
        auto& there = members_[1];
        for (std::size_t i = 0; i < std::min(here.size(), there.size()); ++i) all.emplace_back(here[i], there[i]);
    }
    return all;
}

std::vector<int> place::peers(const std::string& level) const
{
    std::vector<int> all;
    if (level == "node") all.assign(members_[0].begin() + 1, members_[0].end());
    else
        for (std::size_t n = 1; n < members_.size(); ++n) all.push_back(members_[n][0]);
    all.resize(std::min<std::size_t>(all.size(), 8));
    return all;
}

} // namespace hocket::fit
