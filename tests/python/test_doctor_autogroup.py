# SPDX-License-Identifier: BSD-3-Clause
"""What hocket doctor says of how ranks that outnumber cores take turns."""

import pytest
from hocket.doctor import machine


@pytest.mark.parametrize(("setting", "state"), [("1\n", "hint"), ("0\n", "ok"), (None, "ok")])
def test_doctor_says_when_sessions_share_cores_evenly(tmp_path, setting, state):
    file = tmp_path / "sched_autogroup_enabled"
    if setting:
        file.write_text(setting)
    found = machine.autogroup(file)
    assert found.state == state
    assert ("sysctl kernel.sched_autogroup_enabled=0" in found.advice) == (state == "hint")
