# SPDX-License-Identifier: BSD-3-Clause
"""Files that are whole or are not there: a kill or a full disk leaves what was there before.

Links are followed. Nothing takes the place of a device or a pipe: it is written to."""

import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hocket.stop import Stop, wrong_usage


def look(file: Path, company: str = "") -> None:
    """Whether it can be written, to be asked before the work. `company`: what is to stand beside it."""
    with named(file), begun(file) as part:
        if company and is_stream(file):
            raise refusal(file, f"{company} beside it, which needs a regular file")
        part.touch()


def write(file: Path, text: str, judge: Callable[[Path], object] | None = None) -> None:
    """judge: looks at what is written before it takes its place."""
    with named(file), begun(file) as part:
        part.write_text(text, encoding="utf-8")
        if judge:
            judge(part)
        put(part, file)


@contextmanager
def begun(file: Path, folder: str | None = None) -> Iterator[Path]:
    """Where to write what `put` then puts in its place: beside it; of a stream in `folder`, or where such things go."""
    if is_stream(file):
        with tempfile.TemporaryDirectory(dir=folder, prefix=".hocket-") as own:
            yield Path(own) / "part"
        return
    goal = file.resolve()
    if not goal.parent.is_dir():
        raise refusal(file, "there is no such folder")
    part = goal.with_name(f"{goal.name}.{os.getpid()}.part")
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def put(part: Path, file: Path) -> None:
    with named(file):
        if not is_stream(file):
            part.replace(file.resolve())
            return
        if sys.stdout:
            sys.stdout.flush()  # in the order in which it was said
        own = standard(file.stat())
        with file.open("wb") if own is None else os.fdopen(os.dup(own), "wb") as stream:
            stream.write(part.read_bytes())


def is_stream(file: Path) -> bool:
    """Also a regular file that is standard output: what was said before stays in it."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(found.st_mode):
        raise refusal(file, "it is a folder")
    if standard(found) is not None or stat.S_ISCHR(found.st_mode) or stat.S_ISFIFO(found.st_mode):
        return True
    if stat.S_ISREG(found.st_mode):
        return False
    raise refusal(file, "it is no regular file")


def standard(found: os.stat_result) -> int | None:
    """Under which number it is standard output or the stream of complaints."""
    for number in (1, 2):
        with suppress(OSError):  # it is closed
            if os.path.samestat(os.fstat(number), found):
                return number
    return None


@contextmanager
def named(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise refusal(file, problem.strerror or str(problem)) from problem


def refusal(file: Path, why: str) -> Stop:
    return wrong_usage(f"-o {file} cannot be written: {why}")
