# SPDX-License-Identifier: BSD-3-Clause
"""Which algorithm of an MPI library sends the messages of a SPEC: data/native-rules, read backwards."""

import json
import re
import subprocess
from dataclasses import dataclass
from functools import cache

from hocket import find
from hocket.natives import mpich, ompi
from hocket.natives.choice import Choice, Value, choice


@cache
def read(family: str) -> dict:
    return json.loads(find.native_rules(family).read_text())


def editions(family: str) -> list[str]:
    return [edition["version"] for edition in read(family)["editions"]]


@dataclass(frozen=True)
class Counterpart:
    spec: str
    chosen: Choice
    when: dict

    def serves(self, low: int, high: int) -> bool:
        """All numbers of ranks in [low, high)."""
        least, most = self.when.get("ranks", [0, None])
        if low < least or (most is not None and high > most):
            return False
        powers = high == low + 1 and low & (low - 1) == 0
        return {None: True, True: powers, False: not any(low <= 1 << k < high for k in range(32))}[
            self.when.get("power_of_two")
        ]


def counterparts(family: str, version: str, collective: str) -> list[Counterpart]:
    """Exact ones only: what `differs` is not the same algorithm. SPECs as Hocket prints them."""
    part = read(family).get(collective)
    if not isinstance(part, dict):
        return []
    rows = [(chosen_by(family, collective, s, version), s) for s in part["settings"] if holds(s, version)]
    forced = {chosen for chosen, _ in rows}
    named = [(plain(family, collective, name, version), row) for name, row in part["algorithms"].items()]
    rows += [(chosen, row) for chosen, row in named if chosen not in forced]
    other = {name.split(",")[0] for name, row in part["algorithms"].items() if "differs" in row}
    return [
        Counterpart(canonical(collective, row["spec"]), chosen, conditions(family, chosen, row))
        for chosen, row in rows
        if chosen and chosen.algorithm not in other
    ]


def conditions(family: str, chosen: Choice, row: dict) -> dict:
    """MPICH sends in batches of 32 where nobody asks for all at once."""
    batches = {"ranks": [2, 33]} if family == "mpich" and chosen.algorithm == "scattered" else {}
    return {key: value for key, value in row.get("when", {}).items() if key in ("ranks", "power_of_two")} | batches


@cache
def canonical(collective: str, spec: str) -> str:
    """As Hocket prints it: defaults omitted. What cannot be simulated stays as it is."""
    place = ["--machine", "shared-memory", "--nodes", "1", "--ppn", "4"]
    words = ["simulate", collective, *place, *([] if collective == "barrier" else ["--bytes", "64K"])]
    command = [find.program("hocket-tool"), *words, "--algorithm", spec]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    rows = json.loads(ended.stdout) if ended.returncode == 0 and ended.stdout.strip() else []
    rows = rows.get("results", []) if isinstance(rows, dict) else rows
    names = {row["algorithm"] for row in rows if "algorithm" in row}
    return names.pop() if len(names) == 1 else spec


def holds(setting: dict, version: str) -> bool:
    two = ".".join(version.split(".")[:2])
    return two in setting.get("versions", [two])


def plain(family: str, collective: str, name: str, version: str) -> Choice | None:
    """An algorithm that the rules name without settings: with the library's own parameters."""
    known = mpich.algorithms(collective, version) if family == "mpich" else ompi.algorithms(collective, version)
    # Words after a comma say how it behaves for some numbers of ranks: no parameter of a table.
    if name not in known or (family == "ompi" and name in ("chain", "linear_sync", "two_proc")):
        return None
    return choice(name)


def chosen_by(family: str, collective: str, setting: dict, version: str) -> Choice | None:
    """None: what these variables force cannot be said in a rule."""
    variables = setting["variables"]
    return (from_mpich if family == "mpich" else from_ompi)(collective, variables, version)


def from_ompi(collective: str, variables: dict[str, str], version: str) -> Choice | None:
    own = f"OMPI_MCA_coll_tuned_{collective}_algorithm"
    found: dict[str, Value] = {}
    algorithm, back = "", {value: key for key, value in ompi.VARIABLES.items()}
    for name, value in variables.items():
        if name == own and (names := ompi.algorithms(collective, version)) and int(value) <= len(names):
            algorithm = names[int(value) - 1]
        elif name.startswith(own + "_"):
            word = name.removeprefix(own + "_")
            if word == "knomial_radix" and value == "4":
                continue  # what it is without
            if word not in back:
                return None
            found[back[word]] = int(value)
        elif name not in ("OMPI_MCA_coll_tuned_use_dynamic_rules",) and (name, value) != (
            "OMPI_MCA_coll_han_priority",
            "0",
        ):
            return None
    return choice(algorithm, **found) if algorithm else None


def from_mpich(collective: str, variables: dict[str, str], version: str) -> Choice | None:
    own = f"MPIR_CVAR_{collective.upper()}_"
    back = {value: key for key, value in mpich.VARIABLES.items()}
    algorithm = variables.get(own + "INTRA_ALGORITHM", "")
    found: dict[str, Value] = {}
    for name, value in variables.items():
        word = name.removeprefix(own)
        if name == word or (word not in back and not word.endswith(("KVAL", "_ALGORITHM", "DEVICE_COLLECTIVE"))):
            return None
        if word.endswith("KVAL"):
            found["k"] = int(value)
        elif word in back:
            found[back[word]] = int(value) if re.fullmatch(r"\d+", value) else value
        elif word.startswith("POSIX"):
            return None
    return choice(algorithm, **found) if algorithm in mpich.algorithms(collective, version) else None
