# SPDX-License-Identifier: BSD-3-Clause
"""What the runs say together: times, ratios to native, and whether all bytes were the same."""

from dataclasses import dataclass

from hocket import stats
from hocket.demo.cases import Case, cases
from hocket.demo.run import Run, Subject


@dataclass
class Outcome:
    subject: Subject
    case: Case
    runs: list[Run]
    identical: bool
    time: stats.Interval | None = None  # ms, one broadcast
    ratio: stats.Interval | None = None

    @property
    def failures(self) -> list[Run]:
        return [run for run in self.runs if run.failure]

    @property
    def good(self) -> bool:
        return self.identical and not self.failures

    @property
    def explained(self) -> list[str]:
        """What HOCKET_EXPLAIN said, each line once."""
        lines = (line.strip() for run in self.runs for line in run.explained.splitlines())
        return list(dict.fromkeys(line for line in lines if line))

    def sample(self) -> stats.Sample:
        return [times(run) for run in self.runs if run.result]

    def medians(self) -> list[float]:
        return [stats.of_median([launch]).value for launch in self.sample()]


def times(run: Run) -> list[float]:
    """Milliseconds of every broadcast of one run, the slowest rank in each."""
    return [us / 1000 for turn in run.result["times_us"] for us in turn]


def outcomes(subjects: list[Subject], runs: list[Run], seed: int) -> list[Outcome]:
    """By library and case, in the order in which the cases are declared."""
    right = reference(runs)
    found: dict[tuple, list[Run]] = {(s.library.name, c.title): [] for s in subjects for c in cases(s.library.family)}
    for run in runs:
        found[run.subject.library.name, run.case.title].append(run)
    all_of_them = [
        Outcome(same[0].subject, same[0].case, same, all(r.result and r.result["checksums"] == right for r in same))
        for same in found.values()
    ]
    for outcome in all_of_them:
        base = next(o for o in all_of_them if o.subject is outcome.subject and o.case.kind == "native").sample()
        if outcome.sample():
            outcome.time = stats.of_median(outcome.sample(), seed)
        if outcome.sample() and base and outcome.case.kind != "native":
            outcome.ratio = stats.ratio(outcome.sample(), base, paired=False, seed=seed)
    return all_of_them


def reference(runs: list[Run]) -> list[str] | None:
    """The checksums of all ranks in a native run in which the program found every byte right."""
    for run in runs:
        if run.case.kind == "native" and run.result and not run.result["wrong_bytes"]:
            return run.result["checksums"]
    return None
