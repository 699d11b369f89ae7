# SPDX-License-Identifier: BSD-3-Clause
"""`hocket bench --guidelines`: what is a violation, and mock-ups that do what the collective does."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hocket import find
from hocket.bench import guidelines, launch, merge, plan
from hocket.stop import Stop
from test_bench import document, job, row

MOCK = "Reduce(n) + Bcast(n)"


def measured(*results):
    made = document(list(results))
    for variant in made["variants"]:
        if variant["name"] == MOCK:
            variant |= {"spec": "native", "mock_up": True}
    made["collective"] = "allreduce"
    return merge.merge([plan.Job(("native",))], [made], 1)


def judged(*results):
    found = guidelines.judge([measured(*results)], 1)
    return found, {g["mock"]: g for g in found["guidelines"]}


def around(center, spread=0.02):
    return [center * (1 + spread * (i % 3 - 1)) for i in range(12)]


def test_a_slower_collective_is_a_violation(valid):
    found, by = judged(row("native", 8, around(10)), row(MOCK, 8, around(5)))
    valid("guidelines", found)
    assert by[MOCK]["violated"] and by[MOCK]["factor"]["value"] == pytest.approx(2)
    assert f"  {MOCK}" in guidelines.text_lines(found)[-1]


def test_noise_and_faster_ones_are_none(valid):
    noisy = [5.0 if i % 2 else 20.0 for i in range(12)]
    for mine in (around(4), noisy):
        found, by = judged(row("native", 8, mine), row(MOCK, 8, around(5)))
        assert not by[MOCK]["violated"]
        assert MOCK not in "\n".join(guidelines.text_lines(valid("guidelines", found)))


def test_less_is_no_slower_than_more():
    _, by = judged(row("native", 8, around(10)), row("native", 16, around(5)))
    assert by["Allreduce(16)"]["violated"]
    _, by = judged(row("native", 8, around(5)), row("native", 16, around(10)))
    assert not by["Allreduce(16)"]["violated"]


def test_a_whole_is_no_slower_than_two_halves():
    _, by = judged(row("native", 8, around(5)), row("native", 16, around(20)))
    half = by["2 x Allreduce(8)"]
    assert half["violated"] and half["mock_us"] == 10 and half["factor"]["value"] == pytest.approx(2)


@pytest.mark.parametrize("form", ["Iallreduce + Wait", "Allreduce_init: Start + Wait"])
def test_another_form_may_take_a_tenth_more(valid, form):
    for mine, violated in ((10.5, False), (13, True)):
        found, by = judged(row("native", 8, around(10)), row(form, 8, around(mine)))
        tenth = by["1.1 x Allreduce"]
        assert tenth["violated"] is violated and tenth["call"] == form
        assert tenth["factor"]["value"] == pytest.approx(mine / 11, rel=1e-3) and tenth["mock_us"] == 11
        listed = [line for line in guidelines.text_lines(valid("guidelines", found)) if "1.1 x" in line]
        assert len(listed) == violated and all(line.startswith(form) for line in listed)


def test_another_order_of_ranks_may_cost_a_tenth():
    for mine, theirs, violated in (
        (10, 10.5, set()),
        (10, 13, {"1.1 x Allreduce"}),
        (13, 10, {"1.1 x Allreduce renumbered inside nodes"}),
    ):
        _, by = judged(row("native", 8, around(mine)), row(guidelines.RENUMBERED, 8, around(theirs)))
        assert {name for name, g in by.items() if g["violated"]} == violated and len(by) == 2
        assert by["1.1 x Allreduce"]["call"] == guidelines.RENUMBERED


def renumbered(document):
    return [v["ranks"] for v in document["variants"] if v["name"] == guidelines.RENUMBERED]


def test_orders_of_all_launches_are_told(valid):
    made = document([row("native", 8, around(10))])
    orders = [[1, 0, 2], [2, 1, 0]]
    parts = []
    for order in orders:
        variant = {"name": guidelines.RENUMBERED, "spec": "native", "ranks": [order]}
        parts.append(made | {"variants": [*made["variants"], variant], "collective": "allreduce"})
    merged = merge.merge([plan.Job(("native",))] * 2, parts, 1)
    assert renumbered(merged) == [orders]
    found = valid("guidelines", guidelines.judge([merged], 1))
    assert found["renumbered"] == orders and "# renumbered: 2 1 0" in guidelines.text_lines(found)


def test_forms_that_deliver_wrong_data_are_named(valid):
    """Open MPI 5's nonblocking exchanges on a grid once ended all of it with status 1."""
    made = measured(row("native", 8, around(10))) | {"wrong": ["Iallreduce + Wait"]}
    found = valid("guidelines", guidelines.judge([made], 1))
    assert found["wrong"] == ["Iallreduce + Wait"]
    assert "# Iallreduce + Wait delivers wrong data: not examined" in guidelines.text_lines(found)


