# SPDX-License-Identifier: BSD-3-Clause
"""All findings as one document."""

import platform
from pathlib import Path

from hocket import __version__
from hocket.doctor import libraries, machine, parts


def document(prefix: Path | None, launch: bool) -> dict:
    found = [*machine.findings(), *parts.findings(), *libraries.findings(prefix, launch)]
    return {
        "schema": "hocket-doctor-1",
        "version": __version__,
        "host": platform.node(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "findings": [finding.as_dict() for finding in found],
    }
