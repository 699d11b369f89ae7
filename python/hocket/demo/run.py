# SPDX-License-Identifier: BSD-3-Clause
"""Runs each case several times, interleaved: every repetition takes all cases in a new shuffled order."""

import json
import random
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from hocket import find
from hocket.demo.cases import Case, cases
from hocket.mpi import Mpi

LIMIT = 60  # seconds a run may take; most take one
LEAST = 2  # repetitions, however long they take


@dataclass(frozen=True)
class Subject:
    library: Mpi
    program: Path


@dataclass(frozen=True)
class Plan:
    ranks: int
    bytes: int
    rounds: int
    repetitions: int
    seed: int
    budget: float  # seconds for all runs


@dataclass
class Run:
    subject: Subject
    case: Case
    command: str
    result: dict | None = None
    failure: str = ""
    explained: str = ""


def run_all(subjects: list[Subject], plan: Plan, tell) -> list[Run]:
    """Ends early, after a whole repetition, where the next one would exceed the budget."""
    todo = [(subject, case) for subject in subjects for case in cases(subject.library.family)]
    order, started, runs = random.Random(plan.seed), time.monotonic(), []
    for repetition in range(plan.repetitions):
        spent = time.monotonic() - started
        if repetition >= LEAST and spent * (repetition + 1) / repetition > plan.budget:
            tell(f"stopping after {repetition} repetitions: the next one would exceed {plan.budget:.0f} s")
            break
        order.shuffle(todo)
        tell(f"repetition {repetition + 1} of {plan.repetitions}: {len(todo)} runs")
        runs += [run(subject, case, plan) for subject, case in todo]
    return runs


def run(subject: Subject, case: Case, plan: Plan) -> Run:
    words = [subject.program, "--bytes", str(plan.bytes), "--rounds", str(plan.rounds), "--json"]
    launcher = [find.program("hocket-run")] if case.under_hocket else []
    command = subject.library.command(plan.ranks, [*launcher, *words])
    shown = " ".join([*(f"{k}={v}" for k, v in case.settings.items()), *command])
    with tempfile.TemporaryDirectory(prefix="hocket-demo-") as folder:
        explain = {"HOCKET_EXPLAIN": str(Path(folder) / "explain")} if case.under_hocket else {}
        environment = subject.library.environment(plan.ranks, case.settings | explain)
        done = Run(subject, case, shown)
        try:
            ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False)
            judge(done, ended)
        except subprocess.TimeoutExpired:
            done.failure = f"did not end within {LIMIT} s"
        done.explained = "".join(sorted({file.read_text(errors="replace") for file in Path(folder).iterdir()}))
    return done


def judge(done: Run, ended: subprocess.CompletedProcess) -> None:
    lines = [line for line in ended.stdout.splitlines() if line.startswith("{")]
    if len(lines) == 1:
        done.result = json.loads(lines[0])
    if ended.returncode or len(lines) != 1:
        words = (ended.stderr.strip() or ended.stdout.strip() or "no message").splitlines()
        done.failure = f"status {ended.returncode}: {words[-1]}"
