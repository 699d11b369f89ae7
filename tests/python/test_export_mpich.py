# SPDX-License-Identifier: BSD-3-Clause
"""Exported trees are read by MPICH itself: what they name runs there, seen by what it leaves behind.

A broadcast without one rank leaves a pattern of what has arrived, a sum of floats its last bits: with the file they are
those of the algorithm forced by a variable, and others than the library's own."""

import json
import tempfile
from pathlib import Path

import pytest
from hocket.export import trees
from hocket.natives import mpich
from hocket.natives.choice import choice
from real_libraries import Real, exported

RANKS = 5  # no power of two
ORIGIN = {"mpich": {"library": "mpich", "version": "5.0.2"}, "mpich4": {"library": "mpich", "version": "4.0.2"}}
BOTH = [pytest.param("mpich4", marks=pytest.mark.long), "mpich"]
OFF = {f"MPIR_CVAR_{name.upper()}_DEVICE_COLLECTIVE": "0" for name in mpich.TABLE}


@pytest.fixture
def seen(tmp_path):
    """Lines that a program of tests/mpi prints, by the call that they are about."""

    def prepare(name: str):
        real = Real(name, tmp_path)

        def see(program: str, calls: list[str], variables: dict, ranks: int = RANKS, apart: bool = False):
            more = {"MPIR_CVAR_NUM_CLIQUES": str(ranks)} if apart else {}
            with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
                words = [real.build(program), *([f"{folder}/buffers"] if program == "native_rules" else []), *calls]
                status, output = real.run(ranks, words, variables | more)
            assert status == 0, output[-2000:]
            return sorted(line for line in output.splitlines() if ":" in line and not line.startswith("library"))

        return real, see

    return prepare


def bcast(algorithm: str, low: int, high: int, **parameters) -> dict:
    place = {"collective": "bcast", "ranks": [4, 6], "nodes": [1, 2], "bytes": [low, high], "algorithm": algorithm}
    return place | ({"parameters": parameters} if parameters else {})


def odd(name: str) -> list[dict]:
    """From 200 bytes on a ring instead of a tree; below, where the version has it, a chain instead of a tree."""
    ring = bcast("scatter_ring_allgather", 200, 1 << 62)
    chain = bcast("tree", 0, 200, tree_type="kary", k=1)
    return [ring, bcast("binomial", 0, 200)] if name == "mpich4" else [ring, chain]


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("origin", ["built", *(pytest.param(x, marks=pytest.mark.long) for x in ("inside", "given"))])
def test_an_odd_broadcast_runs(run, tmp_path, seen, name, origin):
    real, see = seen(name)
    prefix = Path(real.library.mpiexec[0]).resolve().parent.parent if name == "mpich" else Path("/usr")
    words = []
    if origin == "given":
        (tmp_path / "generic.json").write_text(json.dumps(trees.inside(prefix)[0]))
        words = ["--tree", tmp_path / "generic.json"]
    if origin == "inside" and name == "mpich":
        words = ["--mpi", Path(real.library.mpiexec[0]).parent.parent]
    rules = odd(name)
    variables = exported(run, tmp_path, "mpich", rules, ORIGIN[name], *words)
    assert variables["MPIR_CVAR_BCAST_DEVICE_COLLECTIVE"] == "0"
    own, found = see("native_rules", ["199", "200"], OFF), see("native_rules", ["199", "200"], variables)
    for rule, size in ((rules[1], "199"), (rules[0], "200")):
        chosen = choice(rule["algorithm"], **rule.get("parameters", {}))
        forced = see("native_rules", [size], mpich.force("bcast", chosen, ORIGIN[name]["version"]))
        assert [line for line in found if line.startswith(size)] == forced
        assert [line for line in own if line.startswith(size)] != forced or rule["algorithm"] == "binomial"


def test_a_rule_of_one_node_is_silent_on_several(run, tmp_path, seen):
    _, see = seen("mpich")
    variables = exported(run, tmp_path, "mpich", odd("mpich"), ORIGIN["mpich"])
    on_one, apart = (see("native_rules", ["199"], variables, apart=apart) for apart in (False, True))
    assert apart == see("native_rules", ["199"], OFF, apart=True) != on_one


SUMS = {"allreduce": "ring", "reduce": "reduce_scatter_gather", "reduce_scatter": "pairwise"}


