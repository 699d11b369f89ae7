# SPDX-License-Identifier: BSD-3-Clause
"""hocket record --format msccl: the programs do what the collective is, in any order that their blocks allow."""

import re

import golden
import msccl_player as player
import pytest

LCM = 840  # of 1 to 8: blocks of all numbers of ranks are equal
ALGORITHMS = {
    "allreduce": [
        "ring",
        "recursive-doubling",
        "then",
        "then(allgather=ring,reduce_scatter=ring)",
        "double-tree",
        "exchange",
    ],
    "allgather": ["ring", "bruck", "flat", "sparbit", "recursive-doubling", "neighbor-exchange"],
    "reduce_scatter_block": ["ring", "flat", "recursive-halving", "circulant"],
    "alltoall": ["flat", "pairwise", "bruck", "xor"],
    "bcast": ["chain:segment=240", "knomial", "then(allgather=ring)", "circulant", "levels"],
}
CASES = [(c, spec, p) for c, specs in ALGORITHMS.items() for spec in specs for p in range(2, 9)]
# Numbers of ranks that an algorithm is not for; all others can be said.
NOT_FOR = {("allgather", "neighbor-exchange"): {3, 5, 7}, ("alltoall", "xor"): {3, 5, 6, 7}}


def recorded(run, collective, spec, ranks, *more):
    size = LCM if collective in ("allreduce", "bcast") else 48
    words = ["--algorithm", spec, "--ranks", ranks, "--bytes", size, "--format", "msccl"]
    return run("record", collective, *words, *more)


def wrong_somewhen(text, seeds=20):
    """Whether some order of its blocks ends with wrong data, or does not end."""
    made = player.read(text)
    for seed in range(seeds):
        try:
            player.play(made, seed)
        except AssertionError:
            return True
        if player.wrong_ranks(made):
            return True
    return False


@pytest.mark.parametrize("collective, spec, ranks", CASES)
def test_a_program_is_the_collective(run, built, collective, spec, ranks):
    status, text, err = recorded(run, collective, spec, ranks)
    if ranks in NOT_FOR.get((collective, spec), ()):
        assert status == 2 and "needs" in err
        return
    assert status == 0, err
    assert player.read(text).ranks == ranks and spec.split("(")[0].split(":")[0] in player.read(text).name
    assert not wrong_somewhen(text, 3)


@pytest.mark.parametrize("collective", ALGORITHMS)
def test_nodes_are_sets_of_channels_and_messages_of_several_pieces(run, built, collective):
    for spec in {"allreduce": ["levels", "lanes"], "alltoall": ["levels"], "bcast": ["lanes"]}.get(
        collective, ["levels"]
    ):
        root = ["--root", "3"] if collective == "bcast" else []
        status, text, err = recorded(run, collective, spec, 6, "--nodes", "cyclic:3x2", *root)
        assert status == 0, err
        assert player.read(text).channels > 1 and not wrong_somewhen(text, 5)


def test_the_catalogue_is_right_or_refused_with_a_reason(run, built):
    """Every other entry of the five collectives on 5 ranks, two nodes of 2 and 3."""
    said = 0
    all_words = [words for _, words in golden.schedules() if words[1] in ALGORITHMS]
    for words in [words for words in all_words if words[words.index("--ranks") + 1] == "5"][::2]:
        size = "240" if words[1] in ("allreduce", "bcast") else "48"
        at = words.index("--bytes") + 1
        status, text, err = run(*words[:at], size, *words[at + 1 :], "--format", "msccl")
        assert status == 0 or (status == 2 and "cannot be said in it: it" in err), err
        assert status == 2 or not wrong_somewhen(text, 1), words
        said += status == 0
    assert said > 25


def test_the_player_sees_a_missing_dependency(run, built):
    text = recorded(run, "bcast", "chain:segment=240", 4)[1]
    assert not wrong_somewhen(text)
    broken = re.sub(r'depid="\d+" deps="\d+"', 'depid="-1" deps="-1"', text).replace('hasdep="1"', 'hasdep="0"')
    assert wrong_somewhen(broken)


def test_the_player_sees_a_wrong_place_and_what_is_added_twice(run, built):
    text = recorded(run, "allgather", "ring", 4)[1]
    assert wrong_somewhen(text.replace('dstoff="1"', 'dstoff="2"'))
    text = recorded(run, "allreduce", "ring", 4)[1]
    assert wrong_somewhen(re.sub('type="r" ', 'type="rrc" ', text))


def test_a_file_holds_the_program(run, built, tmp_path):
    text = recorded(run, "bcast", "knomial", 4)[1]
    assert recorded(run, "bcast", "knomial", 4, "-o", tmp_path / "k.xml")[:2] == (0, "")
    assert (tmp_path / "k.xml").read_text() == text and text.startswith('<algo name="bcast knomial')


@pytest.mark.parametrize(
    "collective, words, reason",
    [
        ("allreduce", ["--algorithm", "ring", "--bytes", "1G", "--ranks", "7"], "no common size but"),
        ("allreduce", ["--algorithm", "ring", "--bytes", "10007"], "choose bytes that it divides into equal blocks"),
        ("bcast", ["--algorithm", "chain", "--bytes", "0"], "without bytes there is nothing to say"),
        ("scan", ["--algorithm", "recursive-doubling", "--bytes", "64"], "MSCCL has no scan; valid: allreduce"),
        ("allgatherv", ["--algorithm", "ring", "--bytes", "64"], "MSCCL has no allgatherv"),
        ("barrier", ["--algorithm", "dissemination"], "without bytes"),
    ],
)
def test_what_cannot_be_said_is_refused_with_the_reason(run, built, collective, words, reason):
    ranks = [] if "--ranks" in words else ["--ranks", "4"]
    status, out, err = run("record", collective, *words, *ranks, "--format", "msccl")
    assert (status, out) == (2, "") and reason in err
