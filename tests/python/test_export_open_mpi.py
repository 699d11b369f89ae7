# SPDX-License-Identifier: BSD-3-Clause
"""Exported files are read by Open MPI itself: odd algorithms run there, by the names of the functions it calls."""

import platform
import re
import shutil
import subprocess
from pathlib import Path

import native_readers
import pytest
from hocket.natives import ompi
from real_libraries import MPI_TESTS, Real, exported, names_called

import native_rules_called  # isort: skip

RANKS, SMALL, LARGE = 4, 96, 4096
ODD = {  # collective: below and from 1000 bytes on, none of them what the library takes by itself
    "allgather": ("neighbor", "linear"),
    "allgatherv": ("neighbor", "bruck"),
    "allreduce": ("basic_linear", "rabenseifner"),
    "alltoall": ("modified_bruck", "pairwise"),
    "alltoallv": ("pairwise", None),
    "barrier": ("double_ring", None),
    "bcast": ("split_binary_tree", "scatter_allgather_ring"),
    "exscan": ("recursive_doubling", None),
    "gather": ("linear_sync", None),
    "reduce": ("in-order_binary", "linear"),
    "reduce_scatter": ("butterfly", "non-overlapping"),
    "reduce_scatter_block": ("basic_linear", "recursive_doubling"),
    "scan": ("recursive_doubling", None),
    "scatter": ("linear_nb", None),
}
FUNCTIONS = {
    ("allreduce", "basic_linear"): "reduce_intra_basic_linear",
    ("reduce_scatter", "non-overlapping"): "reduce_scatter_intra_nonoverlapping",
    ("scatter", "linear_nb"): "scatter_intra_linear_nb",
    ("barrier", "double_ring"): "barrier_intra_doublering",
}
VERSIONS = {"ompi4": "4.1.4", "ompi5": "5.0.11"}
BOTH = [pytest.param("ompi4", marks=pytest.mark.long), "ompi5"]


def function(collective: str, algorithm: str) -> str:
    return FUNCTIONS.get((collective, algorithm)) or native_rules_called.functions(collective, algorithm)[0]


def rules_of(collective: str, names: tuple) -> list[dict]:
    cuts = [[0, 1 << 62]] if names[1] is None else [[0, 1000], [1000, 1 << 62]]
    plain = [{"collective": collective, "ranks": [RANKS, RANKS + 1]} for _ in cuts]
    return [rule | {"bytes": cut, "algorithm": name} for rule, cut, name in zip(plain, cuts, names, strict=False)]


@pytest.fixture
def watched(tmp_path):
    """Which algorithms a library calls, under variables."""
    if platform.machine() != "x86_64":
        pytest.skip("calls are watched on x86_64 only")

    def prepare(name: str):
        real = Real(name, tmp_path)
        program, audit = real.build("native_rules_called"), tmp_path / "audit.so"
        source = MPI_TESTS / "native_rules_audit.c"
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", audit, source], check=True)

        def watch(calls: list[tuple[str, int]], variables: dict, nodes: int = 1):
            words = [str(word) for collective, n in calls for word in (collective, 1, n)]
            status, output = real.run(RANKS, ["env", f"LD_AUDIT={audit}", program, *words], variables, nodes)
            assert status == 0, output[-3000:]
            return names_called(output)

        return real, watch

    return prepare


@pytest.mark.parametrize("name", BOTH)
def test_odd_algorithms_of_every_collective_run(run, tmp_path, watched, name):
    _, watch = watched(name)
    rules = [rule for collective, names in ODD.items() for rule in rules_of(collective, names)]
    origin = {"library": "openmpi", "version": VERSIONS[name]}
    variables = exported(run, tmp_path, name, rules, origin)
    calls = [(collective, n) for collective, names in ODD.items() for n in ((SMALL, LARGE) if names[1] else (SMALL,))]
    calls = [(collective, 0 if collective == "barrier" else n) for collective, n in calls]
    found, plain = watch(calls, variables), watch(calls, {})
    for collective, n in calls:
        chosen = function(collective, ODD[collective][n == LARGE])
        for rank in range(RANKS):
            assert chosen in found[rank, collective, n], (collective, n, rank, found[rank, collective, n])
        assert chosen not in plain.get((0, collective, n), []), f"{collective} of {n}: nothing odd about {chosen}"


