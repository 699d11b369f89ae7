// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/schedule_msccl.hpp"
#include <fmt/format.h>

namespace hocket {
namespace {

std::string xml_word(const std::string& text)
{
    std::string safe;
    for (char c : text) {
        if (c == '&') safe += "&amp;";
        else if (c == '<') safe += "&lt;";
        else if (c == '"') safe += "&quot;";
        else safe += c;
    }
    return safe;
}

std::string step_line(std::size_t number, const msccl_step& step)
{
    return fmt::format("      <step s=\"{}\" type=\"{}\" srcbuf=\"{}\" srcoff=\"{}\" dstbuf=\"{}\" dstoff=\"{}\" "
                       "cnt=\"{}\" depid=\"{}\" deps=\"{}\" hasdep=\"{}\"/>\n",
                       number, step.type, step.from.buffer, step.from.chunk, step.into.buffer, step.into.chunk,
                       step.chunks, step.after_block, step.after_step, int(step.awaited));
}

} // namespace

std::string msccl_text(const schedule& s, const msccl_program& program)
{
    auto text =
        fmt::format("<algo name=\"{} {}\" proto=\"Simple\" nchannels=\"{}\" nchunksperloop=\"{}\" ngpus=\"{}\" "
                    "coll=\"{}\" root=\"{}\" inplace=\"{}\" outofplace=\"{}\">\n",
                    s.collective, xml_word(s.algorithm), program.channels, std::max(program.in, program.out),
                    program.ranks.size(), program.collective, s.root, int(program.in_place), int(!program.in_place));
    for (std::size_t r = 0; r < program.ranks.size(); ++r) {
        auto& rank = program.ranks[r];
        text += fmt::format("  <gpu id=\"{}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"{}\">\n", r, program.in,
                            program.out, rank.scratch);
        for (std::size_t b = 0; b < rank.blocks.size(); ++b) {
            auto& block = rank.blocks[b];
            text += fmt::format("    <tb id=\"{}\" send=\"{}\" recv=\"{}\" chan=\"{}\">\n", b, block.send, block.recv,
                                block.channel);
            for (std::size_t i = 0; i < block.steps.size(); ++i) text += step_line(i, block.steps[i]);
            text += "    </tb>\n";
        }
        text += "  </gpu>\n";
    }
    return text + "</algo>\n";
}

} // namespace hocket
