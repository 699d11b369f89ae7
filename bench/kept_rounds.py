# SPDX-License-Identifier: BSD-3-Clause
"""All that bench/performance.py has measured, in a file, so that it can go on another time.

Moments are of a clock that begins when the machine is started, so what goes on has to be of the same start.
"""

import json
import sys
from pathlib import Path

from hocket import whole
from limits import Limits
from peers import Rounds, Series
from watch import Looks

BOOT = Path("/proc/sys/kernel/random/boot_id")


def write(path: Path, about: str, tables: list[Series], loops: list[Series], limits: Limits, looks: Looks) -> None:
    """about: what the page says of the machine as it was before the first launch."""
    count = len(looks.times)  # there may be more in a moment
    document = {
        "boot": BOOT.read_text().strip(),
        "about": about,
        "looks": [looks.times[:count], looks.trips[:count]],
        "tables": {name(one): packed(one.taken) for one in tables},
        "loops": {name(one): packed(one.taken) for one in loops},
        "machine": limits.taken,
    }
    whole.write(path, json.dumps(document))


def read(path: Path, tables: list[Series], loops: list[Series], limits: Limits, looks: Looks) -> str:
    """Fills them with what such a file has of them; what it has about the machine."""
    try:
        document = json.loads(path.read_text())
        boot, about, (looks.times[:], looks.trips[:]) = document["boot"], document["about"], document["looks"]
        for of, key in ((tables, "tables"), (loops, "loops")):
            for one in of:
                one.taken.update(unpacked(document[key].get(name(one), {})))
        limits.taken.update({which: [tuple(of) for of in rounds] for which, rounds in document["machine"].items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as wrong:
        sys.exit(f"{path} is not what --raw writes: {wrong}")
    if boot != BOOT.read_text().strip():
        sys.exit(f"{path} was measured before this machine was last started: its moments are of another clock")
    return about


def name(of: Series) -> str:
    return f"{of.collective} {of.ranks}"


def packed(taken: Rounds) -> dict:
    return {" | ".join(who): sizes for who, sizes in taken.items()}


def unpacked(found: dict) -> Rounds:
    return {
        tuple(who.split(" | ")): {
            int(size): {int(seed): [tuple(one) for one in rounds] for seed, rounds in of.items()}
            for size, of in sizes.items()
        }
        for who, sizes in found.items()
    }
