# SPDX-License-Identifier: BSD-3-Clause
"""How a file is used, in a few lines: the variables, and what would keep them from counting."""

import shlex
from pathlib import Path

from hocket.export.plan import Plan

TUNED = ("OMPI_MCA_coll_tuned_use_dynamic_rules=1", "OMPI_MCA_coll_tuned_dynamic_rules_filename=")
NO_NODES = "The format knows no nodes: a rule serves every communicator of its size, wherever its ranks are."
BEATEN = "without it HAN (35) comes before tuned (30) on several nodes with several ranks each"


def lines(target: str, plan: Plan, path: Path) -> list[str]:
    where = shlex.quote(str(path.absolute()))
    own = {"ompi4": ompi4, "ompi5": ompi5, "ompi6": ompi6, "han": han, "mpich": mpich}[target](plan, where)
    return own + plan.notes


def ompi4(plan: Plan, where: str) -> list[str]:
    return ["Use it:", f"  export {TUNED[0]} {TUNED[1]}{where}", NO_NODES]


def ompi5(plan: Plan, where: str) -> list[str]:
    return [*ompi4(plan, where)[:2], f"  export OMPI_MCA_coll_han_priority=0  # {BEATEN}", NO_NODES]


def ompi6(plan: Plan, where: str) -> list[str]:
    return [
        *ompi5(plan, where)[:3],
        "Errors in it are silent there: --mca coll_tuned_verbose 25 shows what was read. None has been tried yet.",
    ]


def han(plan: Plan, where: str) -> list[str]:
    return [
        "Use it:",
        f"  export OMPI_MCA_coll_han_use_dynamic_file_rules=1 OMPI_MCA_coll_han_dynamic_rules_filename={where}",
        "  export OMPI_MCA_coll_han_priority=35  # above tuned (30); 4.1 has 0",
        "HAN serves communicators of several nodes with several ranks each. What it hands to `tuned` runs by that",
        "component's own decision, or by a file of --format ompi4 or ompi5 beside this one.",
    ]


def mpich(plan: Plan, where: str) -> list[str]:
    off = " ".join(f"MPIR_CVAR_{name.upper()}_DEVICE_COLLECTIVE=0" for name in plan.collectives)
    return [
        "Use it:",
        f"  export MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE={where}",
        f"  export {off}",
        "The second line lets the file choose for a program's communicators: without it the device's collectives come",
        "first, such as those through shared memory. A variable that forces an algorithm beats the file.",
        f"It is for MPICH {plan.version} alone: another may end the program at a name that it does not know.",
    ]
