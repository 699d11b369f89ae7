# SPDX-License-Identifier: BSD-3-Clause
"""The journal of hocket tune: what a kill leaves goes on, and nothing else is ever written to or forgotten."""

import errno
import json
import os
import socket

import pytest
import report_documents as made
from hocket.stop import Stop
from hocket.tune import measure
from hocket.tune.campaign import Campaign
from hocket.tune.journal import Journal, journal_at
from hocket.tune.places import Place

HEADING, TWO, FOUR = made.samples(made.crossing("bcast", 2), made.crossing("bcast", 4))
ASKED = HEADING["asked"]


@pytest.fixture
def path(tmp_path):
    """A journal with measurements of 2 and of 4 ranks."""
    with Journal(tmp_path / "t.samples.jsonl", ASKED, False) as first:
        first.add(TWO)
        first.add(FOUR)
    return first.path


def refused(path, *said, restart=False, asked=ASKED):
    """And nothing is changed."""
    before = path.read_bytes()
    with pytest.raises(Stop) as stop:
        Journal(path, asked, restart)
    assert stop.value.status == 2 and str(stop.value).startswith(str(path))
    assert all(text in str(stop.value) for text in said), stop.value
    assert path.read_bytes() == before


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_line_that_a_kill_cut_short_is_forgotten(path, cut):
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    with Journal(path, ASKED, False) as again:
        assert [found["ranks"] for found in again.lines] == [2]
        assert again.spent([Place("bcast", 2), Place("bcast", 4)]) == 1.5
        again.add(FOUR)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("left", [0, 5, 30, 60])
def test_a_heading_that_a_kill_cut_short_is_written_again(path, left):
    path.write_bytes(path.read_bytes()[:left])
    with Journal(path, ASKED, False) as again:
        assert again.lines == []
    assert json.loads(path.read_text()) == HEADING


def test_another_question_does_not_go_on_with_these_answers(path):
    refused(path, "was begun with seed 1, now it is 2", asked=ASKED | {"seed": 2})
    refused(path, "was begun with nodes 1, now it is 2", asked=ASKED | {"nodes": 2})
    with Journal(path, ASKED | {"nodes": 2}, True) as anew:
        assert anew.lines == []
    refused(path, "was begun with nodes 2, now it is 1")


def test_two_at_once_do_not_write_into_one_file(path):
    with Journal(path, ASKED, False):
        refused(path, "is in use by another hocket tune")


@pytest.mark.parametrize(
    "bad, said",
    [
        (b"{broken", "is not JSON"),
        (b"\xff", "is not JSON"),
        (b"", "is not JSON"),
        (b'{"foo":1}', "does not fit hocket-samples-1"),
        (b"[]", "does not fit hocket-samples-1"),
        (json.dumps(HEADING).encode(), "is no measurement of hocket tune without --native"),
        (json.dumps(made.forced("bcast", 0, {"native": 1.0})[0]).encode(), "is no measurement of hocket tune without"),
        (json.dumps(TWO | {"document": TWO["document"] | {"results": [{}]}}).encode(), "does not fit hocket-bench-1"),
    ],
)
@pytest.mark.parametrize("at", [2, 3, 4])
def test_a_damaged_line_is_named_and_what_is_behind_it_stays(path, bad, said, at):
    """Also the last one, where its end is there: no kill has cut it."""
    lines = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([*lines[: at - 1], bad, *lines[at - 1 :]]) + b"\n")
    refused(path, f".jsonl:{at} {said}", "--restart")
    with Journal(path, ASKED, True) as anew:
        assert anew.lines == [] and path.read_bytes().count(b"\n") == 1


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("text", ["notes", "notes\nof mine\n", '{"foo":1}\n', "\n", '{"schema": "hocket-bench-1"}'])
def test_what_is_no_journal_is_left_alone(tmp_path, text, restart):
    path = tmp_path / "t.samples.jsonl"
    path.write_text(text)
    refused(path, "this is something else", "name another table by -o", restart=restart)


def test_of_another_version(tmp_path):
    path = tmp_path / "t.samples.jsonl"
    path.write_text(json.dumps(HEADING | {"schema": "hocket-samples-2"}, separators=(",", ":")) + "\n")
    refused(path, "holds no measurements of this version", "--restart")


def test_what_is_no_regular_file_is_in_the_way(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # names of sockets are short
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("s.samples.jsonl")
        (tmp_path / "d.samples.jsonl").mkdir()
        os.mkfifo("f.samples.jsonl")
        for name in "sdf":
            with pytest.raises(Stop, match=rf"{name}\.samples\.jsonl is in the way.*no regular file"):
                journal_at(tmp_path / f"{name}.json", ASKED, False)


def test_a_table_into_a_pipe_has_no_place_for_measurements(tmp_path):
    os.mkfifo(tmp_path / "t.json")
    with pytest.raises(Stop, match=r"-o .*t\.json cannot be written: measurements stand beside it"):
        journal_at(tmp_path / "t.json", ASKED, False)
    assert [file.name for file in tmp_path.iterdir()] == ["t.json"]


def test_a_folder_into_which_nothing_can_be_written(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(Stop, match=r"-o .*t\.json cannot be written: Not a directory"):
        journal_at(tmp_path / "file" / "t.json", ASKED, False)


def test_a_full_disk_ends_the_campaign(path, monkeypatch):
    """It is no fault of the place that was measured."""

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(measure, "run", lambda *_: TWO)
    monkeypatch.setattr(os, "fsync", full)
    place = Place("bcast", 2)
    with Journal(path, ASKED, False) as journal:
        campaign = Campaign("", [place], journal, 60, None, "shared-memory", 1, hosts="", pools={place: ["knomial"]})
        with pytest.raises(Stop, match=r"t\.samples\.jsonl cannot be written: No space left on device"):
            campaign.run(lambda _: None)
        assert not campaign.failed and len(journal.lines) == 2
