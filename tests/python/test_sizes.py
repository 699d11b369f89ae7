# SPDX-License-Identifier: BSD-3-Clause
import pytest
from hocket import sizes
from hocket.stop import Stop


@pytest.mark.parametrize("text, count", [("0", 0), ("1221360", 1221360), ("8K", 8192), ("2G", 1 << 31)])
def test_parse_and_show(text, count):
    assert sizes.parse(text) == count
    assert sizes.show(count) == text


@pytest.mark.parametrize("text", ["", "K", "-1", "1.5K", "8k", "1 K", "8KB", "99999999999999999999"])
def test_what_is_no_size(text):
    with pytest.raises(Stop) as stop:
        sizes.parse(text)
    assert stop.value.status == 2


def test_ranges():
    assert sizes.parse_range("1:4M") == (1, 1 << 22)
    assert sizes.parse_range("64K") == (65536, 65536)


def test_specs_are_cut_outside_parentheses():
    levels = "levels(across=then(scatter=a,allgather=b),inside=c):segment=8K"
    assert sizes.split_specs(f"native,then(scatter=knomial,allgather=ring),{levels},auto") == [
        "native",
        "then(scatter=knomial,allgather=ring)",
        levels,
        "auto",
    ]
