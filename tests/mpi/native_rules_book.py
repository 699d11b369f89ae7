# SPDX-License-Identifier: BSD-3-Clause
"""What data/native-rules say for one communicator and vector: the algorithms that run, one after the other."""

import dataclasses
import json

from native_rules_force import RULES

ALLTOALLS = ("alltoall", "alltoallv", "alltoallw")
BY_BLOCK = ("gather", "gatherv", "scatter", "scatterv", "allgather", "reduce_scatter_block", *ALLTOALLS)


@dataclasses.dataclass(frozen=True)
class View:
    """As src/choose sees it; nodes are even unless said."""

    whole: int
    block: int
    ranks: int
    nodes: int = 1
    even: bool = True
    commutes: bool = True
    built_in: bool = True
    element: int = 1
    segments: int = 1

    def fewer(self, than: str) -> bool:
        limit = self.ranks if than == "ranks" else 1 << (self.ranks.bit_length() - 1)
        return self.whole < limit * self.element

    def holds(self, when: dict, collective: str) -> bool:
        n = self.block if collective in BY_BLOCK else self.whole
        is_ = {"bytes": n, "whole": self.whole, "block": self.block, "ranks": self.ranks, "nodes": self.nodes}
        is_ |= {
            "segments": self.segments,
            "crowded": self.ranks > self.nodes,
            "even": self.even,
            "even_ranks": self.ranks % 2 == 0,
        }
        is_ |= {
            "power_of_two": self.ranks.bit_count() == 1,
            "commutes": self.commutes,
            "built_in": self.built_in and self.commutes,
        }
        return all(
            self.fewer(asked)
            if key == "fewer_elements_than"
            else asked == is_[key]
            if isinstance(asked, bool)
            else asked[0] <= is_[key] < (asked[1] or 1 << 62)
            for key, asked in when.items()
        )


def view(collective: str, n: int, ranks: int, **more) -> View:
    """n: what the collective is decided by."""
    whole, block = (n * ranks, n) if collective in BY_BLOCK else (n, n // ranks)
    return View(whole, block, ranks, **more)


class Rules:
    def __init__(self, family: str, version: str) -> None:
        self.whole = json.loads((RULES / f"{family}.json").read_text())
        self.start = next(e for e in self.whole["editions"] if e["version"] == version)

    def list_of(self, collective: str, name: str = "") -> list[dict]:
        return self.whole[collective]["rules"][name or self.start[collective]]

    def first(self, collective: str, at: View, name: str = "") -> dict:
        return next(r for r in self.list_of(collective, name) if at.holds(r["when"], collective))

    def steps(self, collective: str, at: View, name: str = "") -> list[tuple[str, str]]:
        """(collective, algorithm) of all that runs; of a composition, across the nodes and inside."""
        rule = self.first(collective, at, name)
        if "run" in rule:
            return [(collective, rule["run"])]
        if "go" in rule:
            return self.steps(collective, at, rule["go"])
        if "calls" in rule:
            calls = (call.partition("/") for call in rule["calls"])
            return [step for c, _, name in calls for step in self.steps(c, at, name)]
        local, segment = at.ranks // at.nodes, rule.get("segment") or 1 << 62
        at = dataclasses.replace(at, segments=-(-at.whole // segment), whole=min(at.whole, segment))
        leaders = dataclasses.replace(at, block=at.block * local, ranks=at.nodes)
        inside = dataclasses.replace(at, ranks=local, nodes=1)
        across = self.steps(collective, leaders, rule["across"]) if at.nodes > 1 else []
        return across + self.steps(collective, inside, rule["inside"])

    def limits(self, collective: str) -> set[int]:
        """Of bytes, whole or block, in all lists."""
        rules = [rule for rules in self.whole[collective]["rules"].values() for rule in rules]
        return {n for r in rules for key in ("bytes", "whole", "block") for n in r["when"].get(key, []) if n}
