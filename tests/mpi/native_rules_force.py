# SPDX-License-Identifier: BSD-3-Clause
"""How MPI libraries are made to run a named broadcast, and to see several nodes on one machine; sizes to try."""

import copy
import dataclasses
import json
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
RULES = HERE.parent.parent / "data" / "native-rules"
LARGEST = 2 << 20  # bytes; limits above it are not tried
OMPI_IDS = [
    "basic_linear",
    "chain",
    "pipeline",
    "split_binary_tree",
    "binary_tree",
    "binomial",
    "knomial",
    "scatter_allgather",
    "scatter_allgather_ring",
]


def mpich_force(algorithm: str) -> dict[str, str]:
    """Variables for a name such as "binomial" or "composition beta: ring across nodes, release_gather inside"."""
    own, _, parts = algorithm.rpartition(": ")
    across = parts.split(" across")[0]
    if algorithm == "release_gather":
        return {"MPIR_CVAR_BCAST_COMPOSITION": "1", "MPIR_CVAR_BCAST_POSIX_INTRA_ALGORITHM": algorithm}
    if own:
        number = {"composition alpha": "1", "composition beta": "2"}[own]
        return mpich_force("release_gather") | {
            "MPIR_CVAR_BCAST_COMPOSITION": number,
            "MPIR_CVAR_BCAST_INTRA_ALGORITHM": across,
        }
    return {"MPIR_CVAR_BCAST_DEVICE_COLLECTIVE": "0", "MPIR_CVAR_BCAST_INTRA_ALGORITHM": algorithm}


def ompi_force(algorithm: str) -> dict[str, str]:
    """Variables for a name such as "chain" or "han: ibcast linear across nodes, binomial inside"."""
    if algorithm.startswith("han: "):
        across, inside = algorithm.removeprefix("han: ").removesuffix(" inside").split(" across nodes, ")
        # On two nodes every tree of one round is the same one: what is forced inside may hold across, too.
        libnbc = {"ibcast linear": "1", "ibcast binomial": "2"}.get(across, "0")
        return ompi_force(inside) | {"OMPI_MCA_coll_libnbc_ibcast_algorithm": libnbc}
    return {
        "OMPI_MCA_coll_tuned_use_dynamic_rules": "1",
        "OMPI_MCA_coll_tuned_bcast_algorithm": str(OMPI_IDS.index(algorithm) + 1),
        "OMPI_MCA_coll_tuned_bcast_algorithm_chain_fanout": "1",
    }


def limits(rules: list[dict], ranks: int) -> set[int]:
    """The limits in bytes of the rules that may hold for so many ranks."""
    found = {rule.get("segment", 0) + 1 for rule in rules}
    for when in (rule.get("when", {}) for rule in rules):
        low, high = when.get("ranks", [0, None])
        if low <= ranks and (high is None or ranks < high):
            found |= {limit for limit in when.get("bytes", []) if limit}
    return found


def sizes(family: str, ranks: int, nodes: int) -> list[int]:
    """Both sides of every limit that counts for the whole, the nodes or the ranks of a node."""
    book = json.loads((RULES / f"{family}.json").read_text())["bcast"]["rules"]
    rules = [rule for rules in book.values() for rule in rules]
    found = set().union(*(limits(rules, n) for n in (ranks, nodes, ranks // nodes)))
    return sorted({n for limit in found for n in (limit - 1, limit) if 0 < n <= LARGEST})


def spread(bench, ranks: int, nodes: int):
    """The same library, made to see several nodes on this machine: a bench and variables."""
    if bench.library.name == "mpich":
        return bench, {"MPIR_CVAR_NUM_CLIQUES": str(nodes), "MPIR_CVAR_CLIQUES_BY_BLOCK": "1"}
    hosts = ",".join(f"n{i}:{ranks // nodes}" for i in range(nodes))
    seen = copy.copy(bench)
    seen.library = dataclasses.replace(bench.library, mpiexec=[*bench.library.mpiexec, "--host", hosts])
    root = {f"PRTE_ALLOW_RUN_AS_ROOT{more}": "1" for more in ("", "_CONFIRM")}
    agent = {"PRTE_MCA_plm_ssh_agent": str(HERE / "native_rules.agent.sh"), "PRTE_MCA_plm_ssh_no_tree_spawn": "1"}
    return seen, root | agent | {"OMPI_MCA_btl_tcp_if_include": "lo"}


def why_not(bench, nodes: int) -> str:
    """Why the library cannot be made to see so many nodes."""
    if nodes == 1 or bench.library.name == "mpich":
        return ""
    if bench.library.name != "ompi5":
        return "not known how to make it see several nodes"
    own_name = shutil.which("unshare") and subprocess.run(
        ["unshare", "--uts", "true"], capture_output=True, check=False
    )
    return "" if own_name and own_name.returncode == 0 else "needs host names of its own (unshare --uts)"


def tree_settings(family: str, n: int) -> list[dict]:
    """Settings that force a tree whose SPEC is the same one, for a message of n bytes on one node."""
    book = json.loads((RULES / f"{family}.json").read_text())["bcast"]
    other = {name for name, algorithm in book["algorithms"].items() if "differs" in algorithm}
    return [
        setting
        for setting in book["settings"]
        if setting["spec"].startswith(("kary", "knomial", "flat"))
        and setting["algorithm"].split(",")[0] not in other
        and setting.get("when", {}).get("bytes", [0])[0] <= n
    ]
