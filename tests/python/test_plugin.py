# SPDX-License-Identifier: BSD-3-Clause
"""Algorithms out of shared libraries: every command has them, and what cannot be used is refused by name."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hocket import find

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "plugin" / "postal_bcast.cpp"

# A row that is wrong in one way each, and what is said of it.
WRONG = {
    "a name that is taken": ("bcast", '"knomial"', "", "bcast has an algorithm knomial already"),
    "an alias that is taken": (
        "bcast",
        '"fresh"',
        '.known_as({"binomial"})',
        "bcast has an algorithm binomial already",
    ),
    "no name": ("bcast", '"Two Words"', "", '"Two Words" names no algorithm: valid are small letters'),
    "no such collective": (
        "broadcast",
        '"fresh"',
        "",
        'fresh is for the collective "broadcast"; nearest: bcast; valid',
    ),
    "other data": ("allgather", '"fresh"', "", "fresh works on other data than algorithms of allgather are given"),
    "a value out of its range": (
        "bcast",
        '"fresh", hocket::integer("k", &same::k, 1, 8, {1, 9})',
        "",
        "fresh: k=9 is not between 1 and 8",
    ),
}
ROW = """
#include <hocket/algorithm.hpp>
struct same {
    int k = 1;
    static hocket::task run(same, hocket::net, hocket::bytes) { co_return; }
    static hocket::cost declared(same, const hocket::problem&) { return {}; }
};
HOCKET_ALGORITHMS(hocket::make_row<same, hocket::bytes>("COLLECTIVE", NAME)MORE)
"""


def flags():
    folder = Path(find.program("hocket-tool")).resolve().parents[1]
    described = folder / "hocket-plugin-uninstalled.pc"
    if not described.is_file():
        pytest.skip("no build folder with flags for plugins")
    line = next(x for x in described.read_text().splitlines() if x.startswith("Cflags: "))
    return line.split()[1:]


def compiled(source: Path, into: Path, *more: str) -> Path:
    made = into / f"{source.stem}.so"
    command = [os.environ.get("CXX", "c++"), "-O1", *more, *flags(), "-shared", "-o", str(made), str(source)]
    subprocess.run(command, check=True)
    return made


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    return compiled(EXAMPLE, tmp_path_factory.mktemp("plugin"))


def test_what_is_loaded_late_finds_room_beside_others(example, tmp_path):
    """Memory of threads that is found fast is scarce: two libraries of Hocket's had used it up."""
    libraries = sorted((Path(find.program("hocket-tool")).resolve().parents[1] / "lib").glob("libhocket-*.so"))
    plugins = [shutil.copy(example, tmp_path / f"{i}.so") for i in range(10)]
    load = "import ctypes, sys; [ctypes.CDLL(one) for one in sys.argv[1:]]"
    subprocess.run([sys.executable, "-c", load, *libraries, *plugins], check=True)


@pytest.fixture
def refused(built, run, monkeypatch):
    def call(value: str) -> str:
        monkeypatch.setenv("HOCKET_PLUGIN", value)
        status, out, err = run("list", "bcast")
        assert status == 2 and not out
        assert len(err.splitlines()) == 1 and err.startswith("hocket: HOCKET_PLUGIN: ")
        return err

    return call


def test_every_command_has_it(built, run, monkeypatch, example, tmp_path):
    monkeypatch.setenv("HOCKET_PLUGIN", str(example))
    status, out, _ = run("list", "bcast", "--json")
    assert status == 0 and "postal" in [entry["algorithm"] for entry in json.loads(out)]
    status, out, err = run("check", "bcast", "--algorithm", "postal:lambda=2", "--ranks", "1-40")
    assert status == 0, out + err
    job = ["bcast", "--machine", "aurora", "--nodes", "8", "--ppn", "4", "--bytes", "1024"]
    status, out, _ = run("simulate", *job, "--algorithm", "postal:lambda=1", "--algorithm", "knomial", "--json")
    times = [row["time_us"] for row in json.loads(out)["results"]] if status == 0 else []
    assert len(times) == 2 and times[0] == pytest.approx(times[1], rel=0.2), "one of lambda 1 is a binomial tree"
    picture = tmp_path / "postal.svg"
    assert run("draw", "bcast", "--algorithm", "postal", "--ranks", "8", "-o", picture)[0] == 0
    assert picture.stat().st_size > 1000


def test_two_at_once_and_one_twice(built, run, monkeypatch, example, tmp_path):
    other = tmp_path / "other.cpp"
    other.write_text(ROW.replace("COLLECTIVE", "bcast").replace("NAME", '"other"').replace("MORE", ""))
    monkeypatch.setenv("HOCKET_PLUGIN", f"{example}:{compiled(other, tmp_path)}:{example}")
    status, out, _ = run("list", "bcast", "--json")
    names = [entry["algorithm"] for entry in json.loads(out)]
    assert status == 0 and names.count("postal") == 1 and names[-1] == "other"


def test_one_that_moves_nothing_fails_the_check(built, run, monkeypatch, tmp_path):
    lazy = tmp_path / "lazy.cpp"
    lazy.write_text(ROW.replace("COLLECTIVE", "bcast").replace("NAME", '"lazy"').replace("MORE", ""))
    monkeypatch.setenv("HOCKET_PLUGIN", str(compiled(lazy, tmp_path)))
    assert run("check", "bcast", "--algorithm", "lazy", "--ranks", "1-4")[0] == 1


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_row_is_named(refused, tmp_path, what):
    collective, name, more, message = WRONG[what]
    source = tmp_path / "wrong.cpp"
    source.write_text(ROW.replace("COLLECTIVE", collective).replace("NAME", name).replace("MORE", more))
    said = refused(str(compiled(source, tmp_path)))
    assert message in said and "wrong.so" in said


def test_what_is_no_plugin_is_named(refused, tmp_path):
    assert 'cannot read "/nowhere/a.so"' in refused("/nowhere/a.so")
    text = tmp_path / "text.so"
    text.write_text("no library")
    assert "cannot be loaded: " in refused(str(text))
    empty = tmp_path / "empty.cpp"
    empty.write_text("")
    assert "is no plugin: it has no HOCKET_ALGORITHMS(...)" in refused(str(compiled(empty, tmp_path)))


def test_one_built_against_other_headers_is_refused(refused, tmp_path):
    stamp = tmp_path / "include" / "hocket" / "stamp.h"
    stamp.parent.mkdir(parents=True)
    stamp.write_text('#define HOCKET_HEADERS "0123456789abcdef"\n')
    said = refused(str(compiled(EXAMPLE, tmp_path, f"-I{tmp_path / 'include'}")))
    assert "headers 0123456789abcdef" in said and said.rstrip().endswith("; build it again")


def test_the_example_of_the_documentation_holds(built, run, monkeypatch, tmp_path):
    text = (ROOT / "docs" / "how-do-i-write-a-plugin.md").read_text()
    source = tmp_path / "relay.cpp"
    source.write_text(text.split("```cpp\n")[1].split("```")[0])
    monkeypatch.setenv("HOCKET_PLUGIN", str(compiled(source, tmp_path)))
    status, out, err = run("check", "bcast", "--algorithm", "relay", "--ranks", "1-9", "--orders", "clock")
    assert status == 0, out + err
