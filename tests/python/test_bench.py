# SPDX-License-Identifier: BSD-3-Clause
"""Plans, merging and columns of `hocket bench`, and one real measurement."""

import itertools
import json
import subprocess
import time

import pytest
from hocket import find
from hocket.bench import launch, merge, plan, view
from hocket.stop import Stop


def row(variant, size, rounds):
    time = sorted(rounds)[len(rounds) // 2]
    edge = {"low_us": min(rounds), "high_us": max(rounds), "min_us": min(rounds), "max_us": max(rounds)}
    middle = dict.fromkeys(("time_us", "fastest_us", "avg_us", "root_us"), time)
    middle["percentiles_us"] = dict.fromkeys(("p50", "p90", "p95", "p99"), time)
    return {"variant": variant, "bytes": size, "samples": 10, "verified": True, **middle, **edge, "rounds_us": [rounds]}


def document(results):
    names = dict.fromkeys(r["variant"] for r in results)
    place = {"ranks": 2, "ranks_on_node": 2, "cores": 2, "root": 0}
    numbers = {**place, "seed": 1, "iterations": 2, "warmup": 0, "rounds": 5}
    return {
        "schema": "hocket-bench-1",
        "collective": "bcast",
        "library": "An MPI 1.0, of today",
        "hosts": ["here"],
        **numbers,
        "communicators": 1,
        "start": "barrier",
        "form": "blocking",
        "buffers": "same",
        "variants": [{"name": name, "spec": name.rstrip("'")} for name in names],
        "late_starts": 0,
        "results": results,
    }


SPEC = "then(scatter=knomial,allgather=ring)"


def one_job():
    slow, fast = [4.0, 4.1, 4.2, 4.3, 4.4], [2.0, 2.05, 2.1, 2.15, 2.2]
    return document([row("native", 8, slow), row("native'", 8, slow), row(SPEC, 8, fast)])


def test_one_job_is_merged_with_ratios(valid):
    merged = valid("bench", merge.merge([plan.Job(("native", SPEC))], [one_job()], 1))
    ratios = {line["variant"]: line["ratio"]["value"] for line in merged["summary"]}
    assert ratios == {"native'": 1.0, SPEC: 0.5}


def test_launches_keep_their_moments():
    twice = [row("native", 8, [1.0, 2.0]) | {"rounds_at_s": [[[at, at + 1], [at + 2, at + 3]]]} for at in (5, 50)]
    merged = merge.merge([plan.Job(("native",))] * 2, [document([one]) for one in twice], 1)
    assert merged["results"][0]["rounds_at_s"] == [[[5, 6], [7, 8]], [[50, 51], [52, 53]]]


def test_settings_of_the_library_count_under_their_own_name(valid):
    jobs = plan.jobs(["native"], ["ring:A=1,B=2"], None, 1)
    doubled = document([row("native", 8, [8.0] * 5), row("native'", 8, [8.0] * 5)])
    documents = [doubled if job.variant else one_job() for job in jobs]
    merged = valid("bench", merge.merge(jobs, documents, 1))
    assert merged["launches"] == 3
    assert merged["variants"][-1] == {"name": "ring", "spec": "native", "environment": {"A": "1", "B": "2"}}
    ring = next(r for r in merged["results"] if r["variant"] == "ring")
    assert ring["samples"] == 30 and len(ring["rounds_us"]) == 3
    assert 1.8 < ring["ratio"]["value"] < 2


def test_sizes_that_only_a_setting_has_reached_have_no_ratio(valid):
    jobs = plan.jobs(["native"], ["ring:A=1"], 1, 1)
    one, more = (document([row("native", size, [8.0] * 5) for size in sizes]) for sizes in ((8,), (8, 16)))
    merged = valid("bench", merge.merge(jobs, [more if job.variant else one for job in jobs], 1))
    assert {r["bytes"]: "ratio" in r for r in merged["results"] if r["variant"] == "ring"} == {8: True, 16: False}


@pytest.mark.parametrize(
    "text, settings",
    [
        ("ring:A=1,B=2", {"A": "1", "B": "2"}),
        ("tcp:OMPI_MCA_btl=self,tcp,OMPI_MCA_pml=ob1", {"OMPI_MCA_btl": "self,tcp", "OMPI_MCA_pml": "ob1"}),
        ("x:A=,B=^sm:1=2", {"A": "", "B": "^sm:1=2"}),
    ],
)
def test_values_of_settings_may_have_commas(text, settings):
    assert plan.parse_variant(text) == (text.partition(":")[0], settings)


@pytest.mark.parametrize("text", ["ring", "ring:", ":A=1", "x:A", "x:=1", "x:A=1,A=2", "x:A-B=1"])
def test_what_is_no_setting_is_refused(text):
    with pytest.raises(Stop, match="is not NAME:VAR=VALUE"):
        plan.parse_variant(text)


def test_every_launch_holds_every_kind_and_the_order_is_seeded():
    jobs = plan.jobs(["native", "auto"], ["a:X=1", "b:X=2"], 4, 3)
    for i in range(0, 12, 3):
        assert {job.variant for job in jobs[i : i + 3]} == {"", "a", "b"}
    assert jobs == plan.jobs(["native", "auto"], ["a:X=1", "b:X=2"], 4, 3)
    assert len({tuple(j.variant for j in jobs[i : i + 3]) for i in range(0, 12, 3)}) > 1


def test_columns():
    merged = merge.merge([plan.Job(("native", SPEC))], [one_job()], 1)
    short = view.short_lines(merged)
    assert f"# (c) = {SPEC}" in short
    size = next(line for line in short if line.startswith("8 "))
    assert size.split()[:2] == ["8", "4.20"] and "0.50 [0.50,0.50]" in size
    full = view.full_lines(merged)
    assert sum(line.startswith("8 ") for line in full) == 3


def test_wrong_data_is_shouted():
    bad = one_job()
    bad["results"][2]["verified"] = False
    merged = merge.merge([plan.Job(("native", SPEC))], [bad], 1)
    assert "WRONG DATA in 1 of 3" in view.short_lines(merged)[-1]


def test_lines_of_a_launcher_do_not_disturb():
    assert launch.read('some banner\n{"a":1}\n', 0, []) == {"a": 1}


def test_a_real_job(run, library, valid, tmp_path):
    words = [
        "-n",
        "2",
        "--mpi",
        library.prefix,
        "-m",
        "1:64",
        "-i",
        "2",
        "-x",
        "1",
        "-r",
        "3",
        "--compare",
        "native,auto,knomial:k=2",
    ]
    status, out, _ = run("bench", "bcast", *words, "--json", "-o", tmp_path / "bench.json")
    assert status == 0
    found = valid("bench", json.loads(out))
    assert found == json.loads((tmp_path / "bench.json").read_text())
    assert [v["name"] for v in found["variants"]] == ["native", "native'", "auto", "knomial:k=2"]
    assert len(found["results"]) == 4 * 7
    assert all(r["verified"] and r["time_us"] > 0 for r in found["results"])


def job(library, collective, *words, ranks=2):
    """The document of hocket-bench with these options."""
    program = [find.program("hocket-run"), find.program(f"hocket-bench-{library.abi}"), collective, *words]
    command, environment = library.command(ranks, program), library.environment(ranks)
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    return launch.read(ended.stdout, ended.returncode, command)


def rounds(document):
    """How many each variant took part in, by size."""
    return {(row["bytes"], row["variant"]): len(row["rounds_us"][0]) for row in document["results"]}


def test_ranks_of_a_node_agree_on_a_start_without_the_library(library):
    found = job(library, "allreduce", "--sizes", "8", "-r", "1", "-i", "2", "--start", "window", "--compare", "native")
    assert (found["start"], found["agreed_by"]) == ("window", "memory")


def test_each_round_says_when_it_was(library):
    began = time.monotonic()
    found = job(library, "allreduce", "--sizes", "8,100", "-r", "4", "-i", "2", "--compare", "native,ring")
    spans = sorted(span for row in found["results"] for of in row["rounds_at_s"] for span in of)
    assert len(spans) == 4 * len(found["results"]) and began < spans[0][0] and spans[-1][1] < time.monotonic()
    assert all(begin < end <= after for (begin, end), (after, _) in itertools.pairwise(spans))


@pytest.mark.alone
def test_losers_leave_a_race(library):
    slow = "chain:segment=1K"  # 4096 messages instead of one
    found = job(
        library, "bcast", "--race", "--sizes", "4M", "-i", "2", "-x", "1", "-r", "7", "--compare", f"knomial,{slow}"
    )
    took_part = rounds(found)
    assert found["rounds"] == took_part[4 << 20, "native"] == 7 == max(took_part.values())
    assert took_part[4 << 20, slow] < 7


def test_a_job_ends_when_its_seconds_are_over(library):
    found = job(library, "bcast", "--sizes", "8,100", "-r", "1000000", "--seconds", "1", "--compare", "native")
    assert 1 < found["rounds"] < 1000000 and set(rounds(found).values()) == {found["rounds"]}


def test_a_start_is_what_was_asked_for(library):
    for how in ("alarm", "barrier", "first", "window"):
        assert job(library, "bcast", "--sizes", "8", "-r", "2", "--start", how, "--compare", "native")["start"] == how


def test_a_slice_bounds_the_calls(library):
    """By how long a call took before: others at work may make that one long: one of three jobs shows it."""
    words = ["--sizes", "8,4M", "-i", "1000", "-r", "2", "--slice", "500", "--compare", "native"]
    seen = []
    while len(seen) < 3:
        seen.append({row["bytes"]: row["samples"] for row in job(library, "bcast", *words)["results"]})
        if 2 <= seen[-1][4 << 20] < seen[-1][8] <= 2000:
            return
    raise AssertionError(seen)


def test_a_bad_spec_ends_the_job(run, library):
    status, _, err = run("bench", "bcast", "--mpi", library.prefix, "-n", "2", "-m", "8", "--compare", "knomail")
    assert status != 0
    assert "knomial" in err


def test_what_was_finished_is_kept(run, valid, library, tmp_path):
    """An allreduce has no such algorithm; the broadcasts before it were lost."""
    file = tmp_path / "b.json"
    words = ["-n", "2", "-m", "8:8", "-i", "2", "-r", "2", "--compare", "knomial:k=4", "--mpi", library.prefix]
    status, _, err = run("bench", "bcast", "allreduce", *words, "-o", file)
    assert status == 2 and "has the collectives that were finished" in " ".join(err.split())
    assert valid("bench", json.loads(file.read_text()))["collective"] == "bcast"
