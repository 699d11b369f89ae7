# SPDX-License-Identifier: BSD-3-Clause
"""What hocket tune tells of its progress: a bar on a terminal, lines elsewhere, nothing where nobody asked."""

import os
import re
import sys
import threading
import time
from dataclasses import dataclass

import pytest
from hocket import output
from hocket.tune.progress import following
from rich.console import Console

pytestmark = pytest.mark.alone


@dataclass
class Campaign:
    spent: float
    budget: float
    to_go: str


@pytest.fixture
def campaign():
    return Campaign(30.0, 120.0, "7 measurements to go")


@pytest.fixture
def terminal(monkeypatch):
    """A function that runs another with a terminal for standard error: what was written there."""

    def listen(ours, seen):
        try:
            while piece := os.read(ours, 1 << 16):
                seen.append(piece)
        except OSError:  # the other end is closed
            pass

    def of(run, kind="xterm") -> str:
        ours, theirs = os.openpty()
        seen: list[bytes] = []
        listening = threading.Thread(target=listen, args=(ours, seen))
        listening.start()
        monkeypatch.setenv("TERM", kind)
        with os.fdopen(theirs, "w") as shown, monkeypatch.context() as patched:
            patched.setattr(sys, "stderr", shown)
            patched.setattr(output, "aside", Console(stderr=True))
            run()
        listening.join(20)
        os.close(ours)
        return b"".join(seen).decode()

    return of


def plain(text):
    """Without what colours it and moves the cursor."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def test_a_terminal_has_a_bar_with_the_time_left(campaign, terminal):
    def run():
        with following(campaign, False) as tell:
            tell("bcast at 4 ranks: scout, 5 algorithms, 3 sizes")
            time.sleep(0.3)
            campaign.spent, campaign.to_go = 90.0, "2 measurements to go"
            tell("bcast at 4 ranks: [settle], 2 algorithms, 3 sizes")

    said = terminal(run)
    lines = plain(said).replace("\r", "\n").splitlines()
    for left, rest in ((r"1:[0-3]\d", "7 measurements to go: bcast"), (r"0:[0-3]\d", "2 measurements to go: bcast")):
        assert any(re.match(rf"[━╸╺]+ at most {left} left {rest}", line) for line in lines), lines
    assert "at 4 ranks: [set" in plain(said)
    assert said.rindex("\x1b[2K") > said.rindex("at most"), "it goes when all is done"


def test_the_bar_moves_while_a_measurement_runs(campaign, terminal):
    campaign.budget = 33.4

    def run():
        with following(campaign, False) as tell:
            tell("bcast at 4 ranks: settle, 2 algorithms, 3 sizes")
            time.sleep(2)

    left = [int(seconds) for seconds in re.findall(r"at most 0:(\d\d) left", plain(terminal(run)))]
    assert left[0] == 3 and left[-1] <= 2 and left == sorted(left, reverse=True)


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_an_interrupted_bar_leaves_the_cursor(campaign, terminal, error):
    def run():
        with pytest.raises(error), following(campaign, False) as tell:
            tell("bcast at 4 ranks: scout, 5 algorithms, 3 sizes")
            raise error

    said = terminal(run)
    assert said.rindex("\x1b[?25h") > said.rindex("\x1b[?25l")


def test_a_terminal_that_cannot_move_its_cursor_has_lines(campaign, terminal):
    def run():
        with following(campaign, False) as tell:
            tell("bcast at 4 ranks: scout")

    assert "[30 s, 90 s left, 7 measurements to go] bcast at 4 ranks: scout" in plain(terminal(run, "dumb"))


def test_elsewhere_there_are_lines_on_request(campaign, capfd):
    with following(campaign, False) as tell:
        tell("bcast at 4 ranks: scout")
    assert capfd.readouterr() == ("", "")
    with following(campaign, True) as tell:
        tell("bcast at 4 ranks: scout")
    assert "[30 s, 90 s left, 7 measurements to go] bcast at 4 ranks: scout" in " ".join(capfd.readouterr().err.split())
