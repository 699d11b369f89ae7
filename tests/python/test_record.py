# SPDX-License-Identifier: BSD-3-Clause
"""Recorded schedules: the golden files are what is recorded today, and playing them is the collective."""

import re
import shlex
import textwrap
from pathlib import Path

import golden
import playing
import pytest
import schedules
from hocket import tool

ROOT = Path(__file__).resolve().parents[2]
AGAIN = "if the change is meant: PYTHONPATH=python python tests/python/golden.py"
GOLDEN = sorted(golden.FOLDER.glob("*/*.txt"))


def test_the_golden_files_are_those_of_the_catalogue(built):
    assert [file for file, _ in sorted(golden.schedules())] == GOLDEN, AGAIN


def test_golden_files_have_not_changed(built):
    changed = [
        file.name for file, words in golden.schedules() if file.exists() and tool.ask(words)[0] != file.read_text()
    ]
    assert not changed, f"{changed}: {AGAIN}"


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_played_schedule_is_the_collective(file):
    for seed in range(5):
        made = schedules.parse(file.read_text())
        assert made.collective == file.parent.name
        assert playing.wrong_ranks(made, *playing.play(made, seed)) == []


def test_the_player_sees_a_missing_dependency(built):
    text = tool.ask(["record", "bcast", "--algorithm", "chain", "--ranks", "3", "--bytes", "9"])[0]
    assert " after 0" in text
    broken = text.replace(" after 0", "")
    played = schedules.parse(broken)
    assert any(playing.wrong_ranks(played, *playing.play(schedules.parse(broken), seed)) for seed in range(20))


@pytest.mark.parametrize("collective", ["gather", "scatterv"])
def test_the_player_sees_a_block_in_the_wrong_place(built, collective):
    text = tool.ask(["record", collective, "--algorithm", "flat", "--ranks", "3", "--bytes", "9"])[0]
    assert "data+18" in text
    wrong = schedules.parse(text.replace("data+18", "data+17"))
    assert playing.wrong_ranks(wrong, *playing.play(wrong, 1))


def test_the_player_sees_a_block_of_another_rank(built):
    text = tool.ask(["record", "alltoall", "--algorithm", "flat", "--ranks", "3", "--bytes", "9"])[0]
    assert "rank 1 block 9 scratch" in text and "recv 9 from 0 into data+27" in text
    wrong = schedules.parse(text.replace("recv 9 from 0 into data+27", "recv 9 from 0 into data+36"))
    assert playing.wrong_ranks(wrong, *playing.play(wrong, 1))


def test_blocks_of_an_alltoallv_are_those_of_each_pair(built):
    words = ["--algorithm", "flat", "--ranks", "3", "--bytes", "10", "--counts", "random", "--counts-seed", "4"]
    made = schedules.parse(tool.ask(["record", "alltoallv", *words])[0])
    assert [sum(row) for row in made.exchanged] == [30, 30, 30] and len({*map(tuple, made.exchanged)}) > 1
    sent = {op.channel: op.count for rank in made.ranks for op in rank if op.verb == "send"}
    assert sent == {(0, r, i): n for r, row in enumerate(made.exchanged) for i, n in enumerate(row) if r != i and n}


def test_several_pieces_are_one_message(built):
    words = ["record", "gatherv", "--algorithm", "levels", "--ranks", "6", "--nodes", "cyclic:3x2", "--bytes", "600"]
    text = tool.ask(words)[0]
    assert "into data+600:600 data+2400:600" in text
    made = schedules.parse(text)
    assert playing.wrong_ranks(made, *playing.play(made, 1)) == []


def test_operations_that_look_the_same_are_played_once_each(built):
    words = ["--algorithm", "sparbit", "--ranks", "8", "--bytes", "100", "--counts", "zeros"]
    text = tool.ask(["record", "allgatherv", *words])[0]
    for seed in range(5):
        made = schedules.parse(text)
        assert playing.wrong_ranks(made, *playing.play(made, seed)) == []


