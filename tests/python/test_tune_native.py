# SPDX-License-Identifier: BSD-3-Clause
"""hocket tune --native: turns of launches, what they make of a table, and a real campaign killed on its way."""

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
from hocket import find, mpi
from hocket.mpi import Mpi
from hocket.natives import mpich, ompi
from hocket.natives.choice import choice
from hocket.stop import Stop
from hocket.tune.journal import Journal
from hocket.tune.native import document, settings, turns
from hocket.tune.native.campaign import NativeCampaign
from hocket.tune.native.library import OWN, Forced
from hocket.tune.places import Place
from hocket.tune.steps import STEPS

FOUR = Place("bcast", 4)
OPEN_MPI, MPICH = Mpi(Path("mpiexec"), "openmpi", "5.0.11"), Mpi(Path("mpiexec"), "mpich", "5.0.2")


def launched(turn: int, name: str, times: dict[int, float], verified: bool = True, place: Place = FOUR) -> dict:
    """A line of the journal: 4 rounds of the same time."""
    rows = [
        {"variant": v, "bytes": n, "samples": 4, "verified": verified, "rounds_us": [[t] * 4]}
        for n, t in times.items()
        for v in (OWN, f"{OWN}'")
    ]
    about = {"library": "An MPI", "cores": 2, "results": rows, "variants": [{"name": OWN, "spec": OWN}]}
    line = {"collective": place.collective, "ranks": place.ranks, "step": STEPS[turn], "turn": turn, "variant": name}
    return line | {"seconds": 1.0, "document": {"schema": "hocket-bench-1"} | about}


@pytest.fixture
def campaign(tmp_path):
    made = []

    def make(library: Mpi, lines: list[dict], *places: Place, settings: dict | None = None) -> NativeCampaign:
        journal = Journal(tmp_path / f"{len(made)}.jsonl", {"seed": 1}, False)
        made.append(journal)
        for line in lines:
            journal.add(line)
        return NativeCampaign(
            Forced(library, settings=settings or {}), list(places or [FOUR]), journal, 60, (8, 4096), 1
        )

    yield make
    for journal in made:
        journal.file.close()


def speak(launches: list, times, turn_of=None) -> list[dict]:
    return [launched(x.turn, x.name, {n: times(x.name, n) for n in x.step.sizes}) for x in launches]


def crossing(name: str, size: int) -> float:
    """A chain wins from 512 bytes on, by half; a binomial tree is no better than the library's own."""
    if name.startswith("chain:faninout=4:segsize=8192"):
        return 5.0 if size >= 512 else 20.0
    return 9.9 if name == "binomial" else 10.0 if name == OWN else 30.0


def all_turns(make, library: Mpi, times) -> NativeCampaign:
    lines: list[dict] = []
    while left := make(library, lines).left(FOUR):
        lines += speak(left, times)
    return make(library, lines)


def test_every_turn_has_the_library_as_it_is_and_each_candidate_once(campaign):
    first = campaign(OPEN_MPI, []).left(FOUR)
    names = [launch.name for launch in first]
    assert sorted(names) == sorted([OWN, *Forced(OPEN_MPI).candidates(FOUR)]) and names != sorted(names)
    second = campaign(OPEN_MPI, speak(first, crossing)).left(FOUR)
    assert {launch.turn for launch in second} == {1}
    assert {launch.name for launch in second} == {OWN, "binomial", "chain:faninout=4:segsize=8192"}


def test_what_comes_next_depends_on_the_lines_alone(campaign):
    first = campaign(OPEN_MPI, []).left(FOUR)
    lines = speak(first[:7], crossing)
    assert campaign(OPEN_MPI, lines).left(FOUR) == first[7:]
    assert campaign(OPEN_MPI, list(reversed(lines))).left(FOUR) == first[7:]