@pytest.mark.parametrize("name", BOTH)
def test_odd_reductions_run_where_operators_allow_it(run, tmp_path, seen, name):
    """The last bits are those of the algorithm forced; of an operator that does not commute, those of the library."""
    _, see = seen(name)
    names = SUMS | ({"allreduce": "reduce_scatter_allgather"} if name == "mpich4" else {})
    rules = [{"collective": c, "ranks": [5, 6], "bytes": [0, 4000], "algorithm": a} for c, a in names.items()]
    version = ORIGIN[name]["version"]
    variables = exported(run, tmp_path, "mpich", rules, ORIGIN[name])
    forced = {k: v for c, a in names.items() for k, v in mpich.force(c, choice(a), version).items()}
    forced |= {"MPIR_CVAR_COLLECTIVE_FALLBACK": "silent"}

    def sums(operator: str, size: int, some: dict) -> list[str]:
        calls = [word for collective in names for word in (collective, operator, str(size))]
        return see("native_rules_results", calls, some)

    assert sums("built-in", 2000, variables) == sums("built-in", 2000, forced)
    # Forced by a variable these three run for all sizes, and the library takes others for small ones.
    assert sums("built-in", 2000, variables) != sums("built-in", 2000, OFF)
    assert sums("built-in", 4000, variables) == sums("built-in", 4000, OFF)
    assert sums("ordered", 2000, variables) == sums("ordered", 2000, OFF)


def every_leaf(version: str) -> list[dict[str, str]]:
    """Tables in which each algorithm of each collective stands once."""
    columns = [list(mpich.algorithms(collective, version)) for collective in mpich.TABLE]
    return [
        dict(zip(mpich.TABLE, (names[i % len(names)] for names in columns), strict=True))
        for i in range(max(map(len, columns)))
    ]


@pytest.mark.parametrize("ranks", [*(pytest.param(n, marks=pytest.mark.long) for n in (2, 4)), 5])
@pytest.mark.parametrize("name", BOTH)
def test_every_algorithm_gives_right_results(run, tmp_path, name, ranks):
    """Also of operators that do not commute, in place, and for fewer elements than ranks."""
    real = Real(name, tmp_path)
    for names in every_leaf(ORIGIN[name]["version"]):
        rules = [{"collective": c, "algorithm": a} for c, a in names.items()]
        variables = exported(run, tmp_path, "mpich", rules, ORIGIN[name])
        status, output = real.run(ranks, [real.build("export_right"), 1, 33], variables)
        assert status == 0 and "ok" in output, (names, output)


def test_a_file_of_whole_pages_is_read(run, tmp_path, seen):
    """One byte longer than whole pages: what the command makes of one that would fill its last page."""
    _, see = seen("mpich")
    variables = exported(run, tmp_path, "mpich", odd("mpich"), ORIGIN["mpich"])
    file = tmp_path / "mpich.rules"
    text = file.read_text()
    file.write_text(text + "\n" * (-len(text) % 4096 + 1))
    assert file.stat().st_size % 4096 == 1
    assert see("native_rules", ["199"], variables) != see("native_rules", ["199"], OFF)


def test_a_tree_of_one_collective_would_end_a_program(run, tmp_path):
    """Which is why a file is always whole."""
    real = Real("mpich", tmp_path)
    variables = exported(run, tmp_path, "mpich", odd("mpich"), ORIGIN["mpich"])
    file = tmp_path / "mpich.rules"
    tree = json.loads(file.read_text())
    assert real.run(2, [real.build("export_right"), 1], variables)[0] == 0
    file.write_text(json.dumps({"collective=bcast": tree["collective=bcast"]}) + "\n")
    assert real.run(2, [real.build("export_right"), 1], variables | OFF)[0] != 0


@pytest.mark.parametrize("name", BOTH)
def test_our_names_are_those_that_the_library_reads(tmp_path, name):
    real = Real(name, tmp_path)
    if name == "mpich":
        library = Path(real.library.mpiexec[0]).parent.parent / "lib" / "libmpi.so.12"
    else:
        library = next(Path("/usr/lib").glob("*/libmpich.so.12"))
    content, version = library.read_bytes(), ORIGIN[name]["version"]
    for collective in mpich.TABLE:
        kind = "allcomm" if collective in mpich.ALL_COMMUNICATORS else "intra"
        for algorithm, row in mpich.TABLE[collective].items():
            text = f"algorithm=MPIR_{collective.capitalize()}_{kind}_{algorithm}\0".encode()
            assert (text in content) == (algorithm in mpich.algorithms(collective, version)), (collective, algorithm)
            assert all(f"{key}=".encode() in content for key, _ in row.parameters) or name == "mpich4"
