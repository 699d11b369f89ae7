// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include <optional>
#include <string>
#include <vector>

namespace hocket {

// Makes a ring of the two halves of a message, and returns the receiving half.
request& join_halves(request& a, request& b);
// In words, how the parts of a ring disagree about the number of bytes.
std::optional<std::string> disagreement(request& first);
// copy and reduce.
void apply_local(const request& r);

// Moves the data of parts that have met, as late as can be: out of the sender's buffer when the first of the two
// ends, into the receiver's when the receiver does. So an algorithm that writes into what it is sending, or reads
// what it has not yet received, is found out.
class mover {
public:
    void finish(request& part);
    void clear();

private:
    void arrive(request& taker, const request* others);
    int keep(const request& giver);

    std::vector<std::vector<std::byte>> transit_; // by request::slot of the receiver
    std::vector<int> free_;
    std::vector<std::byte> together_; // of a sender's pieces
};

} // namespace hocket
