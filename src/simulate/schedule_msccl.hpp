// SPDX-License-Identifier: BSD-3-Clause
// A recorded schedule as a program of MSCCL: ranks are GPUs, and what a rank does in order with one peer is a thread
// block of its own. docs/recorded-schedules.md says what of a schedule has no words there.
#pragma once
#include "base/result.hpp"
#include "simulate/schedule.hpp"

namespace hocket {

struct msccl_spot {
    char buffer = 'i'; // input, output, scratch
    std::size_t chunk = 0;
};

struct msccl_step {
    const char* type; // s, r, rrc, cpy, re, nop
    msccl_spot from, into;
    std::size_t chunks = 0;
    int after_block = -1, after_step = -1; // of the same rank: what must have been done
    bool awaited = false; // by a step of another block
};

struct msccl_block {
    int send = -1, recv = -1, channel = 0; // peers
    std::vector<msccl_step> steps;
};

struct msccl_rank {
    std::vector<msccl_block> blocks;
    std::size_t scratch = 0; // chunks
};

struct msccl_program {
    const char* collective;
    bool in_place;
    std::size_t in, out; // chunks of each rank
    int channels;
    std::vector<msccl_rank> ranks;
};

// The reason where the schedule cannot be said in it.
result<msccl_program> msccl_program_of(const schedule& s);
std::string msccl_text(const schedule& s, const msccl_program& program);

} // namespace hocket