def test_a_winner_has_rules_and_the_library_wins_ties(campaign, valid):
    done = all_turns(campaign, OPEN_MPI, crossing)
    assert done.left(FOUR) == [] and len(done.documents(FOUR)) == len(STEPS)
    table = valid("native-table", document.table(done))
    low, high = table["rules"]
    assert low["algorithm"] == "native" and low["ppn"] == [4, 5] and low["nodes"] == [1, 2]
    assert high["algorithm"] == "chain" and high["parameters"] == {"faninout": 4, "segsize": 8192}
    assert 128 < low["bytes"][1] <= 512 and high["over_default"] == 0.5 and high["confidence"] == 1
    assert table["provenance"]["library"] == "openmpi" and table["provenance"]["version"] == "5.0.11"


def test_wrong_data_never_wins_and_a_turn_without_the_library_s_own_says_nothing(campaign):
    lines = [launched(t, OWN, {8: 10.0}) for t in (0, 1)]
    lines += [launched(t, "pipeline", {8: 1.0}, verified=False) for t in (0, 1)]
    table = document.table(campaign(OPEN_MPI, lines))
    assert [rule["algorithm"] for rule in table["rules"]] == ["native"]
    assert campaign(OPEN_MPI, lines[2:]).documents(FOUR) == []


def test_what_was_launched_once_is_not_chosen(campaign):
    """Ranks that outnumber cores: one launch of three may be a hundred times faster than the others."""
    lines = [launched(t, OWN, {8: 10.0}) for t in (0, 1)] + [launched(0, "pipeline", {8: 0.1})]
    assert [rule["algorithm"] for rule in document.table(campaign(OPEN_MPI, lines))["rules"]] == ["native"]
    lines.append(launched(1, "pipeline", {8: 0.1}))
    assert [rule["algorithm"] for rule in document.table(campaign(OPEN_MPI, lines))["rules"]] == ["pipeline"]


@pytest.mark.parametrize("times, wanted", [((5.0, 5.0, 5.0), "pipeline"), ((1.0, 1.0, 10.5), "native")])
def test_what_was_slower_once_is_not_chosen(campaign, times, wanted):
    lines = [launched(t, OWN, {8: 10.0}) for t in (0, 1, 2)]
    lines += [launched(t, "pipeline", {8: time}) for t, time in enumerate(times)]
    assert [rule["algorithm"] for rule in document.table(campaign(OPEN_MPI, lines))["rules"]] == [wanted]


def test_where_no_rule_may_depend_on_sizes_there_is_one(campaign):
    place = Place("scatter", 4)
    lines = [launched(t, OWN, {8: 10.0, 4096: 10.0}, place=place) for t in (0, 1)]
    lines += [launched(t, "linear_nb", {8: 20.0, 4096: 2.0}, place=place) for t in (0, 1)]
    (rule,) = document.table(campaign(OPEN_MPI, lines, place))["rules"]
    assert rule["algorithm"] == "linear_nb" and "bytes" not in rule


@pytest.mark.parametrize("own, wanted", [(2.0, ["native"]), (9.0, ["generic", "scatter_ring_allgather"])])
def test_mpich_s_device_is_on_or_off_for_all_sizes(campaign, own, wanted):
    """A file cannot have both: with it off, the tree's own choice is what is left where nothing is better."""
    lines = []
    for turn in (0, 1):
        lines += [launched(turn, OWN, {8: own, 4096: own}), launched(turn, "generic", {8: 4.0, 4096: 8.0})]
        lines += [launched(turn, "scatter_ring_allgather", {8: 9.0, 4096: 3.0})]
    assert [rule["algorithm"] for rule in document.table(campaign(MPICH, lines))["rules"]] == wanted


def test_what_is_forced():
    assert ompi.force("bcast", choice("chain", faninout=4, segsize=8192), "5.0.11") == {
        "OMPI_MCA_coll_han_priority": "0",
        "OMPI_MCA_coll_tuned_use_dynamic_rules": "1",
        "OMPI_MCA_coll_tuned_bcast_algorithm": "2",
        "OMPI_MCA_coll_tuned_bcast_algorithm_chain_fanout": "4",
        "OMPI_MCA_coll_tuned_bcast_algorithm_segmentsize": "8192",
    }
    found = mpich.force("allreduce", choice("recexch", k=4), "5.0.2")
    assert found["MPIR_CVAR_ALLREDUCE_DEVICE_COLLECTIVE"] == "0"
    assert found["MPIR_CVAR_ALLREDUCE_RECEXCH_KVAL"] == "4"
    assert mpich.force("bcast", choice("generic"), "5.0.2") == {"MPIR_CVAR_BCAST_DEVICE_COLLECTIVE": "0"}