def test_forms_that_are_wrong_in_one_launch_are_left_out_of_all(valid):
    """Launches of unequal number, of a form that was wrong in one of them, ended it with a traceback."""
    form = "Iallreduce + Wait"
    right = document([row(name, size, around(10)) for name in ("native", form, MOCK) for size in (8, 16)])
    right = right | {"collective": "allreduce"}
    for variant in right["variants"]:
        variant |= {"spec": "native", "mock_up": True} if variant["name"] in (form, MOCK) else {}
    wrong = right | {
        "wrong": [form],
        "results": [r for r in right["results"] if (r["variant"], r["bytes"]) != (form, 8)],
    }
    for documents in ([right, wrong], [wrong, right], [wrong]):
        made = merge.merge([plan.Job(("native",))] * len(documents), documents, 1)
        assert made["wrong"] == [form] and {r["variant"] for r in made["results"]} == {"native", MOCK}
        found = valid("guidelines", guidelines.judge([made], 1))
        assert not [g for g in found["guidelines"] if form in (g["mock"], g.get("call"))] and found["wrong"] == [form]
        assert MOCK in {g["mock"] for g in found["guidelines"]}


def test_a_mock_up_that_fits_nowhere_is_no_error():
    """A summary of no sizes ended `hocket bench bcast --guidelines -n 2 -m 1:1` with a traceback."""
    made = document([row("native", 8, around(10))])
    made["variants"].append({"name": MOCK, "spec": "native", "mock_up": True})
    assert merge.merge([plan.Job(("native",))], [made], 1)["summary"] == []


def test_a_derived_type_is_no_slower_than_packing_by_hand():
    times = {"native": 5, "Allreduce of a derived type": 20, "Pack + Allreduce + Unpack": 10}
    _, by = judged(*(row(name, 8, around(time)) for name, time in times.items()))
    assert by["Pack + Allreduce + Unpack"]["call"] == "Allreduce of a derived type"
    assert by["Pack + Allreduce + Unpack"]["factor"]["value"] == pytest.approx(2)


def halved(mine: list[float], all_of_them: list[float]) -> dict:
    """Launches on half of the ranks and on all."""
    jobs = guidelines.jobs(len(mine), 1, "allreduce", 4, None)
    times = {guidelines.HALF: iter(mine), "": iter(all_of_them)}
    documents = [document([row("native", 8, around(next(times[job.variant])))]) for job in jobs]
    made = merge.merge(jobs, [d | {"collective": "allreduce", "ranks": 4} for d in documents], 1)
    (line,) = guidelines.judge([made], 1)["guidelines"]
    return line


def test_half_of_the_ranks_are_no_slower_than_all():
    slow = halved([20, 20.1, 19.9], [10, 10.1, 9.9])
    assert slow["violated"] and slow["call"] == guidelines.HALF and slow["mock"] == "Allreduce on all 4 ranks"
    assert not halved([5, 5.1, 4.9], [10, 10.1, 9.9])["violated"]
    assert not halved([20, 4, 12], [10, 10.1, 9.9])["violated"], "launches differ by more than these do"


def test_launches_on_half_of_the_ranks_are_asked_for_by_several():
    several = guidelines.jobs(3, 1, "bcast", 8, None)
    assert sorted(job.ranks for job in several) == [0, 0, 0, 4, 4, 4]
    assert all(job.guided == (job.ranks == 0) for job in several) and len({job.seed for job in several}) == 3
    for launches, ranks, collective, counts in (
        (None, 8, "bcast", None),
        (3, 3, "bcast", None),
        (3, 8, "gatherv", "random"),
        (3, 8, "neighbor_alltoall", None),
    ):
        assert not any(job.ranks for job in guidelines.jobs(launches, 1, collective, ranks, counts))


