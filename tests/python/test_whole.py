# SPDX-License-Identifier: BSD-3-Clause
"""Files that commands write are whole or are not there."""

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


def test_a_folder_that_is_not_there_or_a_file_that_is_one(tmp_path):
    for file in (tmp_path / "none" / "t.json", tmp_path):
        with pytest.raises(Stop, match=f"-o {file} cannot be written") as refused:
            whole.write(file, "text")
        assert refused.value.status == 2
    assert list(tmp_path.iterdir()) == []
