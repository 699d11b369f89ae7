// SPDX-License-Identifier: BSD-3-Clause
// One thing that is measured again and again, in turn with all others.
#pragma once
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

namespace hocket::fit {

double now_us();
double median(std::vector<double> of);

class task {
public:
    using words = nlohmann::ordered_json;

    // `family`: of growing sizes; where one takes too long, those after it are left out.
    task(words about, std::string family) : about_(std::move(about)), family_(std::move(family)) {}
    virtual ~task() = default;

    // All ranks call it; the numbers, in microseconds, count on rank 0: medians of so many calls.
    virtual std::vector<double> visit(int calls) = 0;
    virtual std::vector<const char*> columns() const { return {"us"}; }

    const words& about() const { return about_; }
    const std::string& family() const { return family_; }

private:
    words about_;
    std::string family_;
};

using tasks = std::vector<std::unique_ptr<task>>;

} // namespace hocket::fit
