# SPDX-License-Identifier: BSD-3-Clause
"""Building with headers that lie in a folder of their own, as tools/setup.sh --no-system unpacks them."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def fmt_of(build: Path) -> Path:
    cache = (build / "CMakeCache.txt").read_text()
    return Path(re.search(r"^hocket_fmt_include:PATH=(.*)$", cache, re.MULTILINE)[1])


def test_fmt_is_compiled_with_the_folder_that_it_lies_in(tmp_path):
    """It was looked for in /usr/include alone."""
    cmake = shutil.which("cmake", path=f"{Path(sys.executable).parent}:{ROOT / '.deps/venv/bin'}") or shutil.which(
        "cmake"
    )
    used = ROOT / "build/release"
    if not cmake or not (used / "CMakeCache.txt").is_file():
        pytest.skip("nothing is built here")
    (tmp_path / "include").mkdir()
    (tmp_path / "include/fmt").symlink_to(fmt_of(used) / "fmt")
    options = [
        f"-Dhocket_fmt_include={tmp_path / 'include'}",
        "-DHOCKET_TESTS=OFF",
        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
    ]
    command = [cmake, "-S", ROOT, "-B", tmp_path / "build", "-G", "Ninja", *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stderr
    compiled = json.loads((tmp_path / "build/compile_commands.json").read_text())
    found = [one["command"] for one in compiled if one["file"].endswith("cmake/fmt_9.cpp")]
    if not found:
        pytest.skip("this fmt is not version 9: its headers are all of it")
    assert f"-isystem {tmp_path / 'include'}" in found[0]
