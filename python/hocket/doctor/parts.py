# SPDX-License-Identifier: BSD-3-Clause
"""Which parts of Hocket are there, and which of its variables are set."""

import os

from hocket import find
from hocket.doctor.finding import Finding
from hocket.stop import Stop

AREA = "hocket"
BRING = "make build"
OPTIONAL = {"libhocket-abi.so"}


def findings() -> list[Finding]:
    return [*libraries(), *programs(), *variables()]


def libraries() -> list[Finding]:
    found = []
    for name, path in find.libraries().items():
        if path:
            found.append(Finding(AREA, name, "ok", str(path)))
        elif name in OPTIONAL:
            found.append(Finding(AREA, name, "off", "not built: programs of the standard ABI run native", BRING))
        else:
            found.append(Finding(AREA, name, "missing", "not built", BRING))
    return found


def programs() -> list[Finding]:
    found = []
    for name in ("hocket-run", "hocket-tool", "hocket-bench-mpich", "hocket-bench-ompi"):
        try:
            found.append(Finding(AREA, name, "ok", str(find.program(name))))
        except Stop:
            found.append(Finding(AREA, name, "missing", "not built", BRING))
    return found


def variables() -> list[Finding]:
    return [
        Finding(AREA, name, "hint", f"is set to {value}", "unset it where that is not meant")
        for name, value in sorted(os.environ.items())
        if name.startswith("HOCKET_")
    ]
