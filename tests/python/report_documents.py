# SPDX-License-Identifier: BSD-3-Clause
"""Documents for tests of the report: made from formulas, so that every number can be told beforehand."""

import random

SPECS = ["native", "auto", "knomial", "knomial:k=4", "kary", "chain", "ring", "flat", "bine"]
COLLECTIVES = ["bcast", "reduce", "allreduce", "gather", "scatter", "allgather", "alltoall", "scan"]


def row(variant: str, size: int, us: float, rounds: int = 5, **more) -> dict:
    times = [round(us * (0.98 + 0.01 * i), 3) for i in range(rounds)]
    found = {"variant": variant, "bytes": size, "samples": 10 * rounds, "verified": True, "time_us": round(us, 3)}
    found |= {"low_us": times[0], "high_us": times[-1], "avg_us": us, "root_us": us, "min_us": us, "max_us": us}
    return found | {"rounds_us": [times]} | more


def measurement(collective: str, ranks: int, results: list[dict], **more) -> dict:
    names = list(dict.fromkeys(one["variant"] for one in results))
    found = {"schema": "hocket-bench-1", "collective": collective, "library": "MPICH Version: 5.0.2", "hosts": ["h0"]}
    found |= {"ranks": ranks, "ranks_on_node": ranks, "cores": 2, "root": 0, "seed": 1, "iterations": 10, "warmup": 1}
    found |= {"rounds": 5, "start": "barrier", "late_starts": 0, "launches": 1}
    found["variants"] = [{"name": n, "spec": "native" if n == "native'" else n, "environment": {}} for n in names]
    return found | {"results": results} | more


def crossing(collective: str = "bcast", ranks: int = 4, border: int = 1024) -> dict:
    """knomial:k=4 takes half of native's time up to the border, then twice it; native again is the same."""
    results = []
    for size in (1 << k for k in range(3, 21)):
        native = 10 + size / 1000
        other = native * (0.5 if size <= border else 2.0)
        results += [row("native", size, native), row("native'", size, native), row("knomial:k=4", size, other)]
    return measurement(collective, ranks, results)


def described(**more) -> dict:
    """A machine, as hocket bench says it."""
    found = {"host": "h0", "system": "Linux 6.1 x86_64", "cpu": "AMD EPYC 7763", "cores": 64, "usable_cores": 2}
    found |= {"numa_nodes": 1, "caches": {"L1 data": "32K", "L3": "32768K"}, "memory_GB": 16.4, "load": 0.25}
    found |= {"governor": "performance", "mpi": "MPICH 5.0.2", "environment": {"UCX_TLS": "sm"}, "hocket": "0.9"}
    return found | {"date": "2026-01-02T03:04:05+00:00"} | more


def together(*measurements: dict) -> dict:
    return {"schema": "hocket-bench-1", "measurements": list(measurements)}


def many(rows: int) -> dict:
    """At least so many rows, over eight collectives and many numbers of ranks."""
    draw, found, ranks = random.Random(1), [], 1
    while sum(len(one["results"]) for one in found) < rows:
        ranks += 1
        for collective in COLLECTIVES:
            sizes = (1 << k for k in range(23))
            results = [row(s, n, (2 + n / 4e3) * draw.uniform(0.5, 2) + ranks, 2) for n in sizes for s in SPECS]
            found.append(measurement(collective, ranks, results))
    return together(*found)


def profile(calls: list[dict], **more) -> dict:
    found = {"schema": "hocket-profile-1", "program": "mpiexec -n 4 ./app", "library": "MPICH Version: 5.0.2"}
    found |= {"ranks": 4, "nodes": 1, "cores": 2, "hosts": ["h0"], "wall_us": 3e7, "clock_error_us": 0.4}
    found["collective_us"] = {"mean": 1e7, "max": 1.2e7}
    found["communicators"] = [
        {"id": 0, "ranks": 4, "nodes": 1, "layout": "1x4", "many": 1},
        {"id": 1, "ranks": 64, "nodes": 8, "layout": "8x8", "many": 2},
    ]
    return found | {"calls": calls} | more


def call(collective: str, size: list[int] | None, calls: int, mean: float, **more) -> dict:
    found = {"collective": collective, "form": "blocking", "communicator": 0, "bytes": size, "calls": calls}
    found |= {"mean_bytes": size[0] if size else 10.5, "wait_share": 0.25, "algorithms": {"native": calls}}
    found["time_us"] = {"mean": mean, "max": mean * 1.5, "one_call": mean / max(calls, 1)}
    return found | {"imbalance_us": {"median": 3.0, "p95": 9.0}} | more


def guidelines() -> dict:
    def one(name: str, factor: tuple[float, float, float]) -> dict:
        value, low, high = factor
        where = {"collective": name, "bytes": 1024, "ranks": 4, "mock": "gather + bcast"}
        times = {"native_us": 40 * value, "mock_us": 40.0, "factor": {"value": value, "low": low, "high": high}}
        return where | times | {"violated": low > 1}

    content = [one("allgather", (1.95, 1.7, 2.2)), one("allreduce", (1.05, 0.9, 1.2)), one("scan", (0.8, 0.7, 0.9))]
    content[2]["call"] = "Iscan + Wait"
    found = {"schema": "hocket-guidelines-1", "library": "MPICH Version: 5.0.2", "ranks": 4, "hosts": ["h0"]}
    found |= {"ranks_on_node": 4, "cores": 2, "seed": 1}
    return found | {"guidelines": content}


def samples(*documents: dict) -> list[dict]:
    """The lines of a journal of hocket tune."""
    asked = {"mpi": "mpich 5.0.2", "sizes": None, "machine": "shared-memory", "seed": 1}
    lines = [{"schema": "hocket-samples-1", "asked": asked}]
    for document in documents:
        inner = {key: value for key, value in document.items() if key != "launches"}
        where = {"collective": document["collective"], "ranks": document["ranks"], "step": "scout", "seconds": 1.5}
        lines.append(where | {"document": inner})
    return lines


def forced(collective: str, turn: int, times: dict[str, float]) -> list[dict]:
    """Lines of a journal of hocket tune --native: whatever is forced, the job calls it native."""
    found = []
    for algorithm, us in times.items():
        rows = [row(name, size, us) for size in (8, 64, 512) for name in ("native", "native'")]
        where = {"collective": collective, "ranks": 4, "step": "scout", "turn": turn, "variant": algorithm}
        document = measurement(collective, 4, rows)
        del document["launches"]
        found.append(where | {"seconds": 1.5, "document": document})
    return found


def table() -> dict:
    def rule(low: int, high: int, algorithm: str) -> dict:
        place = {"collective": "bcast", "nodes": [1, 2], "ppn": [4, 5], "bytes": [low, high]}
        return place | {"algorithm": algorithm, "confidence": 0.75, "samples": 40}

    rules = [rule(0, 1449, "knomial:k=4"), rule(1449, 1 << 62, "native")]
    return {"schema": "hocket-table-1", "provenance": {"machine": "AMD <EPYC>", "seed": 1}, "rules": rules}