@pytest.mark.parametrize("library", [OPEN_MPI, MPICH])
def test_every_candidate_can_be_forced_and_exported(library):
    table = (mpich if library.family == "mpich" else ompi).TABLE
    for collective in table:
        for ranks in (2, 5):
            place = Place(collective, ranks)
            for name, chosen in Forced(library).candidates(place).items():
                assert Forced(library).variables(place, name) and str(chosen) == name
                assert ranks == 2 or chosen.algorithm != "two_proc"


def test_what_reduces_out_of_order_is_measured_on_request_only():
    place = Place("reduce", 4)
    some, all_of_them = Forced(OPEN_MPI).candidates(place), Forced(OPEN_MPI, True).candidates(place)
    assert "rabenseifner" in some and "binomial" not in some and {*some} < {*all_of_them} and "binomial" in all_of_them


TCP = {"tcp": {"OMPI_MCA_btl": "self,tcp"}}


def test_settings_are_launched_once_in_every_turn_beside_the_candidates(campaign):
    done: list[dict] = []
    while left := campaign(OPEN_MPI, done, settings=TCP).left(FOUR):
        assert [launch.name for launch in left].count("tcp") == 1
        done += speak(left, crossing)
    assert [line["turn"] for line in done if line["variant"] == "tcp"] == list(range(len(STEPS)))
    places = {[line["variant"] for line in done if line["turn"] == turn].index("tcp") for turn in range(len(STEPS))}
    assert len(places) > 1, "shuffled"
    variables = Forced(OPEN_MPI, settings=TCP).variables
    assert variables(FOUR, "tcp") == TCP["tcp"] and "OMPI_MCA_btl" not in variables(FOUR, "pipeline")
    assert variables(FOUR, OWN) == {}


def test_a_setting_changes_nothing_that_comes_after_it_and_no_table(campaign):
    """It is ten times faster than everything: no rule has it, and the same candidates stay."""

    def times(name: str, size: int) -> float:
        return 0.5 if name == "tcp" else crossing(name, size)

    lines: list[dict] = []
    while left := campaign(OPEN_MPI, lines, settings=TCP).left(FOUR):
        lines += speak(left, times)
    with_it, without = campaign(OPEN_MPI, lines, settings=TCP), all_turns(campaign, OPEN_MPI, crossing)
    names = {line["variant"] for line in without.journal.lines}
    assert {line["variant"] for line in lines} == {*names, "tcp"}
    both = document.table(with_it), document.table(without)
    assert both[0]["rules"] == both[1]["rules"] and both[0]["provenance"]["samples"] == both[1]["provenance"]["samples"]


def beside(make, turns: list[tuple[dict, dict]]) -> list:
    """Of launches with the setting and as it is, in each turn."""
    lines = []
    for turn, (mine, own) in enumerate(turns):
        lines += [launched(turn, OWN, own), launched(turn, "tcp", mine)]
    return settings.beside(make(OPEN_MPI, lines, settings=TCP))


def test_a_setting_is_told_where_it_was_faster_in_launches(campaign):
    turns = [({8: 5.0 + i / 10, 4096: 20.0}, {8: 10.0 + i / 10, 4096: 20.0 + i}) for i in range(4)]
    small, whole = beside(campaign, turns)
    assert (small.name, small.place, small.size, whole.size) == ("tcp", FOUR, 8, None)
    assert (
        small.ratio.value == pytest.approx(0.5, abs=0.02) and small.ratio.low < small.ratio.value < small.ratio.high < 1
    )
    assert 0.6 < whole.ratio.value < 0.75


def test_a_setting_that_was_faster_by_chance_is_not_told(campaign):
    turns = [({8: mine}, {8: own}) for mine, own in ((5.0, 10.0), (11.0, 9.0), (9.0, 12.0), (10.0, 8.0))]
    (whole,) = beside(campaign, turns)
    assert whole.size is None and whole.ratio.holds(1)
    (once,) = beside(campaign, [({8: 1.0}, {8: 10.0})])
    assert once.ratio is None