@pytest.mark.parametrize("name", BOTH)
def test_limits_are_where_the_table_has_them(run, tmp_path, watched, name):
    """Blocks of 1000 bytes: 4000 for the library, where there are 4 ranks."""
    _, watch = watched(name)
    rules = [r for c in ("allgather", "alltoall", "reduce_scatter_block", "bcast") for r in rules_of(c, ODD[c])]
    variables = exported(run, tmp_path, name, rules, {"library": "openmpi", "version": VERSIONS[name]})
    calls = [(rule["collective"], n) for rule in rules[::2] for n in (999, 1000)]
    found = watch(calls, variables)
    for collective, n in calls:
        assert function(collective, ODD[collective][n == 1000]) in found[0, collective, n], (collective, n)


def test_format_2_is_read_by_5_0(run, tmp_path, watched):
    _, watch = watched("ompi5")
    rule = {"collective": "alltoall", "algorithm": "linear_sync", "parameters": {"max_requests": 2}}
    variables = exported(run, tmp_path, "ompi5", [rule], {"library": "openmpi", "version": "5.0.11"})
    assert (tmp_path / "ompi5.rules").read_text().startswith("rule-file-version-2")
    assert "alltoall_intra_linear_sync" in watch([("alltoall", 8)], variables)[0, "alltoall", 8]


@pytest.mark.long
def test_format_2_is_dropped_in_silence_by_4_1(run, tmp_path, watched):
    """Which is why it is not written for it."""
    _, watch = watched("ompi4")
    rule = {"collective": "bcast", "algorithm": "split_binary_tree"}
    variables = exported(run, tmp_path, "ompi4", [rule], {"library": "openmpi", "version": "4.1.4"})
    assert "bcast_intra_split_bintree" in watch([("bcast", 512)], variables)[0, "bcast", 512]
    file = tmp_path / "ompi4.rules"
    file.write_text("rule-file-version-2\n" + file.read_text())
    assert "bcast_intra_split_bintree" not in watch([("bcast", 512)], variables)[0, "bcast", 512]


@pytest.mark.parametrize("name", BOTH)
def test_results_stay_right_and_nothing_hangs(run, tmp_path, name):
    """Operators that do not commute, buffers in place, and counts that only the root of a scatter has."""
    real = Real(name, tmp_path)
    rules = [rule for collective, names in ODD.items() for rule in rules_of(collective, names)]
    variables = exported(run, tmp_path, name, rules, {"library": "openmpi", "version": VERSIONS[name]})
    status, output = real.run(RANKS, [real.build("export_right"), 1, 7, 500], variables)
    assert status == 0 and "ok" in output, output


def test_what_is_refused_would_be_wrong(run, tmp_path):
    """Open MPI reduces by a rule in whatever order, whether the operator commutes or not."""
    real = Real("ompi5", tmp_path)
    rules = [{"collective": "reduce", "algorithm": "pipeline"}]
    variables = exported(run, tmp_path, "ompi5", rules, {"library": "openmpi", "version": "5.0.11"}, "--commutative")
    status, output = real.run(RANKS, [real.build("export_right"), 7], variables)
    assert status != 0 and "reduce of 28 is wrong" in output


def several_nodes() -> None:
    own_name = shutil.which("unshare") and subprocess.run(["unshare", "--uts", "true"], check=False).returncode == 0
    if not own_name:
        pytest.skip("needs host names of its own (unshare --uts)")


def test_on_several_nodes_han_comes_before_a_file_unless_its_priority_is_0(run, tmp_path, watched):
    several_nodes()
    _, watch = watched("ompi5")
    rules = rules_of("bcast", ("pipeline", "split_binary_tree"))
    variables = exported(run, tmp_path, "ompi5", rules, {"library": "openmpi", "version": "5.0.11"})
    calls = [("bcast", SMALL), ("bcast", LARGE)]
    found = watch(calls, variables, nodes=2)
    assert (
        "bcast_intra_pipeline" in found[3, "bcast", SMALL] and "bcast_intra_split_bintree" in found[3, "bcast", LARGE]
    )
    del variables["OMPI_MCA_coll_han_priority"]
    without = watch(calls, variables, nodes=2)
    assert not {"bcast_intra_pipeline", "bcast_intra_split_bintree"} & {
        name for call in without.values() for name in call
    }


