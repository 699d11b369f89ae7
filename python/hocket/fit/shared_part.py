# SPDX-License-Identifier: BSD-3-Clause
"""The `shared_memory` of a machine model, with where each number is from, or why there is none."""

from math import isinf

from hocket.fit import shared
from hocket.fit.level import is_held_out
from hocket.fit.measured import Measured, digits

FIELD = "shared_memory"
MOST = "256 KiB"  # that was tried


class SharedPart:
    """`document` is empty where the ranks shared no memory; `source` says why."""

    def __init__(self, measured: Measured):
        self.measured = measured
        self.shape = measured.document.get(FIELD, {"works": False, "mistake": "this hocket-fit measured none"})
        self.single = self.shape["works"] and self.shape["single_copy"]
        self.source: dict[str, str] = {}
        if not self.shape["works"]:
            self.document: dict = {}
            self.source[FIELD] = f"not measured: {self.missing()}"
            return
        self.fitted = shared.fit(measured)
        self.document = {FIELD: self.numbers()}
        self.source[FIELD] = f"measured: {self.about()}"

    def missing(self) -> str:
        """What the ranks were not let do; nothing where they were."""
        return self.shape.get("mistake", "")

    def lacks(self) -> str:
        return "single copy" if self.document else "shared memory"

    def numbers(self) -> dict:
        one = self.fitted
        found = {"latency_us": digits(one.latency_us), "overhead_us": digits(one.overhead_us)}
        found |= {"copy_GBps": digits(1e-3 / max(one.per_byte_us, 1e-9))} | self.threshold()
        told = min(self.shape["tell"], found.get("single_copy_from", self.shape["tell"]))
        self.source[f"{FIELD}.tell_limit"] = "Hocket's own: so much fits into a place, and no more than is copied twice"
        return found | {"tell_limit": told}

    def threshold(self) -> dict:
        """By exchanges, which are nearest to what collectives do: both processors copy."""
        at = f"{FIELD}.single_copy_from"
        if not self.single:
            self.source[at] = f"not measured: {self.missing()}"
            return {}
        rows = self.measured.rows("shared_exchange")
        exchange, least = shared.crossing(rows), min(row["bytes"] for row in rows)
        one_way = f"; one way {self.one_way(written=True)}, {self.one_way(written=False)} where it was sent before"
        self.source[f"{FIELD}.single_copy_us"] = "measured: what those take beyond copying and telling"
        found = min(exchange.bytes, self.shape["cell"])
        numbers = {"single_copy_from": int(found), "single_copy_us": digits(self.fitted.call_us)}
        if isinf(exchange.bytes):
            self.source[at] = (
                "where Hocket's cells end: it reads longer messages. Measured: exchanges gain in two copies "
                f"up to {MOST}{one_way}: HOCKET_SINGLE_COPY=off"
            )
            return numbers
        cell = f", where Hocket's cells end; {said(exchange.bytes)} by time" if found < exchange.bytes else ""
        cell += f"; {said(least)} is the shortest" if found == least else ""
        drawn = f"({said(exchange.low)} to {said(exchange.high)} in nine of ten draws of rounds)"
        self.source[at] = f"measured: longer messages, exchanged, gain in one copy {drawn}{cell}{one_way}"
        return numbers

    def one_way(self, written: bool) -> str:
        return said(shared.crossing(self.measured.rows("shared_trip", written=written)).bytes)

    def about(self) -> str:
        cell, joint = self.shape["cell"], self.shape["joint"]
        told = f"messages that were just written, up to {cell} B through Hocket's cells"
        if not self.single:
            return told
        longest = max(shared.times(self.measured), key=lambda one: (one.single, one.bytes))
        far = f"{self.fitted.trip(longest.bytes, True) / longest.us:.2g} times what {longest.bytes} B took"
        return f"{told}, below {joint} B read where they lie; both ends copy longer ones, the model one ({far})"

    def rows(self, held_out: bool) -> list[tuple[int, bool, float, float]]:
        """Bytes, whether in one copy, measured and modelled microseconds, as far as the model goes."""
        if not self.document:
            return []
        return [
            (one.bytes, one.single, one.us, self.fitted.trip(one.bytes, one.single))
            for one in shared.times(self.measured)
            if one.in_model and is_held_out(one.bytes) == held_out
        ]


def said(size: float) -> str:
    return f"beyond {MOST}" if isinf(size) else f"{size:.0f} B"
