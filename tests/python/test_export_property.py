# SPDX-License-Identifier: BSD-3-Clause
"""Random tables: what is written, read back as the library reads it, names what the table names."""

import itertools
import json
import random

import pytest
from hocket.commands.export import for_mpich, for_ompi
from hocket.natives import mpich, ompi
from native_readers import Classic, csel, ranges
from test_export_trees import DEMANDS, situation

FINE = 128  # up to so many ranks limits are exact
SIZED = sorted(set(ompi.TABLE) - ompi.ANY_SIZE)
TREES = sorted(set(mpich.TABLE) - mpich.ANY_SIZE)


def cut(draw: random.Random, points: list[int], pieces: int) -> list[list[int]]:
    ends = sorted(draw.sample(points, min(pieces + 1, len(points))))
    return [[low, high] for low, high in itertools.pairwise(ends)]


def table(draw: random.Random, library: str, version: str, collectives: list[str], names) -> dict:
    """Disjoint rules with gaps; sizes of blocks where a table counts blocks."""
    rules = []
    for collective in draw.sample(collectives, 4):
        for ranks in cut(draw, [2, 3, 4, 5, 8, 9, 17, 33, 100, 128], draw.randint(1, 4)):
            for size in cut(draw, [0, 1, 7, 64, 1000, 4096, 65536, 1 << 20, 1 << 24, 1 << 62], draw.randint(1, 5)):
                if draw.random() < 0.8:
                    name = draw.choice(names(collective))
                    rules.append({"collective": collective, "ranks": ranks, "bytes": size, "algorithm": name})
    return {
        "schema": "hocket-native-table-1",
        "provenance": {"library": library, "version": version},
        "rules": rules,
    }


def wanted(rules: list[dict], collective: str, ranks: int, size: int) -> str:
    for rule in rules:
        (first, end), (low, high) = rule["ranks"], rule["bytes"]
        if rule["collective"] == collective and first <= ranks < end and low <= size < high:
            return rule["algorithm"]
    return ""


def places(draw: random.Random, rules: list[dict]):
    for collective in sorted({rule["collective"] for rule in rules}):
        edges = {end + k for r in rules if r["collective"] == collective for end in r["bytes"] for k in (-1, 0, 1)}
        for _ in range(120):
            size = draw.choice([draw.choice(sorted(edges)), draw.randrange(1 << draw.randrange(1, 26))])
            yield collective, draw.randrange(1, FINE + 1), size


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("target", ["ompi4", "ompi5", "ompi6"])
def test_open_mpi_reads_what_the_table_says(tmp_path, target, seed):
    draw = random.Random(f"{target} {seed}")
    version = {"ompi4": "4.1.4", "ompi5": "5.0.11", "ompi6": "6.0"}[target]

    def names(collective: str) -> list[str]:
        return [name for name in ompi.algorithms(collective, version) if name != "two_proc"]

    document = table(draw, "openmpi", version, SIZED, names)
    (tmp_path / "t.json").write_text(json.dumps(document))
    text = for_ompi(target, tmp_path / "t.json", None, True)[1]
    read = None if target == "ompi6" else Classic(text)
    for collective, ranks, size in places(draw, document["rules"]):
        message = ompi.message(collective, size, ranks)
        if not 0 <= message <= 2147483647:
            continue
        name = wanted(document["rules"], collective, ranks, size)
        if read is None:
            found = ranges(text, collective, ranks, message, True).get("alg", 0)
            found = found if isinstance(found, int) else ompi.id_of(collective, found, version)
        else:
            found = read.lookup(ompi.TABLE[collective][0], ranks, message)[0]
        assert found == ompi.id_of(collective, name, version), (target, seed, collective, ranks, size)


@pytest.mark.parametrize("seed", range(16))
def test_mpich_reads_what_the_table_says(tmp_path, seed):
    draw = random.Random(f"mpich {seed}")
    document = table(draw, "mpich", "5.0.2", TREES, lambda name: list(mpich.algorithms(name, "5.0")))
    (tmp_path / "t.json").write_text(json.dumps(document))
    text = for_mpich(tmp_path / "t.json", None, None, None)[1]
    tree, base = json.loads(text), json.loads(for_mpich_without(tmp_path))
    for collective, ranks, size in places(draw, document["rules"]):
        message = mpich.message(collective, size, ranks)
        if ranks < 2 or not 0 <= message <= 2147483647:
            continue
        at = situation(draw) | {"comm_size": ranks, "comm_type": "intra"}
        at |= {"avg_msg_size": message, "total_msg_size": message}
        name, key = wanted(document["rules"], collective, ranks, size), f"collective={collective}"
        fits = name and all(DEMANDS[demand](at) for demand in mpich.TABLE[collective][name].demands)
        expected = f"MPIR_{collective.capitalize()}_intra_{name}" if fits else csel(base[key], at)[0]
        assert csel(tree[key], at)[0] == expected, (seed, collective, ranks, size, at)


def for_mpich_without(folder) -> str:
    """A table that changes nothing of what is looked at."""
    rule = {"collective": "barrier", "algorithm": "smp", "ranks": [1 << 20, 1 << 21]}
    document = {"schema": "hocket-native-table-1", "provenance": {"library": "mpich", "version": "5.0.2"}}
    (folder / "none.json").write_text(json.dumps(document | {"rules": [rule]}))
    return for_mpich(folder / "none.json", None, None, None)[1]


@pytest.mark.parametrize("seed", range(10))
def test_beyond_so_many_ranks_limits_are_off_by_less_than_a_hundredth(tmp_path, seed):
    draw = random.Random(seed)
    limit = draw.randrange(100, 2000)
    rules = [{"collective": "allgather", "ranks": [2, 1 << 62], "bytes": [0, limit], "algorithm": "bruck"}]
    document = {"schema": "hocket-native-table-1", "provenance": {"library": "openmpi", "version": "5.0.11"}}
    (tmp_path / "t.json").write_text(json.dumps(document | {"rules": rules}))
    text = for_ompi("ompi5", tmp_path / "t.json", None, True)[1]
    assert len(text) < 200000
    read = Classic(text)
    for _ in range(200):
        ranks = draw.randrange(FINE, 100000)
        for size, bruck in ((int(limit * 0.99) - 1, True), (int(limit * 1.01) + 1, False)):
            assert (read.lookup(0, ranks, ranks * size)[0] == 2) == bruck, (seed, ranks, size)
