# SPDX-License-Identifier: BSD-3-Clause
"""What hocket doctor says where one process may not read another's memory."""

import subprocess
import sys
from pathlib import Path

import pytest
import without_reading


def test_where_the_kernel_refuses_doctor_says_what_helps():
    ask = "from hocket.doctor import machine; f = machine.copying(); print(f.state, f.detail, f.advice)"
    words = [sys.executable, str(Path(without_reading.__file__)), sys.executable, "-c", ask]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    if ended.returncode == without_reading.NOT_HERE:
        pytest.skip("no filters of system calls here")
    assert ended.stdout.startswith("off the kernel refuses process_vm_readv"), ended.stdout + ended.stderr
    assert "MPIR_CVAR_CH4_CMA_ENABLE=0" in ended.stdout and "--cap-add=SYS_PTRACE" in ended.stdout
