# SPDX-License-Identifier: BSD-3-Clause
"""Documents of simulations that nobody ran: small ones, for tests of what is made of them."""

TIMES = {
    "then(scatter=knomial,allgather=recursive-doubling)": 1400.0,
    "kary": 4800.0,
    "knomial": 4600.0,
    "kary:segment=8K": 3300.0,
    "then(scatter=knomial,allgather=ring)": 7200.0,
    "circulant:blocks=64": 1200.0,
    "lanes(across=circulant:blocks=64,inside=then(scatter=knomial,allgather=bruck))": 1900.0,
}
RING = "then(scatter=knomial,allgather=ring)"


def row(algorithm, time, **more):
    return {
        "algorithm": algorithm,
        "time_us": time,
        "avg_us": time * 0.9,
        "root_us": time * 0.8,
        "bound_us": 600.0,
        "declared_us": time * 1.1,
        "rounds": 13,
        "messages": 6143,
        "bytes_busiest_nic": 1221360.0,
        "abandoned": False,
        "extrapolated": False,
    } | more


def document(results, bytes=1221360, **more):
    """The fastest that was run to its end is both best and auto."""
    best = min((r for r in results if not r["abandoned"]), key=lambda r: r["time_us"])["algorithm"]
    place = {"collective": "bcast", "machine": "aurora", "nodes": 512, "ppn": 12, "bytes": bytes}
    turns = {"repeat": 2, "rotate_root": True}
    return {"schema": "hocket-simulate-1"} | place | turns | {"results": results, "auto": best, "best": best} | more


def of_size(bytes, slow=4.0):
    """All algorithms of the demo; times grow with the size, and what is `slow` times the best has been given up."""
    scale = 0.02 + bytes / 1221360
    best = min(TIMES.values())
    rows = [row(spec, us * scale, abandoned=us > slow * best) for spec, us in TIMES.items()]
    return document(rows, bytes)


def published_pair(full_ring=False):
    """What the gallery's two questions are answered with."""
    noise = {"time_noisy_us": {"median": 5000.0, "p95": 9000.0}}
    ring = row(RING, TIMES[RING], **({"time_noisy_us": {"median": 9e5, "p95": 1e6}} if full_ring else {}))
    return [document([row(s, t, **noise) for s, t in TIMES.items() if s != RING]), document([ring])]
