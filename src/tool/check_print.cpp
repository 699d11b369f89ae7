// SPDX-License-Identifier: BSD-3-Clause
#include "tool/check_print.hpp"
#include <nlohmann/json.hpp>
#include <ostream>

namespace hocket {
namespace {

using json = nlohmann::ordered_json;

json entry_of(const failure& f)
{
    json entry{{"collective", f.collective}, {"algorithm", f.algorithm}, {"ranks", f.ranks}, {"root", f.root},
               {"layout", f.layout},         {"bytes", f.bytes}};
    if (!f.counts.empty()) entry["counts"] = f.counts;
    entry.update({{"mode", f.mode}, {"kind", f.kind}, {"detail", f.detail}, {"reproduce", f.reproduce}});
    return entry;
}

} // namespace

void print_summary(const check_report& report, std::ostream& to)
{
    to << report.checks << " checks";
    if (report.checks < report.possible) to << ", a sample of " << report.possible;
    if (report.executions) to << ", " << report.executions << " executions";
    to << ", " << report.failures.size() << " failures\n";
    for (auto& why : report.skipped) to << "skipped: " << why << '\n';
}

void print_text(const check_report& report, std::ostream& to)
{
    print_summary(report, to);
    for (auto& f : report.failures)
        to << f.kind << ": " << f.collective << ' ' << f.algorithm << ", " << f.ranks << " ranks, root " << f.root
           << ", " << f.layout << ", " << f.bytes << " bytes, " << (f.counts.empty() ? "" : f.counts + ", ") << f.mode
           << ": " << f.detail << "\n    " << f.reproduce << '\n';
}

void print_json(const check_report& report, std::ostream& to)
{
    json failures = json::array();
    for (auto& f : report.failures) failures.push_back(entry_of(f));
    json all{{"schema", "hocket-check-1"}, {"checks", report.checks}, {"failures", failures}};
    to << all.dump(1) << '\n';
}

} // namespace hocket