def test_only_what_has_guidelines():
    assert guidelines.named(None, True) == list(guidelines.GUIDED)
    for asked, guided, says in ((["wait"], True, "none about 'wait'"), (None, False, "which collective")):
        with pytest.raises(Stop, match=says):
            guidelines.named(asked, guided)


@pytest.mark.parametrize("beside", [["--compare", "auto"], ["--jsonl"], ["--style", "osu"], ["--variant", "a:B=1"]])
def test_guidelines_are_about_native_alone(run, beside):
    status, _, err = run("bench", "scan", "--guidelines", *beside)
    assert status == 2 and "beside it" in err


def mixes_blocks_up(library, collective):
    """Some forms of Open MPI's deliver wrong data: docs/limitations.md."""
    return library.family == "openmpi" and collective.startswith("neighbor_")


def guided_job(library, collective, *words, ranks):
    counts = plan.data_options(collective, "1:1", "random", 1)[2:]
    sizes = [] if collective == "barrier" else ["--sizes", "1,96", *(counts if "random" in counts else [])]
    words = [*sizes, "-i", "1", "-x", "0", "-r", "1", "--root", "1", "--compare", "native", "--guidelines", *words]
    found = job(library, collective, *words, ranks=ranks)
    assert all(r["verified"] for r in found["results"]), found
    assert len(renumbered(found)) == (collective in plan.AMONG_ALL), "there are several ranks on a node"
    wrong = set(found.get("wrong", []))
    forms = {f"I{collective} + Wait", f"{collective.capitalize()}_init: Start + Wait"}
    mocks = {v["name"] for v in found["variants"] if v.get("mock_up")} - wrong
    assert wrong <= (forms if mixes_blocks_up(library, collective) else set())
    if library.family == "mpich":
        assert forms <= mocks
    assert mocks == {r["variant"] for r in found["results"]} - {"native", "native'", guidelines.RENUMBERED}
    return mocks


TYPED = ("bcast", "gather", "scatter", "allgather", "alltoall", "neighbor_allgather", "neighbor_alltoall")


@pytest.mark.parametrize("ranks", [2, 3])
def test_mock_ups_do_the_same(library, ranks):
    for collective in guidelines.GUIDED:
        mocks = guided_job(library, collective, ranks=ranks)
        typed = {f"{collective.capitalize()} of a derived type", f"Pack + {collective.capitalize()} + Unpack"}
        assert typed & mocks == (typed if collective in TYPED else set())
        own_forms_alone = collective == "alltoallw"  # can be held against it
        assert len(mocks) > 2 or own_forms_alone or mixes_blocks_up(library, collective)
        assert not any("lanes" in name or "leaders" in name for name in mocks), "there is one node"
    assert "Alltoallw" in guided_job(library, "alltoallv", ranks=ranks)
    for graph in ("multigraph", "open2d"):
        assert "Isend/Irecv + Waitall" in guided_job(library, "neighbor_alltoallw", "--graph", graph, ranks=4)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("in_order", [True, False])
