// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/explain.hpp"
#include "interpose/agreement.hpp"
#include "interpose/process.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace hocket {

bool explains(const settings& by)
{
    return by.explain != "0" || process::here().listening();
}

bool is_watched(const settings& by)
{
    return is_watched_each_time(by) || explains(by);
}

bool is_watched_each_time(const settings& by)
{
    return by.verify || by.dry || by.adapt || explains_all(by);
}

void explain(const settings& by, const std::string& what)
{
    process::here().listening().tell(what);
    if (by.explain == "0") return;
    if (by.explain == "1" || by.explain == "2") return complain(what);
    // One write per line, so that the lines of several processes do not mix.
    auto line = "hocket: " + what + "\n";
    int file = open(by.explain.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    bool written = file >= 0 && write(file, line.data(), line.size()) == ssize_t(line.size());
    if (file >= 0) close(file);
    if (!written) complain("HOCKET_EXPLAIN: cannot write to " + by.explain + "; it would have said: " + what);
}

} // namespace hocket
