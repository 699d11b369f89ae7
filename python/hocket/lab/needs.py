# SPDX-License-Identifier: BSD-3-Clause
"""What a lab needs of this machine: one message names what is missing and what brings it."""

import os
import re
import sys
from pathlib import Path

from hocket.lab import programs
from hocket.stop import missing

CAPABILITIES = {"CAP_NET_ADMIN": 12, "CAP_SYS_CHROOT": 18, "CAP_SYS_ADMIN": 21}
PACKAGES = {"ip": "iproute2", "tc": "iproute2", "bridge": "iproute2", "nsenter": "util-linux"}


def effective() -> int:
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"^CapEff:\s*(\w+)", status, re.MULTILINE)[1], 16)


def check() -> None:
    if sys.platform != "linux":
        raise missing("Linux, whose namespaces make the hosts,", "a Linux machine or virtual machine")
    absent = [name for name in PACKAGES if not programs.find(name)]
    if absent:
        packages = " ".join(dict.fromkeys(PACKAGES[name] for name in absent))
        raise missing(f"{', '.join(absent)}", f"apt-get install {packages} (Fedora: dnf install iproute iproute-tc)")
    held = effective()
    lacking = [name for name, bit in CAPABILITIES.items() if not held >> bit & 1]
    if lacking and os.geteuid():
        raise missing(f"the right to make namespaces ({', '.join(lacking)})", "sudo hocket lab ...")
    if lacking:
        added = " ".join(f"--cap-add {name.removeprefix('CAP_')}" for name in lacking)
        raise missing(f"the right to make namespaces ({', '.join(lacking)})", f"for a container, docker run {added}")
