# SPDX-License-Identifier: BSD-3-Clause
"""One document from all jobs: the same variant's launches together, and ratios to native with their intervals."""

from statistics import median

from hocket import stats
from hocket.bench.plan import Job

SUMMED, LEAST, MOST = ("samples",), ("min_us",), ("max_us",)
MIDDLE = ("time_us", "avg_us", "root_us")


def merge(jobs: list[Job], documents: list[dict], seed: int) -> dict:
    main = next(d for job, d in zip(jobs, documents, strict=True) if not job.variant)
    environments = {job.variant: job.environment for job in jobs if job.variant}
    variants = [v | {"environment": {}} for v in main["variants"]]
    variants += [{"name": name, "spec": "native", "environment": env} for name, env in environments.items()]
    order = [v["name"] for v in variants]
    rows = by_size_and_variant(jobs, documents)
    merged = [together(rows[key]) for key in sorted(rows, key=lambda key: (key[0], order.index(key[1])))]
    add_ratios(merged, set(environments), seed)
    return main | {
        "launches": len(jobs) // (1 + len(environments)),
        "variants": variants,
        "late_starts": sum(d["late_starts"] for d in documents),
        "results": merged,
        "summary": [summarise(merged, name, name not in environments, seed) for name in order if name != "native"],
    }


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
    row["verified"] = all(part["verified"] for part in launches)
    row["rounds_us"] = [rounds for part in launches for rounds in part["rounds_us"]]
    interval = stats.of_median(row["rounds_us"])
    return row | {"low_us": min(row["time_us"], interval.low), "high_us": max(row["time_us"], interval.high)}


def add_ratios(rows: list[dict], apart: set[str], seed: int) -> None:
    base = {row["bytes"]: row["rounds_us"] for row in rows if row["variant"] == "native"}
    for row in rows:
        if row["variant"] != "native":
            paired = row["variant"] not in apart
            row["ratio"] = stats.ratio(row["rounds_us"], base[row["bytes"]], paired, seed).as_dict()


def summarise(rows: list[dict], variant: str, paired: bool, seed: int) -> dict:
    base = {row["bytes"]: row["rounds_us"] for row in rows if row["variant"] == "native"}
    pairs = [(row["rounds_us"], base[row["bytes"]]) for row in rows if row["variant"] == variant]
    return {"variant": variant, "ratio": stats.geometric_mean(pairs, paired, seed).as_dict()}


def in_one(documents: list[dict]) -> dict:
    """One document, whether one collective was measured or several."""
    if len(documents) == 1:
        return documents[0]
    return {"schema": "hocket-bench-1", "measurements": documents}
