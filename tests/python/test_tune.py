# SPDX-License-Identifier: BSD-3-Clause
"""From measured rounds to rules, the steps of a campaign, interruptions, and one real campaign killed on its way."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import report_documents as made
from conftest import needs
from hocket import find
from hocket.mpi import Mpi
from hocket.stop import Stop
from hocket.tune import candidates, curves, journal, measure, steps
from hocket.tune.allocation import Hosts
from hocket.tune.campaign import Campaign
from hocket.tune.counts import reach, with_between
from hocket.tune.places import Place, between, coarse
from hocket.tune.rules import ANY, rules

FOUR = Place("allreduce", 4)


def document(times: dict[int, dict[str, list[float]]], wrong: tuple[str, ...] = ()) -> dict:
    names = dict.fromkeys(name for at in times.values() for name in at)
    rows = [
        {"variant": name, "bytes": size, "samples": len(rounds), "verified": name not in wrong, "rounds_us": [rounds]}
        for size, at in times.items()
        for name, rounds in at.items()
    ]
    return {"variants": [{"name": name, "spec": name.rstrip("'")} for name in names], "results": rows}


def crossing(sizes: list[int], at: int) -> dict:
    """ring beats native from a size on, by a factor of two on either side."""
    return {n: {"native": [10.0] * 4, "ring": [5.0 if n >= at else 20.0] * 4} for n in sizes}


def test_a_winner_has_a_rule_that_ends_between_two_sizes():
    found = rules(FOUR, [document(crossing([8, 64, 512, 4096], 512))], [4])
    assert [(r["algorithm"], r["bytes"]) for r in found] == [("native", [0, 182]), ("ring", [182, ANY])]
    assert all(r["nodes"] == [1, 2] and r["ppn"] == [4, 5] and r["confidence"] == 1 for r in found)
    assert [r["samples"] for r in found] == [8, 8]


def test_blocks_become_the_bytes_that_a_table_counts():
    found = rules(Place("allgatherv", 4), [document(crossing([8, 64, 512], 64))], [4])
    assert found[0]["bytes"] == [0, 4 * 22 + 1]


def test_where_no_choice_may_depend_on_sizes_one_rule_serves_all():
    (found,) = rules(Place("gatherv", 4), [document(crossing([8, 64, 512], 64))], [4])
    assert found["algorithm"] == "ring" and "bytes" not in found


def test_one_size_does_not_pay_for_a_change():
    times = {n: {"native": [10.0] * 4, "ring": [5.0] * 4, "bruck": [5.2] * 4} for n in (8, 16, 32, 64)}
    times[16]["bruck"] = [4.8] * 4
    assert set(curves.winners(curves.read([document(times)])).values()) == {"ring"}


def test_native_stays_for_a_gain_in_the_noise():
    times = {n: {"native": [10.0] * 4, "ring": [9.7] * 4} for n in (8, 64)}
    assert set(curves.winners(curves.read([document(times)])).values()) == {"native"}


def test_what_moves_wrong_data_is_never_chosen():
    (found,) = rules(FOUR, [document(crossing([8, 64], 8), wrong=("ring",))], [4])
    assert found["algorithm"] == "native"


def test_who_left_the_race_is_compared_with_the_same_rounds():
    times = {8: {"native": [10.0, 10.0, 40.0, 40.0], "ring": [20.0, 20.0]}}
    assert curves.winners(curves.read([document(times)])) == {8: "native"}


def test_confidence_is_the_share_of_rounds_that_were_won():
    times = {"native": [9.0] * 4, "a": [1.0, 1.0, 1.0, 2.0], "b": [1.3, 1.3, 1.3, 1.0], "gone": [2.0]}
    again = {"native": [9.0] * 4, "a": [1.0] * 4}
    measured = curves.read([document({8: times}), document({8: again})])
    assert curves.confidence(measured[8], "a") == 7 / 8


def test_a_job_in_which_native_is_slow_does_not_speak_for_those_in_it():
    """Three times slower natively, as jobs may be where ranks outnumber cores: `ring` was not in the other one."""
    one = {"native": [30.0] * 4, "bruck": [10.0] * 4, "ring": [11.0] * 4}
    other = {"native": [10.0] * 9, "bruck": [9.0] * 9}
    assert curves.winners(curves.read([document({8: one}), document({8: other})])) == {8: "bruck"}


def test_sizes():
    assert coarse((8, 4 << 20)) == [8, 64, 512, 4096, 32768, 262144, 2097152, 4194304]
    assert coarse((0, 0)) == [0] and coarse((8, 8)) == [8]
    assert between(512, 4096) == 1448


def test_numbers_between_powers_of_two_are_measured_and_speak_for_each_other():
    assert with_between([2, 4, 8]) == [2, 3, 4, 6, 8] and with_between([2, 5, 8]) == [2, 3, 5, 8]
    assert with_between([4]) == [4] and with_between([2]) == [2]
    assert reach(4, [2, 4, 8]) == [4, 5] and reach(6, [2, 4, 6, 8]) == [5, 8]
    assert reach(5, [5, 7]) == [5, 6] and reach(7, [5, 7]) == [6, 8]


@pytest.mark.parametrize("seed", range(20))
def test_no_number_has_two_that_speak_for_it(seed):
    measured = random.Random(seed).sample(range(2, 65), 12)
    spoken_for = [n for m in measured for n in range(*reach(m, measured))]
    assert len(spoken_for) == len(set(spoken_for)) and all(m in range(*reach(m, measured)) for m in measured)


def test_steps_close_in_on_the_change_and_end():
    pool, sizes = ["ring", "bruck"], (8, 32768)
    first = steps.next_step(sizes, pool, [])
    assert first.sizes == (8, 64, 512, 4096, 32768) and first.compare == ("ring", "bruck")
    documents = [document(crossing(list(first.sizes), 700))]
    second = steps.next_step(sizes, pool, documents)
    assert sum(512 < n < 4096 for n in second.sizes) == 2
    assert not set(second.sizes) & set(first.sizes) and any(n & (n - 1) for n in second.sizes)
    while (step := steps.next_step(sizes, pool, documents)) is not None:
        documents.append(document(crossing(list(step.sizes), 700)))
    assert len(documents) == len(steps.STEPS)
    border = rules(FOUR, documents, [4])[0]["bytes"][1]
    assert 600 <= border <= 820


def test_candidates_are_what_the_model_does_not_rule_out():
    needs("hocket-tool")
    found = candidates.pool(FOUR, (8, 4 << 20), "shared-memory")
    shared = {"shm", "then(reduce_scatter=shm,allgather=shm)"}
    assert shared <= set(found) and len(found) == len(set(found)) <= 3 * candidates.MOST + 3
    assert not any(spec.startswith(("levels(", "lanes(", "native")) for spec in found)


def line(ranks: int) -> dict:
    return {"collective": "bcast", "ranks": ranks, "step": "scout", "seconds": 1.5, "document": {"results": []}}


def test_sizes_that_no_job_reached_are_told(tmp_path):
    def of(results: list[int], unreached: list[int]) -> dict:
        return line(4) | {"document": {"results": [{"bytes": n} for n in results], "unreached": unreached}}

    place = Place("bcast", 4)
    with journal.Journal(tmp_path / "t.samples.jsonl", {"seed": 1}, False) as kept:
        all_of_it = Campaign("", [place], kept, 60, None, "shared-memory", 1)
        kept.add(of([8, 64, 512], [4096, 32768]))
        assert all_of_it.unreached() == {place: [4096, 32768]}
        kept.add(of([64, 4096], [32768]))
        assert all_of_it.unreached() == {place: [32768]}
        kept.add(line(4) | {"document": {"results": [{"bytes": 32768}]}})
        assert all_of_it.unreached() == {}


@pytest.mark.parametrize(
    "words, said",
    [
        (["-n", "2,x"], "is not a list of numbers"),
        (["-n", "4", "-N", "2"], "takes --ppn"),
        (["--ppn", "4"], "belongs to -N"),
        (["-N", "2", "--ppn", "2"], "needs a batch job of one of slurm, pbs, flux"),
        (["--time", "1h"], "belongs to --job-script"),
        (["--budget", "soon"], "is not a time such as 90s"),
        (["--budget", "0"], "is not a time such as 90s"),
        (["bcas"], "cannot be measured in this version"),
        (["-o", "no/such/table.json"], "there is no such folder"),
        (["-o", "."], "it is a folder"),
        (["--merge"], "--merge names no table"),
        (["-m", "4M:8"], "end before they begin"),
        (["--merge", "no-such-table.json"], "there is no file"),
    ],
)
def test_wrong_words(run, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    status, _, err = run("tune", *words)
    assert status == 2 and said in err


def test_a_job_that_fails_leaves_its_place_out(run, tmp_path, monkeypatch):
    needs("hocket-tool")

    def fails(*_):
        raise Stop("the job ended with status 9: mpiexec")

    monkeypatch.setattr(measure, "run", fails)
    status, _, err = run("tune", "bcast", "-n", "2", "-o", tmp_path / "t.json")
    assert status == 1 and "bcast at 2 ranks was left out: the job ended with status 9" in err
    assert not (tmp_path / "t.json").exists()


def test_a_job_s_line_says_on_what_machine(monkeypatch, valid):
    job = {k: v for k, v in made.crossing().items() if k != "launches"}
    ended = subprocess.CompletedProcess([], 0, json.dumps(job) + "\n")
    monkeypatch.setattr(measure.find, "program", lambda name: name)
    monkeypatch.setattr(measure.subprocess, "run", lambda *_, **__: ended)
    monkeypatch.setenv("UCX_TLS", "sm")
    hosts = Hosts(Mpi(Path("mpiexec"), "mpich", "5.0.2"))
    line = valid("samples", measure.run(hosts, Place("bcast", 4), steps.Step("scout", (8,), ("native",)), 1, 1))
    assert line["document"]["results"] == job["results"]
    assert valid("bench", line["document"])["machine"]["environment"]["UCX_TLS"] == "sm"


def campaign(folder, *more: str) -> subprocess.Popen:
    words = ["-m", "hocket", "tune", "bcast", "barrier", "-n", "2", "-m", "8:4K", "--budget", "60s", "--progress"]
    words += ["-o", "t.json", *more]
    return subprocess.Popen([sys.executable, *words], cwd=folder, stderr=subprocess.PIPE, text=True)


def lines_of(path) -> int:
    return path.read_text().count("\n") if path.exists() else 0


def test_a_campaign_that_is_killed_goes_on_where_it_was(tmp_path, valid):
    needs("hocket-bench-mpich")
    if not find.default_prefixes():
        pytest.skip("no MPI of the sources")
    samples, mpi = tmp_path / "t.samples.jsonl", str(find.default_prefixes()[0])
    first = campaign(tmp_path, "--mpi", mpi)
    until = time.monotonic() + 60
    while lines_of(samples) < 3 and first.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    os.kill(first.pid, signal.SIGKILL)
    first.communicate(timeout=60)
    before = samples.read_text()
    assert before.count("\n") >= 3
    second = campaign(tmp_path, "--mpi", mpi)
    said = second.communicate(timeout=120)[1]
    assert second.returncode == 0 and "measurements are there already" in said
    assert samples.read_text().startswith(before.rpartition("\n")[0])
    lines = [valid("samples", json.loads(text)) for text in samples.read_text().splitlines()]
    assert all(valid("bench", line["document"]) for line in lines[1:])
    assert len(lines) == 1 + 2 * len(steps.STEPS)
    table = valid("table", json.loads((tmp_path / "t.json").read_text()))
    assert {rule["collective"] for rule in table["rules"]} == {"bcast", "barrier"}
    assert table["provenance"]["samples"] > 1000 and table["provenance"]["seconds"] > 0