def test_ranks_are_renumbered_inside_their_nodes(library, monkeypatch, seed, in_order):
    if library.family != "mpich":
        pytest.skip("only MPICH pretends to have several nodes")
    monkeypatch.setenv("MPIR_CVAR_NUM_CLIQUES", "2")
    monkeypatch.setenv("MPIR_CVAR_CLIQUES_BY_BLOCK", str(int(in_order)))
    words = ["--sizes", "8", "-i", "1", "-x", "0", "-r", "1", "--compare", "native", "--guidelines"]
    found = job(library, "allgather", *words, "--seed", str(seed), ranks=4)
    ((order,),) = renumbered(found)
    node = [rank // 2 if in_order else rank % 2 for rank in range(4)]
    assert sorted(order) == [0, 1, 2, 3] != order and [node[rank] for rank in order] == node


BY_NODE = ("barrier", *plan.WHOLE, *plan.BY_BLOCK)


@pytest.mark.parametrize("nodes, in_order", [(2, True), (3, False)])
def test_mock_ups_by_node_do_the_same(library, monkeypatch, nodes, in_order):
    """96 bytes are shared evenly, 1 byte is not. No prefix goes by nodes whose ranks do not follow one another."""
    if library.family != "mpich":
        pytest.skip("only MPICH pretends to have several nodes")
    monkeypatch.setenv("MPIR_CVAR_NUM_CLIQUES", str(nodes))
    monkeypatch.setenv("MPIR_CVAR_CLIQUES_BY_BLOCK", str(int(in_order)))
    for collective in BY_NODE:
        mocks = guided_job(library, collective, ranks=6)
        some = 2 if in_order or collective not in ("scan", "exscan") else 0
        assert len([name for name in mocks if "lanes" in name or "leaders" in name]) == some


@pytest.fixture
def preloaded(library, tmp_path):
    """Runs hocket-bench with functions of a C file here in the place of the library's: its document."""
    compiler = library.prefix / "bin" / "mpicc"
    if not shutil.which("cc") or not compiler.is_file():
        pytest.skip("no mpicc")

    def call(source, *words):
        made, environment = tmp_path / "preloaded.so", library.environment(2)
        build = [compiler, "-shared", "-fPIC", "-o", made, Path(__file__).with_name(source)]
        subprocess.run(build, env=environment, check=True, timeout=60)
        program = ["env", f"LD_PRELOAD={made}", find.program(f"hocket-bench-{library.abi}"), *words]
        command = library.command(2, [*program, "--compare", "native"])
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
        return launch.read(ended.stdout, ended.returncode, command)

    return call


@pytest.mark.alone
@pytest.mark.parametrize("words", [["--guidelines"], ["--form", "persistent"]])
def test_nothing_is_made_while_it_is_measured(preloaded, words):
    """Types of another size, and persistent collectives, were made in the first call, which counts without warm-up."""
    found = preloaded("slow_making.c", "bcast", "--sizes", "64,96", "-x", "0", "-i", "1", "-r", "5", *words)
    assert not [row for row in found["results"] if row["time_us"] > 30000]


def test_a_barrier_that_waits_for_nobody_is_seen(preloaded):
    found = preloaded("no_barrier.c", "barrier", "-i", "1", "-r", "1", "--communicators", "2", "--guidelines")
    assert found["wrong"] == ["Ibarrier + Wait"]


def test_a_form_that_is_wrong_at_one_size_is_measured_at_none(preloaded):
    """It was said not to be examined, and was at all other sizes."""
    words = ["-x", "0", "-i", "1", "-r", "1", "--communicators", "2", "--guidelines"]
    found = preloaded("wrong_at_96.c", "bcast", "--sizes", "64,96,128", *words)
    assert found["wrong"] == ["Ibcast + Wait"]
    assert sum(row["variant"] == "native" for row in found["results"]) == 3
    assert not [row for row in found["results"] if row["variant"] in found["wrong"]]


def test_the_command(run, library, valid):
    words = ["--guidelines", "-n", "2", "--mpi", library.prefix, "-m", "8:16", "-i", "2", "-x", "1", "-r", "6"]
    status, out, _ = run("bench", "scan", *words, "--json")
    assert status == 0
    found = valid("guidelines", json.loads(out))
    mocks = {"Exscan(n) + Reduce_local(n)", "Scan by a user's sum", "Iscan + Wait", "1.1 x Scan"}
    mocks |= {"Scan_init: Start + Wait", "1.1 x Scan renumbered inside nodes"}
    assert found["renumbered"] == [[1, 0]]
    assert {g["mock"] for g in found["guidelines"]} == {*mocks, "Scan(16)", "2 x Scan(8)"}
    status, out, _ = run("bench", "scan", *words)
    assert status == 0 and "of 18 guidelines violated" in out


def test_the_command_on_half_of_the_ranks(run, library):
    words = ["--guidelines", "-n", "4", "--mpi", library.prefix, "-i", "1", "-x", "0", "-r", "2", "--launches", "2"]
    status, out, _ = run("bench", "barrier", *words, "--json")
    assert status == 0
    (half,) = [g for g in json.loads(out)["guidelines"] if g.get("call") == guidelines.HALF]
    assert half["mock"] == "Barrier on all 4 ranks" and half["factor"]["low"] < half["factor"]["high"]
