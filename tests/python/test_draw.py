# SPDX-License-Identifier: BSD-3-Clause
"""Pictures as the command line draws them; what is in them is tested in tests/unit/simulate."""

from xml.etree import ElementTree

import pytest

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    "place",
    [
        ["--ranks", 1],
        ["--ranks", 8, "--nodes", "cyclic:4x2", "--bytes", 0],
        ["--ranks", 16, "--nodes", "4x4", "--machine", "standard"],
        ["--ranks", 6144, "--nodes", "512x12", "--bytes", 1221360, "--root", 6143],
    ],
)
def test_a_picture_is_an_svg_document(run, built, place):
    status, out, err = run("draw", "bcast", "--algorithm", "levels:segment=64K", *place)
    assert (status, err) == (0, "")
    root = ElementTree.fromstring(out)
    assert root.tag == SVG + "svg"
    assert "levels" in root.find(SVG + "title").text
    assert sum(1 for _ in root.iter()) < 3000


@pytest.mark.parametrize("collective", ["gather", "gatherv", "scatter", "scatterv"])
def test_rooted_collectives_are_drawn(run, built, collective):
    counts = ["--counts", "one-giant"] if collective.endswith("v") else []
    place = ["--ranks", 12, "--nodes", "3,1,8", "--root", 3, "--bytes", "4K", *counts]
    status, out, err = run("draw", collective, "--algorithm", "levels", *place)
    assert (status, err) == (0, "")
    root = ElementTree.fromstring(out)
    assert root.find(SVG + "title").text.startswith(f"{collective} levels")
    assert ("4K bytes a rank on average (one-giant)" in out) == collective.endswith("v")
    assert sum(1 for node in root.iter(SVG + "line")) > 11


@pytest.mark.parametrize("place", [["--ranks", 1], ["--ranks", 9], ["--ranks", 24, "--nodes", "cyclic:6x4"]])
def test_a_timetable_is_an_svg_document(run, built, place):
    status, out, err = run("draw", "alltoall", "--algorithm", "pairwise", "--view", "timetable", *place)
    assert (status, err) == (0, "")
    root = ElementTree.fromstring(out)
    assert root.tag == SVG + "svg" and root.find(SVG + "title").text == "alltoall pairwise"
    assert "64K bytes a pair" in out


def test_a_timetable_has_every_meeting(run, built):
    """Even and odd numbers of ranks: each meets all others once, two at a time."""
    for ranks in (8, 9):
        words = ["--algorithm", "timetable:window=1", "--ranks", ranks, "--nodes", f"{ranks}x1", "--view", "timetable"]
        root = ElementTree.fromstring(run("draw", "alltoall", *words, "--bytes", "1K")[1])
        cells = [text.text for text in root.iter(SVG + "text") if text.get("class") == "cell"]
        assert sorted(cells, key=int) == [str(peer) for peer in range(ranks) for _ in range(ranks - 1)]
        flows = [text.text for text in root.iter(SVG + "text") if text.get("class") == "middle small"]
        rounds = ranks if ranks % 2 else ranks - 1
        assert flows == [text for round in range(rounds) for text in (str(round + 1), "1")]


@pytest.mark.parametrize("collective", ["barrier", "bcast", "gatherv", "allreduce", "alltoallw"])
def test_other_collectives_have_rounds_too(run, built, collective):
    size = [] if collective == "barrier" else ["--bytes", "1K"]
    words = ["--algorithm", "auto", "--ranks", 12, "--nodes", "3x4", "--view", "timetable", *size]
    status, out, err = run("draw", collective, *words)
    assert (status, err) == (0, "")
    root = ElementTree.fromstring(out)
    assert [text for text in root.iter(SVG + "text") if text.get("class") == "cell"]


def test_auto_is_resolved(run, built):
    status, out, _ = run("draw", "bcast", "--algorithm", "auto", "--ranks", 12, "--nodes", "3x4")
    assert status == 0
    named = ElementTree.fromstring(out).find(SVG + "title").text
    assert named.startswith("bcast ") and "auto" not in named


def test_a_file_holds_the_picture(run, built, tmp_path):
    words = ["draw", "bcast", "--algorithm", "knomial", "--ranks", 4]
    assert run(*words, "-o", tmp_path / "a.svg")[:2] == (0, "")
    assert (tmp_path / "a.svg").read_text() == run(*words)[1]


@pytest.mark.parametrize(
    "words, named",
    [
        (["--algorithm", "knomail", "--ranks", 4], "knomial"),
        (["--algorithm", "native", "--ranks", 4], "no text"),
        (["--algorithm", "knomial", "--ranks", 4, "--machine", "auror"], "aurora"),
        (["--algorithm", "knomial", "--ranks", 4, "--bytes", "4Q"], "4Q"),
        (["--algorithm", "knomial", "--ranks", 4, "--root", 4], "0 to 3"),
        (["--algorithm", "knomial", "--ranks", 4, "--nodes", "5x1"], "5x1"),
        (["--algorithm", "knomial", "--ranks", 4, "--view", "table"], "timetable"),
        (["--algorithm", "knomial", "--ranks", 257, "--view", "timetable"], "at most 256 ranks"),
        (["--algorithm", "chain:segment=8", "--ranks", 4, "--view", "timetable", "--bytes", "8K"], "rounds"),
        (["--algorithm", "then(allgather=ring)", "--ranks", 100000], "can be drawn"),
    ],
)
def test_wrong_usage(run, built, words, named):
    status, out, err = run("draw", "bcast", *words)
    assert (status, out) == (2, "")
    assert named in err
