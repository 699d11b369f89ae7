# SPDX-License-Identifier: BSD-3-Clause
"""Files that are whole or are not there: a kill or a full disk leaves what was there before."""

import os
from collections.abc import Callable
from pathlib import Path

from hocket.stop import wrong_usage


def write(file: Path, text: str, judge: Callable[[Path], object] | None = None) -> None:
    """judge: looks at what is written before it takes its place."""
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        if judge:
            judge(part)
        part.replace(file)
    except OSError as problem:
        raise wrong_usage(f"-o {file} cannot be written: {problem.strerror}") from problem
    finally:
        part.unlink(missing_ok=True)
