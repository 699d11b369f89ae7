# SPDX-License-Identifier: BSD-3-Clause
"""The machine model as a document of schema hocket-machine-1, with where each number is from."""

from statistics import median

from hocket.fit import level
from hocket.fit.cast_part import CastPart
from hocket.fit.level import Level
from hocket.fit.measured import Measured, digits, time
from hocket.fit.shared_part import SharedPart
from hocket.stop import Stop

STANDARD = {"latency_us": 2.0, "flow_GBps": 3.3}  # of the network, as the machine `standard` has it
ANY = "f64"  # the type whose speed stands for all
LIMITED = 0.9  # of what all pairs would reach as fast as one alone: below it they share something
MEASURED = "measured: "


class Machine:
    """The document, and the levels as they were fitted."""

    def __init__(self, measured: Measured, name: str):
        self.measured, self.name = measured, name
        self.levels: dict[str, Level] = {each: level.fit(measured, each) for each in measured.levels()}
        if not self.levels:
            raise Stop("no message was measured: each took too long; is the machine busy?")
        self.shared = SharedPart(measured)
        self.cast = CastPart(measured)
        self.source: dict[str, str] = {}

    def document(self) -> dict:
        found = {"schema": "hocket-machine-1", "name": self.name, "levels": [self.level("node"), self.level("network")]}
        found |= self.interfaces() | self.memory() | self.local() | self.waiting()
        for part in (self.cast, self.shared):
            found |= part.document
            self.source |= part.source
        return found | {"fitted": self.fitted(), "held_out": self.held_out(), "source": self.source}

    def level(self, name: str) -> dict:
        fitted = self.levels.get(name)
        if fitted is None:
            return self.assumed(name)
        about = f"{MEASURED}half round trips of powers of two, and bursts of {self.burst(name)} messages"
        self.source |= {f"levels.{name}.{key}": about for key in ("latency_us", "flow_GBps", "overhead_us")}
        points = [[size, digits(us)] for size, us in fitted.overhead_us]
        found = {"name": name, "latency_us": digits(fitted.latency_us), "flow_GBps": digits(fitted.flow)}
        return found | {"overhead_us": points}

    def assumed(self, name: str) -> dict:
        other = next(iter(self.levels.values()))
        if name == "network":
            self.source["levels.network"] = "assumed: that of the machine 'standard', for the job ran on one node"
            return {"name": name, **STANDARD, "overhead_us": [[0, digits(other.overhead(0))]]}
        self.source["levels.node"] = "assumed: the network's, for the job had one rank on each node"
        points = [[size, digits(us)] for size, us in other.overhead_us]
        found = {"name": name, "latency_us": digits(other.latency_us), "flow_GBps": digits(other.flow)}
        return found | {"overhead_us": points}

    def burst(self, name: str) -> int:
        return next((row["messages"] for row in self.measured.rows("burst", level=name)), 0)

    def interfaces(self) -> dict:
        """The most that several ranks of a node reach together, if that is less than each would have alone."""
        if "network" not in self.levels:
            self.source["nic"] = "assumed: no limit, for the job ran on one node"
            return {}
        rates = self.rates("network", both_ways=False)
        said = ", ".join(f"{k}: {rate:.4g} GB/s" for k, rate in rates.items())
        if not rates:
            self.source["nic"] = "assumed: no limit, for streams took too long"
            return {}
        most = max(rates.values())
        seen = "" if len(rates) > 1 and most < LIMITED * max(rates) * rates[1] else ", at which no limit is seen yet"
        self.source["nic"] = f"{MEASURED}in and out are not told apart; ranks of a node that send at once: {said}{seen}"
        return {"nic": {"count": 1, "in_GBps": digits(most), "out_GBps": digits(most)}}

    def memory(self) -> dict:
        """All messages inside a node together: of all pairs at once, both ways."""
        if "node" not in self.levels:
            self.source["memory_GBps"] = "assumed: no limit, for the job had one rank on each node"
            return {}
        rates = self.rates("node", both_ways=True)
        if not rates:
            self.source["memory_GBps"] = "assumed: no limit, for streams took too long"
            return {}
        said = ", ".join(f"{2 * k}: {rate:.4g} GB/s" for k, rate in rates.items())
        self.source["memory_GBps"] = f"{MEASURED}messages under way at once: {said}; no less than one alone reaches"
        return {"memory_GBps": digits(max(self.levels["node"].flow, *rates.values()))}

    def rates(self, level_name: str, both_ways: bool) -> dict[int, float]:
        """GB/s by the number of pairs, as far as streams did not take too long."""
        found = {k: self.measured.rate(level_name, k, both_ways) for k in self.measured.pairs(level_name)}
        return {k: rate for k, rate in found.items() if rate is not None}

    def local(self) -> dict:
        speeds = {row["type"]: self.measured.speed("reduce", type=row["type"]) for row in self.measured.rows("reduce")}
        warm, cold = (self.measured.speed("copy", cold=each) for each in (False, True))
        self.source["copy_GBps"] = (
            f"{MEASURED}memory that caches hold, 4 KiB to 1 MiB; {cold:.3g} GB/s where they do not"
        )
        self.source["reduce_GBps"] = f"{MEASURED}sums, 4 KiB to 1 MiB, each type by itself; any: that of {ANY}"
        fresh = self.fresh()
        reduced = {"any": digits(speeds[ANY])} | {type_: digits(speed) for type_, speed in speeds.items()}
        return {"copy_GBps": digits(warm), "reduce_GBps": reduced, "fresh_buffer_us_per_MB": digits(fresh)}

    def fresh(self) -> float:
        if "network" in self.levels and self.measured.rows("fresh"):
            more = [(time(row) - time(row, "used_us")) / row["bytes"] * 1e6 for row in self.measured.rows("fresh")]
            self.source["fresh_buffer_us_per_MB"] = f"{MEASURED}long messages into memory that was never used"
            return max(0.0, median(more))
        more = [us / size * 1e6 for size, us in self.measured.times("first_use").items()]
        self.source["fresh_buffer_us_per_MB"] = f"{MEASURED}a processor's first use of memory; no network"
        return median(more)

    def waiting(self) -> dict:
        """The model has one limit and one price: those of the network where there is one."""
        name = list(self.levels)[-1]
        fitted = self.levels[name]
        if fitted.eager is None:
            self.source["eager_limit"] = f"{MEASURED}no message of the {name} up to 4 MiB waits for its receiver"
            return {}
        asked = self.measured.eager(name)
        where = f"of the {name}, the longest send that ends while its receiver does nothing"
        if fitted.jump_seen:
            where = f"of the {name}, where half round trips jump; a send ends without its receiver up to {asked} B"
        self.source["eager_limit"] = MEASURED + where
        self.source["rendezvous_us"] = f"{MEASURED}of the {name}, what half round trips above the limit take more"
        return {"eager_limit": fitted.eager, "rendezvous_us": digits(fitted.rendezvous_us)}

    def rows(self, held_out: bool) -> list[tuple[str, int, float, float]]:
        """Level, bytes, measured and modelled microseconds."""
        return [
            (name, size, us, fitted.half_trip(size))
            for name, fitted in self.levels.items()
            for size, us in self.measured.times("half_trip", level=name).items()
            if level.is_held_out(size) == held_out
        ]

    def fitted(self) -> list[dict]:
        found = [entry(*row) | {"parameter": f"levels.{row[0]}"} for row in self.rows(held_out=False)]
        return found + [shared_entry(*row) | {"parameter": "shared_memory"} for row in self.shared.rows(held_out=False)]

    def held_out(self) -> list[dict]:
        found = [entry(*row) for row in self.rows(held_out=True)]
        return found + [shared_entry(*row) for row in self.shared.rows(held_out=True)]

    def errors(self, held_out: bool) -> list[float]:
        """Relative, of the times of messages."""
        return [model / us - 1 for _, _, us, model in self.rows(held_out)]

    def shared_errors(self, held_out: bool) -> list[float]:
        """Of those through Hocket's own memory."""
        return [model / us - 1 for _, _, us, model in self.shared.rows(held_out)]


def entry(name: str, size: int, us: float, model: float) -> dict:
    return errors_of(f"a message of {size} B {'inside a node' if name == 'node' else 'between nodes'}", us, model)


def shared_entry(size: int, single: bool, us: float, model: float) -> dict:
    copies = "one copy" if single else "two copies"
    return errors_of(f"a message of {size} B through Hocket's memory in {copies}", us, model)


def errors_of(what: str, us: float, model: float) -> dict:
    # `published` is the word of the schema for what was measured.
    times = {"published_us": digits(us), "simulated_us": digits(model)}
    return {"what": f"{what}, measured here"} | times | {"error_percent": round(100 * (model / us - 1), 1)}
