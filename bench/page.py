# SPDX-License-Identifier: BSD-3-Clause
"""The page docs/performance.md, of what was measured."""

import math

import limits
from hocket import mpi, sizes, stats
from hocket.bench import machine
from hocket.doctor.machine import AUTOGROUP
from limits import Limits
from peers import FOR_CROWDS, Series, compared, middle, pairs, peers
from watch import Looks

OVER = 1.1  # of the best: a size that is said to be slow
WORDS = """# How fast is it inside a node?

Made by `make bench`; [bench/peers.py](../bench/peers.py) says what is compared. Times are those of the slowest rank.
Ratios of medians have their 95 % intervals and are below 1 where Hocket is faster; means over sizes are geometric.

{cpu}, {usable_cores} processors, {system}, {date}, {launches} launches, load before: {load:.1f}.

{distances}

Libraries: {libraries}. Where ranks outnumber processors each runs as it comes and with its settings for crowds; Hocket
runs with the latter: {crowds}.
Kernel: `sched_autogroup_enabled` {autogroup}. Which library is the best, and which size the worst, is read off the same
times: intervals are those of that choice.
"""


def page(about: str, tables: list[Series], beside: list[Series], of: Limits, looks: Looks) -> str:
    distances = looks.distances()
    lines = [about.format(launches=launches(tables), distances=told(looks, distances)), "## All collectives", ""]
    lines += [*in_all(tables, looks, distances), ""]
    for ranks in sorted({one.ranks for one in tables}):
        some = [one for one in tables if one.ranks == ranks]
        for distance in distances:
            lines += [f"## {ranks} ranks beside the best library, {distance:.0f} ns", ""]
            lines += [*table(some, looks, distance), ""]
    lines += ["## Beside the machine", "", *beside_the_machine(beside, of, looks, distances), ""]
    return "\n".join(lines)


def launches(of: list[Series]) -> str:
    """Of all collectives, or from the least to the most."""
    each = [len(one.launches()) for one in of]
    return str(min(each)) if min(each) == max(each) else f"{min(each)} to {max(each)}"


def machine_here(load: float) -> str:
    """The beginning of the page, which has still to be told what was measured."""
    of_machine = machine.description(peers(2)[0].library, 2)
    crowds = "; ".join(f"{name} {' '.join(f'`{k}={v}`' for k, v in of.items())}" for name, of in FOR_CROWDS.items())
    more = {"date": of_machine["date"][:10], "load": load, "launches": "{launches}", "distances": "{distances}"}
    more["autogroup"] = AUTOGROUP.read_text().strip() if AUTOGROUP.is_file() else "not there"
    return WORDS.format(**of_machine | more, libraries=", ".join(peer.name for peer in peers(2)), crowds=crowds)


def told(looks: Looks, distances: list[float]) -> str:
    each = [f"{distance:.0f} ns ({100 * looks.share(distance):.0f} % of the looks)" for distance in distances]
    return (
        f"A line of memory went to the other processor and back in {' or '.join(each)}: the host of a virtual machine\n"
        "moves its processors. A round counts for a distance where all looks from the one before it to the one after\n"
        "it were within a quarter of that. Sizes of which some library has too few are left out there, and counted."
    )


def views(ranks: int) -> dict[str, bool | None]:
    """Beside whom, and which settings of the libraries that means."""
    if ranks <= mpi.cores():
        return {"the best": None}
    return {"the best as it comes": False, "the best with its settings for crowds": True}


def hosts(of: list[Series]) -> list[str]:
    return sorted({host for one in of for host, variant in one.taken if variant == "auto"})


def head(columns: list[str]) -> list[str]:
    return [f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]


def in_all(tables: list[Series], looks: Looks, distances: list[float]) -> list[str]:
    """The mean of the collectives' means, and how many of their sizes are slow."""
    lines = head(["ranks", "ns", "Hocket under", "beside", "mean", f"sizes over {OVER}", "of"])
    for ranks in sorted({one.ranks for one in tables}):
        some = [one for one in tables if one.ranks == ranks]
        lines += [row for distance in distances for row in in_all_at(some, looks, distance)]
    return lines


def in_all_at(of: list[Series], looks: Looks, distance: float) -> list[str]:
    lines, times = [], [one.times(looks, distance) for one in of]
    for host in hosts(of):
        for beside, crowds in views(of[0].ranks).items():
            found = [one for one in (pairs(at, host, crowds) for at in times) if one]
            cells = [str(of[0].ranks), f"{distance:.0f}", host.removesuffix(", for crowds"), beside]
            lines.append(f"| {' | '.join([*cells, *summed(found)])} |")
    return lines


def summed(found: list[dict]) -> list[str]:
    if not found:
        return ["too few rounds", "", ""]
    each = [stats.ratio(*pair, False) for of in found for pair in of.values()]
    means = [stats.geometric_mean(list(of.values()), False).value for of in found]
    slow = sum(one.low > OVER for one in each)
    return [f"{math.prod(means) ** (1 / len(means)):.2f}", str(slow), str(len(each))]


def table(of: list[Series], looks: Looks, distance: float) -> list[str]:
    """A line for each collective and library under which Hocket ran."""
    beside = views(of[0].ranks)
    lines = head(["collective", "Hocket under", *(part for one in beside for part in (f"over {one}", "worst size"))])
    for one in of:
        times = one.times(looks, distance)
        left_out = one.left_out(times)
        name = one.collective + (f" ({len(left_out)} left out)" if left_out else "")
        for host in hosts([one]):
            found = [cell for crowds in beside.values() for cell in compared(pairs(times, host, crowds))]
            lines.append(f"| {' | '.join([name, host.removesuffix(', for crowds'), *found])} |")
    return lines


def beside_the_machine(of: list[Series], machine_itself: Limits, looks: Looks, distances: list[float]) -> list[str]:
    lines = head(["2 ranks", "Hocket under", "ns", "us", "the machine", "us", "factor"])
    switches = []
    for distance in distances:
        took = machine_itself.times(looks, distance)
        switches += [took[limits.SWITCHES]] if limits.SWITCHES in took else []
        lines += [row for one in of for row in beside_bounds(one, took, looks, distance)]
    if switches:
        lines += ["", f"Giving a processor to another thread takes {min(switches) / 2:.2f} us here."]
    return lines


def beside_bounds(of: Series, took: dict[str, float], looks: Looks, distance: float) -> list[str]:
    lines, times = [], of.times(looks, distance)
    known = [bound for bound in limits.BOUNDS if bound.collective == of.collective and bound.of in took]
    for host in hosts([of]):
        for bound in (bound for bound in known if bound.size in times[host, "auto"]):
            us, least = middle(times[host, "auto"][bound.size]), bound.times * took[bound.of]
            ran = f"{of.collective} {sizes.show(bound.size)}" if bound.size else of.collective
            cells = [ran, host, f"{distance:.0f}", f"{us:.3g}", bound.words, f"{least:.3g}", f"{us / least:.2f}"]
            lines.append(f"| {' | '.join(cells)} |")
    return lines
