# SPDX-License-Identifier: BSD-3-Clause
"""Files that commands write are whole or are not there."""

import errno
import os
import re
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hocket import whole
from hocket.stop import Stop


def refuse(_):
    raise Stop("no table")


def test_what_was_there_stays_where_the_new_one_is_refused(tmp_path):
    file = tmp_path / "t.json"
    whole.write(file, "first")
    with pytest.raises(Stop, match="no table"):
        whole.write(file, "second", refuse)
    assert file.read_text() == "first" and list(tmp_path.iterdir()) == [file]
    whole.write(file, "third", lambda part: part.read_text() == "third" or refuse(part))
    assert file.read_text() == "third" and list(tmp_path.iterdir()) == [file]


@pytest.fixture
def device(tmp_path):
    """Makes a node in the test's own folder: no test writes to those of the machine by their names."""

    def make(name, minor):
        try:
            os.mknod(tmp_path / name, stat.S_IFCHR | 0o666, os.makedev(1, minor))
            (tmp_path / name).open("wb").close()
        except OSError as problem:
            pytest.skip(f"no devices can be made: {problem}")
        return tmp_path / name

    return make


def refused(file, said):
    """Before the work and after it alike, and nothing is left behind."""
    before = sorted(file.parent.iterdir()) if file.parent.is_dir() else None
    for way in (whole.look, lambda path: whole.write(path, "text")):
        with pytest.raises(Stop, match=f"-o {re.escape(str(file))} cannot be written: {said}") as stop:
            way(file)
        assert stop.value.status == 2
    assert before is None or sorted(file.parent.iterdir()) == before


def test_what_is_in_the_way_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # names of sockets are short
    Path("file").touch()
    Path("loop").symlink_to("loop")
    Path("astray").symlink_to("none/t.json")
    refused(tmp_path / "none" / "t.json", "there is no such folder")
    refused(tmp_path, "it is a folder")
    refused(tmp_path / "file" / "t.json", "Not a directory")
    refused(tmp_path / "loop", "Too many levels")
    refused(tmp_path / "astray", "there is no such folder")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("socket")
        refused(tmp_path / "socket", "it is no regular file")
    assert Path("file").stat().st_size == 0 and Path("loop").is_symlink()


def test_a_folder_that_may_not_be_written_to(tmp_path, monkeypatch):
    def refuses(*_, **__):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "touch", refuses)
    monkeypatch.setattr(Path, "write_text", refuses)
    refused(tmp_path / "t.json", "Read-only file system")


@pytest.mark.parametrize("there", [True, False])
def test_links_are_followed(tmp_path, there):
    (tmp_path / "real").mkdir()
    goal, link = tmp_path / "real" / "t.json", tmp_path / "link.json"
    if there:
        goal.write_text("first")
    link.symlink_to("real/t.json")
    whole.look(link)
    whole.write(link, "second")
    assert link.is_symlink() and goal.read_text() == "second"
    with pytest.raises(Stop):
        whole.write(link, "third", refuse)
    assert goal.read_text() == "second" and list(goal.parent.iterdir()) == [goal]


def test_devices_are_written_to_and_stay(device):
    null = device("null", 3)
    whole.look(null)
    whole.write(null, "text", lambda part: part.read_text() == "text" or refuse(part))
    assert null.is_char_device() and [file.name for file in null.parent.iterdir()] == ["null"]


def test_a_device_that_takes_nothing(device):
    full = device("full", 7)
    with pytest.raises(Stop, match="cannot be written: No space left on device"):
        whole.write(full, "text")
    assert full.is_char_device()


def test_a_pipe_is_written_to(tmp_path):
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    whole.look(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    whole.write(pipe, "text", lambda part: None)
    reader.join(10)
    assert read == ["text"] and pipe.is_fifo()


WRITER = """
import sys
from pathlib import Path
from hocket import whole
print("before")
whole.look(Path(sys.argv[1]))
whole.write(Path(sys.argv[1]), "the document ")
print("after")
"""


@pytest.mark.parametrize("into", ["pipe", "file"])
def test_standard_output_keeps_what_was_said_before(tmp_path, into):
    link, file = tmp_path / "link", tmp_path / "said"
    link.symlink_to("/dev/stdout")
    with file.open("w") as opened:
        opened.write("at first ")
        opened.flush()
        to = subprocess.PIPE if into == "pipe" else opened
        here = os.environ | {"PYTHONPATH": str(Path(whole.__file__).parents[1])}
        ended = subprocess.run([sys.executable, "-c", WRITER, link], stdout=to, text=True, env=here, check=True)
    said = ended.stdout if into == "pipe" else file.read_text().removeprefix("at first ")
    assert said == "before\nthe document after\n" and link.is_symlink()
