# SPDX-License-Identifier: BSD-3-Clause
"""`hocket check` on a network that loses packets of multicast."""

import json

import pytest

SEEDS = ",".join(f"lossy:{seed}" for seed in range(1, 5))
PARTS = (
    "levels(across=multicast)",
    "rooted(reduce=knomial,bcast=multicast)",
    "levels(across=multicast,inside=knomial)",
)


@pytest.mark.parametrize(
    "collectives, algorithms, layouts",
    [
        (("bcast", "barrier", "scatter", "allgather", "allgatherv"), ("multicast",), "apart"),
        (("bcast", "barrier", "allreduce"), PARTS, "regular,uneven,cyclic"),
        (("allgather",), ("multicast:senders=4",), "apart"),
    ],
)
def test_messages_by_multicast_survive_a_bad_network(run, collectives, algorithms, layouts):
    words = [word for one in algorithms for word in ("--algorithm", one)]
    words += ["--ranks", "1-20", "--layouts", layouts, "--orders", SEEDS]
    status, out, err = run("check", *collectives, *words, "--json")
    found = json.loads(out)
    assert status == 0 and found["failures"] == [] and found["checks"] > 100, err


@pytest.mark.parametrize("order", ["lossy:many", "lossy:", "lossy", "seed:4294967296", "lossy:-1"])
def test_an_order_that_is_none_is_refused(run, order):
    status, _, err = run("check", "bcast", "--ranks", "2", "--orders", order)
    assert status == 2 and "lossy:N" in err