def test_han_reads_its_rules(run, tmp_path, watched):
    """Below 1000 bytes a broadcast of two nodes is `tuned`'s for all ranks, from there on HAN's."""
    several_nodes()
    _, watch = watched("ompi5")
    origin = {"library": "openmpi", "version": "5.0.11"}
    odd = {"collective": "bcast", "ranks": [4, 5], "nodes": [2, 3]}
    rules = [
        odd | {"bytes": [0, 1000], "algorithm": "pipeline"},
        odd | {"bytes": [1000, 1 << 62], "algorithm": "han", "parameters": {"variant": "simple"}},
    ]
    variables = exported(run, tmp_path, "han", rules, origin)
    beside = exported(run, tmp_path, "ompi5", [odd | {"algorithm": "pipeline"}], origin)
    variables |= {key: value for key, value in beside.items() if "han" not in key}
    found = watch([("bcast", SMALL), ("bcast", LARGE)], variables, nodes=2)
    assert "bcast_intra_pipeline" in found[3, "bcast", SMALL]
    assert "bcast_intra_pipeline" not in found[3, "bcast", LARGE] and found[3, "bcast", LARGE]


@pytest.mark.parametrize("name", BOTH)
def test_our_numbers_are_those_that_the_library_tells(tmp_path, name):
    real = Real(name, tmp_path)
    launcher = Path(shutil.which(real.library.mpiexec[0]))
    info = launcher.parent / "ompi_info"
    words = [info, "--param", "coll", "tuned", "--level", "9"]
    environment = real.library.environment()
    said = subprocess.run(words, capture_output=True, text=True, timeout=60, env=environment, check=True).stdout
    pattern = r'coll_tuned_(\w+?)_algorithm"[^\n]*\n[^\n]*\n\s*Valid values: ([^\n]*)'
    told = {c: dict(re.findall(r'(\d+)[|:]"?([\w-]+)', values)) for c, values in re.findall(pattern, said)}
    ours = {c: ompi.algorithms(c, VERSIONS[name]) for c in ompi.TABLE}
    assert told == {c: {"0": "ignore"} | {str(i): a for i, a in enumerate(names, 1)} for c, names in ours.items()}


@pytest.mark.parametrize("name", BOTH)
def test_han_says_that_it_read_what_was_written(run, tmp_path, name):
    """Its own account of its rules, beside that of the reader of our tests."""
    real = Real(name, tmp_path)
    odd = {"collective": "bcast", "ranks": [4, 65], "nodes": [2, 9]}
    rules = [
        odd | {"bytes": [4096, 1 << 62], "algorithm": "han", "parameters": {"inside": "sm", "across": "libnbc"}},
        odd | {"bytes": [0, 4096], "algorithm": "binomial"},
        {"collective": "allreduce", "nodes": [2, 99], "algorithm": "han"},
    ]
    variables = exported(run, tmp_path, "han", rules, {"library": "openmpi", "version": VERSIONS[name]})
    variables |= {"OMPI_MCA_coll_han_dump_dynamic_rules": "1", "OMPI_MCA_coll_base_verbose": "10"}
    status, output = real.run(1, [real.build("export_right"), 1], variables)
    assert status == 0, output
    pattern = r"\((\w+)\) topology level (\d) .*configuration size (\d+) mes+age size (\d+) -> .*\((\w+)\)"
    told = [(c, int(level), int(size), int(low), part) for c, level, size, low, part in re.findall(pattern, output)]
    read = native_readers.han((tmp_path / "han.rules").read_text())
    wanted = [(c, level, size, low, part) for (c, level), e in read.items() for size, r in e for low, part, _ in r]
    assert sorted(told) == sorted(wanted) and len(told) == 8