def test_a_setting_that_moved_wrong_data_is_not_told(campaign):
    lines = [launched(turn, OWN, {8: 10.0}) for turn in range(3)]
    lines += [launched(turn, "tcp", {8: 1.0}, verified=False) for turn in range(3)]
    assert settings.beside(campaign(OPEN_MPI, lines, settings=TCP)) == []


def test_what_settings_cannot_be(run, campaign):
    with pytest.raises(Stop, match=r"--variant 'pipeline': Open MPI has an algorithm of that name"):
        Forced(OPEN_MPI, settings={"pipeline": {"A": "1"}}).check_names([FOUR])
    for words, says in (
        (["--variant", "a:B=1"], "belongs to --native"),
        (["--native", "--variant", "a:HOCKET_SHM=1"], "belong into hocket bench --compare"),
        (["--native", "--variant", "a:B=1", "--variant", "a:B=2"], "same name"),
    ):
        status, _, err = run("tune", "bcast", *words)
        assert status == 2 and says in " ".join(err.split())


def test_other_settings_are_another_question(tmp_path):
    asked = made.samples()[0]["asked"] | {"variants": TCP}
    Journal(tmp_path / "s.jsonl", asked, False).file.close()
    with pytest.raises(Stop, match=r"was begun with variants .*tcp.*, now it is \{\}"):
        Journal(tmp_path / "s.jsonl", asked | {"variants": {}}, False)
    Journal(tmp_path / "old.jsonl", made.samples()[0]["asked"], False).file.close()
    Journal(tmp_path / "old.jsonl", asked | {"variants": {}}, False).file.close()


def test_a_library_that_is_not_known_is_refused():
    for family, version in (("intel", "2021.18"), ("mpich", "3.4.3"), ("openmpi", "3.1")):
        with pytest.raises(Stop, match=r"algorithms of .* are not known"):
            Forced(Mpi(Path("mpiexec"), family, version))


def test_a_candidate_that_fails_is_left_out_and_named(campaign, monkeypatch):
    one = campaign(OPEN_MPI, [])

    def fails(self, what, seconds):
        if what.name == "pipeline":
            raise Stop("the job ended with status 9")
        return launched(what.turn, what.name, dict.fromkeys(what.step.sizes, 1.0))

    monkeypatch.setattr(NativeCampaign, "measure", fails)
    one.budget = 1e6
    one.run(lambda text: None)
    assert list(one.failed) == [(FOUR, "pipeline")] and one.left(FOUR) == []


