#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""run.py [--only TEXT] [--table FILE]: applications natively and under Hocket, with the same results.

Each runs natively, under Hocket as it is, verified (HOCKET_VERIFY=1), and verified with an algorithm of Hocket's forced
for every collective. One line each, and at the end "N passed, N failed, N skipped". An application that is not
installed is skipped, and the line names its package. --table writes the table of docs/applications.md.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "mpi"))

import fortran_checks  # noqa: E402
import libraries  # noqa: E402
from compared import differences  # noqa: E402
from described import APPLICATIONS, Application  # noqa: E402

LIMIT = 300  # seconds
ROUNDS = 3  # that times are taken of


@dataclass
class Run:
    status: int
    words: list[str]
    seconds: float
    story: str = ""
    output: str = ""


@dataclass
class Row:
    """What the table says of one."""

    application: Application
    times: dict[str, list[float]] = field(default_factory=lambda: {"native": [], "auto": []})
    called: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    verdict: str = ""


def launch(application: Application, library, under: list[str], **variables: str) -> Run:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        story = folder / "explained.txt"
        command = application.command(folder, library)
        whole = [*library.mpiexec, "-n", str(application.ranks), *under, *command]
        environment = library.environment() | application.variables(library) | variables
        if under:
            environment["HOCKET_EXPLAIN"] = str(story) if variables else "0"
        start = time.monotonic()
        try:
            done = subprocess.run(
                ["timeout", "-k", "5", str(LIMIT), *whole],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            seconds = time.monotonic() - start
        text = (folder / application.output).read_text() if application.output and done.returncode == 0 else done.stdout
        told = story.read_text() if story.exists() else ""
        return Run(done.returncode, application.results(text), seconds, told, done.stdout + done.stderr)


def chosen_in(story: str) -> dict[str, list[str]]:
    """Algorithms by collective, in the order of their first use; "native" among them."""
    found: dict[str, list[str]] = {}
    for collective, algorithm in re.findall(r"^hocket: ([a-z_]+)\b.* ranks.*?: (\S+) \[", story, re.MULTILINE):
        names = found.setdefault(collective, [])
        if algorithm not in names:
            names.append(algorithm)
    return found


class Trial:
    def __init__(self, application: Application, library, hocket_run: Path, counts: dict[str, int]) -> None:
        self.application, self.library, self.counts = application, library, counts
        self.under = [str(hocket_run), "--"]
        self.row = Row(application)

    def say(self, verdict: str, what: str, more: str) -> None:
        self.counts[verdict] += 1
        name = f"{self.application.name} ({self.library.name}, {self.application.ranks} ranks), {what}"
        print(f"{verdict:8} {name:70} {more}", flush=True)

    def judge(self, what: str, native: Run, run: Run, own: bool = False) -> None:
        wrong = (
            f"exit status {run.status}" if run.status else differences(native.words, run.words, self.application.digits)
        )
        algorithms = {a for names in chosen_in(run.story).values() for a in names}
        if not wrong and own and algorithms <= {"native"}:
            wrong = "no algorithm of Hocket's ran"
        text = f"{run.seconds:5.1f} s  {len(run.words)} words"
        self.say("failed" if wrong else "passed", what, f"{text}  {wrong}".rstrip())
        if wrong:
            print("\n".join(f"    {line}" for line in run.output.splitlines()[-30:]))

    def run(self, rounds: int) -> None:
        native = launch(self.application, self.library, [])
        again = launch(self.application, self.library, [])
        apart = differences(native.words, again.words, self.application.digits)
        if native.status or apart or not native.words:
            return self.say("skipped", "natively", f"exit status {native.status}, two runs differ: {apart}"[:200])
        self.row.times["native"] += [native.seconds, again.seconds]
        for _ in range(rounds):
            self.row.times["native"].append(launch(self.application, self.library, []).seconds)
            run = launch(self.application, self.library, self.under)
            self.row.times["auto"].append(run.seconds)
        self.judge("as it is", native, launch(self.application, self.library, self.under))
        verified = launch(self.application, self.library, self.under, HOCKET_VERIFY="1")
        self.judge("verified", native, verified)
        forced = launch(self.application, self.library, self.under, HOCKET_VERIFY="1", **fortran_checks.ALGORITHMS)
        self.judge("verified, all forced", native, forced, own=True)
        chosen = chosen_in(verified.story)
        self.row.called = sorted(set(chosen) | set(chosen_in(forced.story)))
        self.row.chosen = [f"{c}: {', '.join(names)}" for c, names in chosen.items() if names != ["native"]]
        return None


def spread(times: list[float]) -> str:
    return f"{statistics.median(times):.2f} ({min(times):.2f} to {max(times):.2f})" if times else "-"


def table(rows: list[Row]) -> str:
    lines = [
        "| application | library | collectives called | not left to the library | native, s | under Hocket, s |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        a = row.application
        lines.append(
            f"| {a.name} | {a.library} | {', '.join(row.called)} | {'; '.join(row.chosen) or 'none'} "
            f"| {spread(row.times['native'])} | {spread(row.times['auto'])} |"
        )
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=libraries.ROOT / "build" / "release")
    parser.add_argument("--only", default="", help="applications whose name has this text in it")
    parser.add_argument("--table", type=Path, help="take times too, and write the table to this file")
    asked = parser.parse_args()
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    rows = []
    for application in APPLICATIONS:
        if asked.only.lower() not in application.name.lower():
            continue
        library = libraries.find(application.library)
        trial = Trial(application, library, asked.build.resolve() / "bin" / "hocket-run", counts)
        if library.missing or not application.is_there():
            trial.say("skipped", "all", library.missing or f"not installed: {application.package}")
            continue
        trial.run(ROUNDS if asked.table else 0)
        rows.append(trial.row)
    if asked.table:
        asked.table.write_text(table(rows))
    print(", ".join(f"{n} {verdict}" for verdict, n in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main())
