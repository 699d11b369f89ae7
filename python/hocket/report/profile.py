# SPDX-License-Identifier: BSD-3-Clause
"""Where the time of a program's collectives went, and what tuning would save of it."""

from dataclasses import dataclass

from hocket.pages import bars, words
from hocket.report.load import Input
from hocket.report.measured import Measured, short_library
from hocket.report.savings import Saving, Uncovered, saving
from hocket.report.tables import Column, Data
from hocket.sizes import show

BARS = 14
COLUMNS = [
    Column("collective"),
    Column("from bytes", "bytes"),
    Column("below bytes", "bytes"),
    Column("ranks", "count"),
    Column("calls", "count"),
    Column("time µs", "us", "time_us, sum over calls, mean over ranks"),
    Column("waiting", "share", "share of the time spent waiting for other ranks"),
    Column("one call µs", "us", "from the last arrival to the last end in us, median"),
    Column("what ran"),
    Column("saved µs", "us", "estimate of what tuning would save in us"),
    Column("estimated from"),
    Column("form"),
    Column("slowest µs", "us", "time_us, sum over calls, slowest rank"),
    Column("imbalance µs", "us", "last arrival after first, median, in us"),
    Column("p95 µs", "us", "last arrival after first, 95th percentile, in us"),
    Column("nodes", "count"),
    Column("layout"),
]
BY_TIME = 5


@dataclass(frozen=True)
class Profile:
    document: dict
    where: str
    picture: str
    data: Data
    saved_us: float
    covered: int  # rows with an estimate
    measured: bool  # there is something to estimate from

    @property
    def library(self) -> str:
        return short_library(self.document["library"])

    @property
    def collective_share(self) -> float | None:
        wall = self.document["wall_us"]
        return self.document["collective_us"]["mean"] / wall if wall else None

    @property
    def saved_share(self) -> float | None:
        """Of the time in collectives."""
        mean = self.document["collective_us"]["mean"]
        return self.saved_us / mean if mean else None


def profiles(inputs: list[Input], measured: list[Measured]) -> list[Profile]:
    found = [one for one in inputs if one.kind == "profile"]
    return [profile(one, i + 1, measured) for i, one in enumerate(found)]


def profile(one: Input, number: int, measured: list[Measured]) -> Profile:
    document = one.document
    where = {c["id"]: c for c in document["communicators"]}
    unknown = {"ranks": document["ranks"], "nodes": document["nodes"], "layout": "", "many": 1}
    calls = sorted(document["calls"], key=lambda call: -call["time_us"]["mean"])
    pairs = [(call, where.get(call["communicator"], unknown)) for call in calls]
    savings = [saving(call, at, document, measured) for call, at in pairs]
    rows = [row(call, at, found) for (call, at), found in zip(pairs, savings, strict=True)]
    name, caption = f"profile {number}", f"Collectives of {document.get('program') or 'the program'}"
    data = Data(name, caption, COLUMNS, rows, BY_TIME)
    good = [found for found in savings if isinstance(found, Saving)]
    saved = sum(found.us for found in good)
    return Profile(document, one.where, picture(pairs), data, saved, len(good), bool(measured))


def row(call: dict, at: dict, found: Saving | Uncovered) -> tuple:
    low, high = call["bytes"] or (None, None)
    apart, time = call.get("imbalance_us") or {}, call["time_us"]
    what = call["collective"], low, high, at["ranks"], call["calls"], time["mean"], call.get("wait_share")
    saved = found.us if isinstance(found, Saving) else None
    late = time["max"], apart.get("median"), apart.get("p95")
    return *what, time["one_call"], ran(call), saved, str(found), call["form"], *late, at["nodes"], many(at)


def many(at: dict) -> str:
    return at["layout"] + (f", {at['many']} communicators" if at["many"] > 1 else "")


def ran(call: dict) -> str:
    """The algorithms, most calls first; with their shares, where there are several."""
    found = sorted(call["algorithms"].items(), key=lambda item: -item[1])
    total = sum(count for _, count in found)
    return ", ".join(f"{name} {count / total:.0%}" if len(found) > 1 and total else name for name, count in found)


def picture(pairs: list[tuple[dict, dict]]) -> str:
    """The longest rows as bars; what was spent waiting for late ranks is set apart."""
    shown = [bar(call, f"{title(call)}, {at['ranks']} ranks") for call, at in pairs[:BARS]]
    rest = [call for call, _ in pairs[BARS:]]
    if rest:
        spent = sum(call["time_us"]["mean"] for call in rest)
        waited = sum(call["time_us"]["mean"] * (call.get("wait_share") or 0) for call in rest)
        shown.append(bars.Bar(f"{len(rest)} others", spent - waited, waited, words.time(spent)))
    names = "in the collective", "waiting for ranks that had not arrived"
    return bars.plot(shown, "Time in collectives by collective and size, mean over ranks", names)


def title(call: dict) -> str:
    form = "" if call["form"] == "blocking" else f"{call['form']} "
    if not call["bytes"]:
        return f"{form}{call['collective']}"
    low, high = call["bytes"]
    size = show(low) if high <= low + 1 else f"{show(low)} to {show(high)}"
    return f"{form}{call['collective']}, {size}"


def bar(call: dict, name: str) -> bars.Bar:
    spent, share = call["time_us"]["mean"], call.get("wait_share")
    told = words.time(spent) + (f", {words.part(share)} waiting" if share is not None else ", waiting not known")
    return bars.Bar(name, spent * (1 - (share or 0)), spent * (share or 0), told)
