# SPDX-License-Identifier: BSD-3-Clause
"""One document from all jobs: the same variant's launches together, and ratios to native with their intervals."""

from collections.abc import Iterator
from statistics import median

from hocket import stats
from hocket.bench.plan import Job

SUMMED, LEAST, MOST = ("samples",), ("min_us",), ("max_us",)
MIDDLE = ("time_us", "fastest_us", "avg_us", "root_us")
MIDDLES = ("percentiles_us", "overlap")  # of each value in them
BY_LAUNCH = ("rounds_us", "rounds_at_s")


def merge(jobs: list[Job], documents: list[dict], seed: int) -> dict:
    main = next(d for job, d in zip(jobs, documents, strict=True) if not job.variant)
    environments = {job.variant: job.environment for job in jobs if job.variant}
    variants = [v | {"environment": {}} | orders(v, documents) for v in main["variants"]]
    variants += [{"name": name, "spec": "native", "environment": env} for name, env in environments.items()]
    order = [v["name"] for v in variants]
    wrong = sorted({name for d in documents for name in d.get("wrong", [])})
    rows = {key: of for key, of in by_size_and_variant(jobs, documents).items() if key[1] not in wrong}
    merged = [together(rows[key]) for key in sorted(rows, key=lambda key: (key[0], order.index(key[1])))]
    others = [name for name in order if name != "native"]
    summary = summaries(merged, others, set(environments), main.get("communicators", 1), seed)
    reached = {row["bytes"] for row in merged}
    unreached = sorted({size for d in documents for size in d.get("unreached", [])} - reached)
    main = {key: value for key, value in main.items() if key != "unreached"}
    if unreached:
        main["unreached"] = unreached
    if wrong:  # in one launch, at one size: no number of it is to be had
        main["wrong"] = wrong
    return main | {
        "rounds": max(d["rounds"] for d in documents),
        "launches": len(jobs) // (1 + len(environments)),
        "variants": variants,
        "late_starts": sum(d["late_starts"] for d in documents),
        "results": merged,
        "summary": summary,
    }


def orders(variant: dict, documents: list[dict]) -> dict:
    """In which order each launch had the ranks of a variant that has renumbered them."""
    named = [v for d in documents for v in d["variants"] if v["name"] == variant["name"]]
    return {"ranks": [order for v in named for order in v["ranks"]]} if "ranks" in variant else {}


def by_size_and_variant(jobs: list[Job], documents: list[dict]) -> dict[tuple[int, str], list[dict]]:
    rows: dict[tuple[int, str], list[dict]] = {}
    for job, document in zip(jobs, documents, strict=True):
        for row in wanted(job, document):
            rows.setdefault((row["bytes"], row["variant"]), []).append(row)
    return rows


def wanted(job: Job, document: dict) -> list[dict]:
    """Of a job with settings of its own, only native counts, under the name of these settings."""
    if not job.variant:
        return document["results"]
    return [row | {"variant": job.variant} for row in document["results"] if row["variant"] == "native"]


def together(launches: list[dict]) -> dict:
    if len(launches) == 1:
        return dict(launches[0])
    row = dict(launches[0])
    row |= {key: sum(part[key] for part in launches) for key in SUMMED}
    row |= {key: min(part[key] for part in launches) for key in LEAST}
    row |= {key: max(part[key] for part in launches) for key in MOST}
    row |= {key: median(part[key] for part in launches) for key in MIDDLE}
    for key in MIDDLES:
        if key in row:
            row[key] = {name: median(part[key][name] for part in launches) for name in row[key]}
    if "settled" in row:
        row["settled"] = all(part["settled"] for part in launches)
    row["verified"] = all(part["verified"] for part in launches)
    for key in BY_LAUNCH:
        if key in row:
            row[key] = [rounds for part in launches for rounds in part[key]]
    interval = stats.of_median(row["rounds_us"])
    return row | {"low_us": min(row["time_us"], interval.low), "high_us": max(row["time_us"], interval.high)}


def units(row: dict, paired: bool, communicators: int) -> stats.Sample:
    """In one job each communicator had its memory by chance; whole jobs differ by more than that."""
    return stats.split(row["rounds_us"], communicators) if paired else row["rounds_us"]


def pairs_of(rows: list[dict], variant: str, paired: bool, communicators: int) -> Iterator[tuple]:
    """(row, its sample, native's) at each size."""
    base = {row["bytes"]: row for row in rows if row["variant"] == "native"}
    for row in rows:
        if row["variant"] == variant and row["bytes"] in base:
            yield row, units(row, paired, communicators), units(base[row["bytes"]], paired, communicators)


def add_ratios(pairs: list[tuple], paired: bool, seed: int) -> None:
    for row, mine, native in pairs:
        found = stats.ratio(mine, native, paired, seed)
        row["ratio"] = found.as_dict()
        row["significant"] = not found.holds(1) and stats.tells(mine, native, paired)


def summaries(rows: list[dict], names: list[str], apart: set[str], communicators: int, seed: int) -> list[dict]:
    found = []
    for name in names:
        paired = name not in apart
        pairs = list(pairs_of(rows, name, paired, communicators))
        if not pairs:
            continue  # it fits at no size, or delivers wrong data
        add_ratios(pairs, paired, seed)
        mean = stats.geometric_mean([pair[1:] for pair in pairs], paired, seed)
        found.append({"variant": name, "ratio": mean.as_dict()})
    return found


def points(document: dict) -> Iterator[dict]:
    """Each point as a document by itself."""
    shared = {key: value for key, value in document.items() if key != "summary"}
    for row in document["results"]:
        yield shared | {"results": [row]}


def in_one(documents: list[dict]) -> dict:
    """One document, whether one collective was measured or several."""
    if len(documents) == 1:
        return documents[0]
    return {"schema": "hocket-bench-1", "measurements": documents}
