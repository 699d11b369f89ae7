#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""on_device.py [--double] [LIBRARY...]: collectives on memory of the GPU that is here, by the programs of tests/mpi.

The same as the checks with the test double, with a driver that the loader finds. One line a launch, and at the end
"N passed, N failed, N skipped".
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "mpi"))
import device_checks  # noqa: E402
import libraries  # noqa: E402
import run  # noqa: E402


def main() -> int:
    names = [word for word in sys.argv[1:] if word != "--double"]
    device_checks.REAL = "--double" not in sys.argv
    report = run.Report()
    run.PROGRAMS.clear()
    for checks in (run.reduction_checks, run.rooted_checks, run.alltoall_checks, run.neighbor_checks, device_checks):
        run.PROGRAMS.update(checks.PROGRAMS)
    run.IN_MODES[:] = ["reductions", "allgathers", "rooted", "alltoalls", "neighbors"]
    for name in names or ["mpich", "ompi5"]:
        library = libraries.find(name)
        if library.missing:
            report.say("skipped", name, library.missing)
            continue
        bench = run.Bench(library, ROOT / "build" / "release", report)
        device_checks.check(bench)
        if device_checks.REAL:
            device_checks.algorithms(bench, 3, all_of_them=False, limit=120)
    print(", ".join(f"{n} {verdict}" for verdict, n in report.counts.items()))
    return 1 if report.counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
