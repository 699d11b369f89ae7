// SPDX-License-Identifier: BSD-3-Clause
#include "fit/local.hpp"
#include "fit/room.hpp"
#include "kernels/kernels.hpp"

namespace hocket::fit {
namespace {

class alone : public task {
public:
    alone(const place& where, words about, std::string family)
        : task(std::move(about), std::move(family)), acts_(where.rank() == 0)
    {
    }

    std::vector<double> visit(int calls) override
    {
        std::vector<double> took;
        for (int i = 0; acts_ && i < calls; ++i) took.push_back(once());
        return {median(took)};
    }

protected:
    virtual double once() = 0; // microseconds

private:
    bool acts_;
};

// cold: from one end of a large memory to the other, so that caches hold nothing of it.
class copy : public alone {
public:
    copy(const place& where, std::size_t bytes, bool cold)
        : alone(where, {{"kind", "copy"}, {"bytes", bytes}, {"cold", cold}}, cold ? "copy cold" : "copy"),
          bytes_(bytes), all_(cold && where.rank() == 0 ? std::size_t(64) << 20 : bytes), from_(all_), to_(all_)
    {
    }

private:
    double once() override
    {
        if (at_ + bytes_ > all_) at_ = 0;
        double begin = now_us();
        std::memcpy(to_.data() + at_, from_.data() + at_, bytes_);
        double took = now_us() - begin;
        at_ += bytes_;
        return took;
    }

    std::size_t bytes_, all_, at_ = 0;
    room from_, to_;
};

class first_use : public alone {
public:
    first_use(const place& where, std::size_t bytes)
        : alone(where, {{"kind", "first_use"}, {"bytes", bytes}}, "first use"), bytes_(bytes)
    {
    }

private:
    double once() override
    {
        room untouched(bytes_, false);
        double begin = now_us();
        std::memset(untouched.data(), 1, bytes_);
        double middle = now_us();
        std::memset(untouched.data(), 2, bytes_);
        return middle - begin - (now_us() - middle);
    }

    std::size_t bytes_;
};

class reduction : public alone {
public:
    reduction(const place& where, const char* type, element of, std::size_t bytes)
        : alone(where, {{"kind", "reduce"}, {"type", type}, {"bytes", bytes}}, std::string("reduce ") + type),
          kernel_(find_kernel(operation::sum, of)), elements_(bytes / kernel_->size), mine_(bytes), others_(bytes)
    {
        std::memset(mine_.data(), 0, bytes);
        std::memset(others_.data(), 0, bytes);
    }

private:
    double once() override
    {
        double begin = now_us();
        kernel_->combine(mine_.data(), others_.data(), mine_.data(), elements_);
        return now_us() - begin;
    }

    const kernel* kernel_;
    std::size_t elements_;
    room mine_, others_;
};

} // namespace

void add_local(const place& where, tasks& to)
{
    for (std::size_t n : {4 << 10, 32 << 10, 256 << 10, 1 << 20}) to.push_back(std::make_unique<copy>(where, n, false));
    for (std::size_t n : {256 << 10, 1 << 20}) to.push_back(std::make_unique<copy>(where, n, true));
    for (std::size_t n : {1 << 20, 4 << 20}) to.push_back(std::make_unique<first_use>(where, n));
    const std::pair<const char*, element> types[] = {
        {"i8", element::i8},     {"i32", element::i32}, {"i64", element::i64}, {"f16", element::f16},
        {"bf16", element::bf16}, {"f32", element::f32}, {"f64", element::f64}, {"c64", element::c64}};
    for (auto& [name, of] : types)
        for (std::size_t n : {4 << 10, 64 << 10, 1 << 20})
            to.push_back(std::make_unique<reduction>(where, name, of, n));
}

} // namespace hocket::fit
