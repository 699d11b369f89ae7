# SPDX-License-Identifier: BSD-3-Clause
"""MPICH's own selection tree, of which an export replaces parts: given, found inside its library, or built from ours.

A file replaces the whole tree, and a collective without one ends the program, so it has to be complete."""

import json
import re
from pathlib import Path

from hocket.export import described
from hocket.natives import mpich
from hocket.stop import missing, wrong_usage

Tree = dict[str, dict]  # "test": what follows
NEIGHBORS = [f"neighbor_{name}" for name in ("allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw")]
COLLECTIVES = [form + name for name in (*mpich.TABLE, *NEIGHBORS) for form in ("", "i")]
LIBRARIES = ("libmpi.so.12", "libmpich.so.12", "libmpi.so", "libmpich.so")
FOLDERS = ("lib", "lib64", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu")


def given(path: Path) -> Tree:
    if not path.is_file():
        raise wrong_usage(f"--tree {path}: there is no such file")
    try:
        tree = json.loads(path.read_text())
    except ValueError as problem:
        raise wrong_usage(f"--tree {path} is no JSON: {problem}") from problem
    if wrong := check(tree):
        raise wrong_usage(f"--tree {path}: {wrong}")
    return tree


def unknown(tree: Tree, version: str) -> list[str]:
    """Algorithms of blocking collectives that a version does not know: it would end a program there."""
    found = []
    for collective in mpich.TABLE:
        known = {*mpich.algorithms(collective, version), "nb", "ccl"}
        for name in leaves(tree[f"collective={collective}"]):
            kind, _, own = name.removeprefix(f"algorithm=MPIR_{collective.capitalize()}_").partition("_")
            if kind in ("intra", "allcomm") and own not in known:
                found.append(name)
    return sorted(set(found))


def leaves(node: Tree) -> list[str]:
    return [k for k in node if k.startswith("algorithm=")] + [x for below in node.values() for x in leaves(below)]


def check(tree: object) -> str:
    """What is wrong with it as a whole tree of messages; empty: nothing."""
    if not isinstance(tree, dict) or not tree:
        return "a tree is an object"
    if other := [key for key in tree if not key.startswith("collective=")]:
        return f"'{other[0]}' stands where only collectives may"
    lacking = [name for name in COLLECTIVES if f"collective={name}" not in tree]
    if lacking:
        return f"it has no {', '.join(lacking)}; MPICH would end a program there. It takes the whole generic.json"
    return next((f"{name}: {wrong}" for name, node in tree.items() if (wrong := open_ends(node))), "")


def open_ends(node: dict) -> str:
    """A test whose other outcome nobody answers: MPICH ends a program that gets there."""
    if not isinstance(node, dict):
        return "every test leads to an object"
    keys = list(node)
    if len(keys) == 1 and keys[0].startswith("algorithm="):
        return ""
    if not keys:
        return "a path ends without an algorithm"
    last = keys[-1]
    values = {key.partition("=")[2] for key in keys}
    pairs = ({"yes", "no"}, {"intra", "inter"})
    if not last.endswith("any") and not any(pair <= values for pair in pairs):
        return f"nothing is said beside {last}"
    return next((wrong for key, below in node.items() if (wrong := open_ends(below))), "")


def inside(prefix: Path) -> tuple[Tree, str]:
    """The tree that a library carries, and its version."""
    places = [prefix / folder / name for folder in FOLDERS for name in LIBRARIES]
    for path in places:
        if path.is_file():
            return extract(path)
    raise missing(f"MPICH's library in {prefix}", "--mpi PREFIX, the folder above an MPICH's lib/")


def extract(path: Path) -> tuple[Tree, str]:
    content = path.read_bytes()
    for text in re.findall(rb'\{"collective=[^\0]*', content):
        try:
            tree = json.loads(text)
        except ValueError:
            continue
        if not check(tree) and b"MPIR_" in text:
            version = re.search(rb"MPICH Version:[^\0]*\0|\0(\d\.\d\.\d[\w.]*)\0", content)
            return tree, version[1].decode() if version and version[1] else ""
    raise wrong_usage(
        f"{path} carries no whole selection tree: name one by --tree (maint/tuning/coll/mpir/generic.json)"
    )


def built(version: str) -> Tree:
    return described.tree(version)
