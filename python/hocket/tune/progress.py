# SPDX-License-Identifier: BSD-3-Clause
"""How far a campaign is: a bar with the time left on a terminal, elsewhere a line for each measurement."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.progress_bar import ProgressBar
from rich.table import Column
from rich.text import Text

from hocket import output
from hocket.tune.journal import Journal
from hocket.tune.places import Place

Tell = Callable[[str], None]
WIDTH = 16  # of the bar


def spent(task: Task) -> float:
    """Seconds: of finished measurements, and of the one that runs."""
    return min(task.completed + time.monotonic() - task.fields["since"], task.total)


class Bar(BarColumn):
    """Moves while a measurement runs."""

    def render(self, task: Task) -> ProgressBar:
        return ProgressBar(total=task.total, completed=spent(task), width=WIDTH)


class Left(ProgressColumn):
    def render(self, task: Task) -> Text:
        minutes, seconds = divmod(round(task.total - spent(task)), 60)
        return Text(f"at most {minutes}:{seconds:02} left")


class Followed(Protocol):
    budget: float

    @property
    def spent(self) -> float:
        """Seconds of it."""

    @property
    def to_go(self) -> str:
        """How many measurements, in words."""


def tell_kept(journal: Journal, asked: list[Place]) -> None:
    if journal.lines:
        output.progress(f"{len(journal.lines)} measurements are there already", True)
    if others := [str(place) for place in journal.places(asked) if place not in asked]:
        output.progress(f"the table keeps what was measured before: {', '.join(others)}; --restart forgets it", True)


@contextmanager
def following(campaign: Followed, always: bool) -> Iterator[Tell]:
    """To be told of each measurement before it begins. `always`: lines, even where there is no terminal."""
    if sys.stderr.isatty() and output.aside.is_interactive:
        with bar(campaign) as tell:
            yield tell
        return

    def line(text: str) -> None:
        spent, left = campaign.spent, max(0, campaign.budget - campaign.spent)
        output.progress(f"[{spent:.0f} s, {left:.0f} s left, {campaign.to_go}] {text}", always)

    yield line


@contextmanager
def bar(campaign: Followed) -> Iterator[Tell]:
    """Gone when the campaign ends: what it found is shown then."""
    line = Column(ratio=1, no_wrap=True, overflow="ellipsis")  # what does not fit is cut here, and nothing wraps
    words = TextColumn("{task.fields[to_go]}: {task.description}", markup=False, table_column=line)
    columns = Bar(table_column=Column(min_width=WIDTH)), Left(Column(no_wrap=True)), words
    with Progress(*columns, console=output.aside, transient=True, expand=True) as shown:
        task = shown.add_task("", total=campaign.budget, since=time.monotonic(), to_go="", visible=False)

        def tell(text: str) -> None:
            now = {"completed": campaign.spent, "since": time.monotonic(), "to_go": campaign.to_go}
            shown.update(task, description=text, visible=True, **now)

        yield tell
