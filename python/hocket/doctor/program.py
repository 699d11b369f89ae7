# SPDX-License-Identifier: BSD-3-Clause
"""A program's three dearest collectives, and what mends them: with Hocket, as measured here, and without it."""

import platform
import re
import shutil
import tempfile
from pathlib import Path

from hocket import mpi, tool
from hocket.bench import launch, merge, plan
from hocket.mpi import Mpi
from hocket.profile import command, run
from hocket.profile.document import Row, rows
from hocket.stop import Stop
from hocket.tune.places import BY_THE_WHOLE

FAMILIES = {"mpich": "mpich", "openmpi": "ompi"}
MOST = 3
SECONDS = 4  # of measuring for each


def examine(words: list[str], prefix: Path | None) -> dict:
    """Profiles the program, as it is without Hocket."""
    with tempfile.TemporaryDirectory(dir=".", prefix=".hocket-") as folder:  # other hosts may see it
        profile = run.run(words, Path(folder) / "profile.json", under=False, quiet=True)
    library = launched_by(words, prefix)
    dearest = sorted(rows(profile), key=lambda row: -saved_at_most(row))[:MOST]
    calls = [call(row, profile, library) for row in dearest if saved_at_most(row) > 0]
    return {"wall_us": profile["wall_us"], "collective_us": profile["collective_us"]["mean"], "calls": calls}


def saved_at_most(row: Row) -> float:
    """Microseconds of a rank: what it waits for late ranks is nothing that an algorithm could save."""
    return row.time * (1 - (row.wait or 0)) if row.ranks > 1 else 0


def launched_by(words: list[str], prefix: Path | None) -> Mpi | None:
    """The MPI whose launcher starts the program."""
    name = shutil.which(words[0])
    if prefix or not name or command.name_of(name) not in ("mpiexec", "mpirun", "mpiexec.hydra"):
        return mpi.choose(prefix)
    known = next((one for one in mpi.all_known(None) if one.launcher.resolve() == Path(name).resolve()), None)
    return known or mpi.at(Path(name).absolute())


def call(row: Row, profile: dict, library: Mpi | None) -> dict:
    size = round(row.mean_bytes)
    found = {
        "collective": row.name,
        "ranks": row.ranks,
        "nodes": row.nodes,
        "bytes": size,
        "calls": row.calls,
        "time_us": row.time,
        "wait_share": row.wait,
    }
    if row.form != "blocking" or row.collective not in plan.AMONG_ALL:
        return found | {"why_not": f"{row.name}: nothing is known of what would be faster"}
    found |= explained(row, size, native_name(profile["library"]))
    if row.nodes > 1:
        return found | {"why_not": f"measured on {row.nodes} nodes only: hocket tune where the job runs"}
    if platform.node() not in profile["hosts"]:
        return found | {"why_not": "it ran on other hosts: hocket tune there measures what Hocket brings"}
    if library and (native_name(profile["library"]) or "").partition("-")[0] != FAMILIES.get(library.family):
        return found | {"why_not": f"it runs on another library than {library.name}; --mpi names its prefix"}
    return found | measured(row, size, library)


def native_name(text: str) -> str | None:
    """As hocket explain --native has it, from what the library says of itself."""
    for pattern, family in ((r"MPICH Version:\s*(\d+\.\d+)", "mpich"), (r"Open MPI v(\d+\.\d+)", "ompi")):
        if match := re.search(pattern, text):
            return f"{family}-{match[1]}"
    return None


def explained(row: Row, size: int, native: str | None) -> dict:
    """What runs natively, where that is known, and which of the library's own settings is predicted to be faster."""
    words = ["explain", row.collective, "--nodes", str(row.nodes), "--ppn", str(-(-row.ranks // row.nodes))]
    words += ["--ranks", str(row.ranks)] + ([] if row.collective == "barrier" else ["--bytes", str(size)])
    try:
        answer = tool.read(tool.ask([*words, *(["--native", native] if native else [])])[0])
    except Stop:
        return {}
    found = {"hocket": answer["chosen"]["algorithm"], "reason": answer["chosen"]["reason"]}
    known = answer.get("native", {})
    if "algorithm" in known:
        found["native"] = known["algorithm"]
    if "mend" in known:
        mend = known["mend"]
        found["without"] = {"settings": mend["settings"], "factor": round(known["time_us"] / mend["time_us"], 2)}
    return found


def measured(row: Row, size: int, library: Mpi | None) -> dict:
    """The time under Hocket over that of the library's own."""
    if not library:
        return {"why_not": "no launcher of the program's MPI is known here"}
    job = plan.Job(("native", "auto"), collective=row.collective)
    words = ["-i", "20", "-x", "2", "-r", "30", "--seconds", str(SECONDS), "--slice", "3000"]
    if row.collective in plan.WITH_COUNTS:
        words += ["--counts", "equal", "--counts-seed", "1"]
    if row.collective != "barrier":
        words += ["--sizes", str(max(1, size // (row.ranks if row.collective in BY_THE_WHOLE else 1)))]
    try:
        document = merge.merge([job], [launch.start(library, row.ranks, job, words)], 1)
    except Stop as problem:
        return {"why_not": f"it could not be measured: {problem}"}
    ratio = next(one["ratio"] for one in document["results"] if one["variant"] == "auto")
    return {"ratio": ratio, "saved_us": round(saved_at_most(row) * (1 - ratio["value"]), 1)}
