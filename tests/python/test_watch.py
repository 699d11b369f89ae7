# SPDX-License-Identifier: BSD-3-Clause
"""Which rounds `make bench` counts, where the processors of the machine are not always as far apart."""

import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from hocket.bench import launch, plan

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))
import peers
from watch import Looks, Watch


@pytest.fixture
def looks():
    """Every 20 ms from second 1 to 5, at 100 ns but for 400 from second 2 to 3, and none from 4 to 4.5."""
    times = [t for t in (1 + 0.02 * i for i in range(200)) if not 4 <= t < 4.5]
    return Looks(times, [400.0 if 2 <= t < 3 else 100.0 for t in times], 100)


@pytest.fixture
def watch(looks):
    """One that has looked already."""
    found = Watch.__new__(Watch)
    found.found, found.patience, found.seen, found.used, found.strayed = looks, 600, 0, 0, 0
    found.program = SimpleNamespace(poll=lambda: None)
    return found


@pytest.mark.parametrize(
    "begin, end, counts",
    [
        (1.1, 1.2, True),
        (1.11, 1.115, True),  # between two looks
        (1.9, 2.1, False),
        (2.4, 2.5, False),
        (1.95, 1.985, False),  # the look after it
        (3.001, 3.01, True),
        (2.99, 3.01, False),  # the look before it
        (3.9, 4.6, False),  # nobody looked
        (0.5, 1.2, False),  # before the first look
        (4.9, 5.1, False),  # after the last
    ],
)
def test_a_round_counts_at_the_usual_distance(looks, begin, end, counts):
    assert looks.is_usual(begin, end) == counts


def test_each_launch_keeps_its_own_rounds(looks):
    row = {"rounds_us": [[1.0, 2.0, 3.0], [4.0]], "rounds_at_s": [[[1.1, 1.2], [2.1, 2.2], [3.1, 3.2]], [[2.5, 2.6]]]}
    assert looks.kept(row) == [[1.0, 3.0], []]


def row(size, *moments):
    """Rounds that take as many microseconds as the clock showed seconds."""
    spans = [[at, at + 0.01] for at in moments]
    return {"variant": "native", "bytes": size, "rounds_us": [list(moments)], "rounds_at_s": [spans]}


def launched(watch, monkeypatch, *documents):
    """What counts where the library runs like that, once after the other, and how often it ran."""
    left = list(documents)
    monkeypatch.setattr(launch, "start", lambda *_: {"results": left.pop(0)})
    return peers.launched(None, 2, plan.Job(("native",)), [], watch), len(documents) - len(left)


def test_it_is_launched_again_until_half_of_the_rounds_count(watch, monkeypatch):
    few, more = [row(8, 1.1, 2.1, 2.2, 2.3)], [row(8, 2.4, 3.1, 3.2, 3.3)]
    assert launched(watch, monkeypatch, few, more, more) == ({("native", 8): [1.1, 3.1, 3.2, 3.3]}, 2)
    assert (watch.used, watch.seen, watch.strayed) == (4, 8, 0)


def test_a_size_that_a_later_launch_has_no_time_for_is_kept(watch, monkeypatch):
    both, one = [row(8, 2.1, 2.2), row(16, 1.1, 1.2)], [row(8, 1.3, 1.4)]
    assert launched(watch, monkeypatch, both, one)[0] == {("native", 8): [1.3, 1.4], ("native", 16): [1.1, 1.2]}


def test_without_patience_others_count_and_are_told_of(watch, monkeypatch):
    watch.patience = 0
    assert launched(watch, monkeypatch, [row(8, 2.1, 2.2)])[0] == {("native", 8): [2.1, 2.2]}
    assert watch.strayed == 2 and "2 others" in watch.words()


def test_who_has_ended_looks_no_more(watch):
    watch.program = SimpleNamespace(poll=lambda: 1, returncode=1)
    with pytest.raises(SystemExit, match="bench-watch has ended"):
        watch.looked()


def test_work_is_done_again_at_another_distance(watch):
    moments = iter([2.5, 1.5])
    watch.looked = lambda: None
    watch.found.is_usual = lambda begin, end: next(moments) < 2
    assert watch.at_the_usual(lambda: time.sleep(0)) is None and watch.strayed == 0
    assert next(moments, None) is None
