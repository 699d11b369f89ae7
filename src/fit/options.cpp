// SPDX-License-Identifier: BSD-3-Clause
#include "fit/options.hpp"
#include <charconv>
#include <string>

namespace hocket::fit {

const char* const usage =
    "usage: hocket-fit-<mpi> [--seconds S] [--seed N]\n"
    "       measures what the numbers of a machine model are found from, and prints one document of schema\n"
    "       hocket-fit-1; at least two ranks, started by mpiexec, without hocket-run; multicast too where\n"
    "       HOCKET_MULTICAST names an interface\n"
    "  --seconds S  how long to measure, 1 to 600 (30)\n"
    "  --seed N     of the order of measurements (1)\n"
    "example: mpiexec -n 2 hocket-fit-mpich > measured.json && hocket tune --machine-only --measured measured.json\n";

namespace {

bool whole(const std::string& text, std::uint32_t least, std::uint32_t most, std::uint32_t& into)
{
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
    return error == std::errc{} && end == text.data() + text.size() && into >= least && into <= most;
}

} // namespace

result<options> parse(int argc, char** argv)
{
    options o;
    for (int i = 1; i < argc; ++i) {
        std::string key = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
        std::uint32_t number = 0;
        if (key == "-h" || key == "--help") {
            o.help = true;
        } else if (key == "--seconds") {
            if (!whole(value, 1, 600, number))
                return mistake{"--seconds '" + value + "' is not a number from 1 to 600"};
            o.seconds = number, ++i;
        } else if (key == "--seed") {
            if (!whole(value, 0, 0xffffffff, o.seed)) return mistake{"--seed '" + value + "' is not a whole number"};
            ++i;
        } else {
            return mistake{"there is no option '" + key + "'; valid: --seconds, --seed, --help"};
        }
    }
    return o;
}

} // namespace hocket::fit