def test_lanes_do_not_wait_for_each_other(run, built):
    _, out, _ = run("record", "bcast", "--algorithm", "flat:window=2", "--ranks", "6", "--bytes", "0")
    root = schedules.parse(out).ranks[0]
    assert [op.after for op in root] == [[], [], [0], [1], [2]]


GOAL = re.compile(
    r"(?:l\d+: (?:(?P<verb>send|recv) (?P<size>\d+)b (?:to|from) (?P<peer>\d+) tag (?P<tag>\d+)|calc \d+)"
    r"|(?P<later>l\d+) requires (?P<earlier>l\d+))"
)


def goal_messages(text):
    """{(sender, receiver, tag): size} of the sends and of the receives; labels are defined before they are used."""
    sends, recvs, rank, labels = {}, {}, None, set()
    head, count, *lines = text.splitlines()
    assert head.startswith("// ") and re.fullmatch(r"num_ranks \d+", count)
    for line in filter(None, lines):
        if found := re.fullmatch(r"rank (\d+) \{", line):
            assert rank is None
            rank, labels = int(found[1]), set()
        elif line == "}":
            rank = None
        else:
            found = GOAL.fullmatch(line)
            assert found and rank is not None, line
            if found["later"]:
                assert {found["later"], found["earlier"]} <= labels
                continue
            labels.add(line.split(":")[0])
            if found["verb"]:
                mine, peer = rank, int(found["peer"])
                key = (mine, peer, found["tag"]) if found["verb"] == "send" else (peer, mine, found["tag"])
                side = sends if found["verb"] == "send" else recvs
                assert key not in side, "a tag twice between the same two"
                side[key] = int(found["size"])
    return sends, recvs


@pytest.mark.parametrize("spec", ["knomial", "chain:segment=16", "levels:segment=16", "then(allgather=ring)"])
@pytest.mark.parametrize("size", [0, 100])
def test_goal_names_every_message_once(run, built, spec, size):
    place = ["--algorithm", spec, "--ranks", "8", "--nodes", "3,1,4", "--bytes", size]
    sends, recvs = goal_messages(run("record", "bcast", *place, "--format", "goal")[1])
    assert sends == recvs
    assert len(sends) >= 7
    recorded = schedules.parse(run("record", "bcast", *place)[1])
    assert len(sends) == sum(op.verb == "send" for rank in recorded.ranks for op in rank)


def test_the_example_of_the_documentation_is_what_comes(run, built):
    text = (ROOT / "docs" / "recorded-schedules.md").read_text().split("## Text")[1]
    command = shlex.split(text.split("`")[1])[1:]
    shown = text.split(" begins\n\n")[1].split("\n\n|")[0]
    assert run(*command)[1].startswith(textwrap.dedent(shown) + "\n")


def test_a_file_holds_the_same_text(run, built, tmp_path):
    words = ["record", "bcast", "--algorithm", "kary", "--ranks", "4", "--bytes", "1K"]
    assert run(*words, "-o", tmp_path / "kary.txt")[:2] == (0, "")
    assert (tmp_path / "kary.txt").read_text() == run(*words)[1]


@pytest.mark.parametrize(
    "words, named",
    [
        (["--algorithm", "nativ"], "native"),
        (["--algorithm", "native"], "no text"),
        (["--algorithm", "levels(across=native)", "--nodes", "2x4"], "no text"),
        (["--algorithm", "flat", "--root", "8"], "0 to 7"),
        (["--algorithm", "flat", "--nodes", "3x3"], "--nodes 3x3"),
        (["--algorithm", "flat", "--nodes", "cyclic"], "3,1,4"),
        (["--algorithm", "flat", "--format", "gaol"], "goal"),
        (["--algorithm", "flat", "-o", "/none/x"], "/none/x"),
        (["--algorithm", "flat", "--counts", "zipf"], "all ranks of a bcast have the same"),
    ],
)
def test_wrong_usage(run, built, words, named):
    status, out, err = run("record", "bcast", "--ranks", "8", "--bytes", "10", *words)
    assert (status, out) == (2, "")
    assert named in err