def test_a_launch_says_on_what_machine_and_not_what_was_forced(campaign, monkeypatch, valid):
    job = {k: v for k, v in made.crossing().items() if k != "launches"}
    monkeypatch.setattr(find, "program", lambda name: name)
    ended = subprocess.CompletedProcess([], 0, json.dumps(job) + "\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: ended)
    monkeypatch.setenv("UCX_TLS", "sm")
    one = campaign(OPEN_MPI, [])
    launch = next(launch for launch in one.left(FOUR) if launch.name == "binomial")
    line = valid("samples", one.measure(launch, 1))
    said = valid("bench", line["document"])["machine"]["environment"]
    assert not any("bcast" in name for name in said) and said["UCX_TLS"] == "sm"


@pytest.mark.parametrize("seed", range(4))
def test_a_budget_gives_every_place_its_first_turn_first(campaign, seed):
    places = [Place("bcast", n) for n in (2, 3, 4)]
    one = campaign(OPEN_MPI, [], *places)
    for _ in range(random.Random(seed).randrange(60)):
        launch = one.next_launches()[0]
        some = dict.fromkeys(launch.step.sizes, 10.0)
        one.journal.add(launched(launch.turn, launch.name, some, place=launch.place))
    behind = [left[0].turn for place in places if (left := one.left(place))]
    assert max(behind) - min(behind) <= 1


def test_a_table_keeps_what_was_asked_before_and_the_budget_is_for_what_is_asked_now(campaign):
    other = Place("scan", 4)
    lines = [launched(t, OWN, {8: 10.0}) for t in (0, 1)] + [launched(0, OWN, {8: 10.0}, place=other)]
    now = campaign(OPEN_MPI, lines, other)
    assert now.spent == 1
    table = document.table(now)
    assert [rule["collective"] for rule in table["rules"]] == ["scan", "bcast"]
    assert table["provenance"]["seconds"] == 3


def test_what_commutative_alone_allowed_is_not_chosen_without_it(campaign):
    place = Place("reduce", 4)
    lines = [launched(t, OWN, {8: 10.0}, place=place) for t in (0, 1)]
    lines += [launched(t, "binomial", {8: 1.0}, place=place) for t in (0, 1)]
    assert [rule["algorithm"] for rule in document.table(campaign(OPEN_MPI, lines, place))["rules"]] == ["native"]


def test_nothing_to_choose_from(run, tmp_path):
    prefixes = find.default_prefixes()
    if not prefixes or mpi.choose(prefixes[0]).family != "mpich":
        pytest.skip("no MPICH of the sources")
    words = ["tune", "--native", "gather", "-n", "2", "--mpi", prefixes[0], "-o", tmp_path / "t.json"]
    status, _, err = run(*words)
    assert status == 2 and "has nothing to choose from for gather" in " ".join(err.split())


def start(folder, *more: str) -> subprocess.Popen:
    words = ["-m", "hocket", "tune", "--native", "scan", "-n", "2", "-m", "8:64", "--budget", "16s", "--progress"]
    words += ["--variant", "tcp:OMPI_MCA_btl=self,tcp"]
    here = os.environ | {"PYTHONPATH": str(find.PACKAGE.parent)}
    command = [sys.executable, *words, *more]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=here)


def lines_of(path) -> int:
    return path.read_text().count("\n") if path.exists() else 0


def test_a_campaign_that_is_killed_goes_on_and_its_table_is_exported(run, tmp_path, valid):
    needs("hocket-bench-ompi")
    prefixes = [p for p in find.default_prefixes() if mpi.choose(p).family == "openmpi"]
    if not prefixes:
        pytest.skip("no Open MPI of the sources")
    samples, library = tmp_path / "native.samples.jsonl", str(prefixes[0])
    first = start(tmp_path, "--mpi", library)
    until = time.monotonic() + 60
    while lines_of(samples) < 4 and first.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    os.kill(first.pid, signal.SIGKILL)
    first.communicate(timeout=60)
    before = samples.read_text()
    second = start(tmp_path, "--mpi", library)
    shown, said = second.communicate(timeout=120)
    assert second.returncode == 0 and "measurements are there already" in said, said
    assert samples.read_text().startswith(before.rpartition("\n")[0])
    lines = [valid("samples", json.loads(text)) for text in samples.read_text().splitlines()][1:]
    assert len({(line["turn"], line["variant"]) for line in lines}) == len(lines)
    assert {line["variant"] for line in lines} == {"native", "linear", "recursive_doubling", "tcp"}
    assert "tcp" in shown and "tcp" not in (tmp_path / "native.json").read_text()
    table = valid("native-table", json.loads((tmp_path / "native.json").read_text()))
    assert table["provenance"]["samples"] > 50 and {rule["collective"] for rule in table["rules"]} == {"scan"}
    table["rules"].append({"collective": "scan", "ranks": [9, 10], "algorithm": "linear"})
    (tmp_path / "native.json").write_text(json.dumps(table))
    status, _, err = run("export", "--format", "ompi5", tmp_path / "native.json", "-o", tmp_path / "rules")
    assert status == 0 and (tmp_path / "rules").exists(), err


def test_turns_are_merged_with_the_noise_of_the_library_s_own():
    lines = [launched(0, OWN, {8: 10.0}), launched(0, "pipeline", {8: 5.0}), launched(1, OWN, {8: 11.0})]
    (merged,) = turns.documents(lines, 1)
    assert [row["variant"] for row in merged["results"]] == [OWN, f"{OWN}'", "pipeline"]
