# SPDX-License-Identifier: BSD-3-Clause
"""MPICH's selection tree with a table's choices in the place of its own.

Tests of the communicator stand above those of the call: they are answered once for a communicator, and below a size
`comm_size<` would mean `<=`. What a leaf demands is tested before it, and where it does not hold, and where the table
says nothing, the tree decides as before."""

import json

from hocket.export.bands import LARGEST, Band, converted, highest
from hocket.export.plan import Plan
from hocket.export.trees import Tree, check
from hocket.natives import mpich
from hocket.natives.choice import DEFAULT, GENERIC, Choice
from hocket.natives.rule import ANY, Rule
from hocket.natives.table import Table

COMMUNICATOR = ("comm_size", "comm_hierarchy", "comm_avg_ppn", "is_node_consecutive", "is_multi_threaded")
OF_COMMUNICATORS = {  # a demand: the test, and the other outcome
    "power_of_two": ("comm_size=pow2", "comm_size=any"),
    "parent": ("comm_hierarchy=parent", "comm_hierarchy=any"),
    "consecutive": ("is_node_consecutive=yes", "is_node_consecutive=no"),
}
OF_CALLS = {
    "not_in_place": ("is_sendbuf_inplace=no", "is_sendbuf_inplace=yes"),
    "in_place": ("is_sendbuf_inplace=yes", "is_sendbuf_inplace=no"),
    "commutes": ("is_commutative=yes", "is_commutative=no"),
    "regular": ("is_block_regular=yes", "is_block_regular=no"),
    "built_in": ("is_op_built_in=yes", "is_op_built_in=no"),
}
TREE_TYPES = ("kary", "knomial_1", "knomial_2")  # others are taken for kary in silence
PAGE = 4096  # a file that fills its last page has no end that MPICH would see


def refusal(version: str):
    def refuse(rule: Rule) -> str:
        if rule.collective not in mpich.TABLE:
            return "no tree of MPICH is changed for this collective"
        if rule.chosen == GENERIC:
            return ""
        rows = mpich.algorithms(rule.collective, version)
        if rule.chosen.algorithm not in rows:
            return f"no algorithm of MPICH {version}: {', '.join(rows)}"
        return refuse_parameters(rule.chosen, dict(rows[rule.chosen.algorithm].parameters))

    return refuse


def notes(table: Table) -> list[str]:
    own = {rule.collective for rule in table.rules if rule.chosen == DEFAULT}
    both = sorted(own & {rule.collective for rule in table.rules if rule.chosen != DEFAULT})
    why = "the table leaves some places to the library: there its tree decides, without its device's collectives"
    return [f"{', '.join(both)}: {why}"] if both else []


def refuse_parameters(chosen: Choice, known: dict) -> str:
    for name, value in chosen.parameters:
        if name not in known:
            return f"{chosen.algorithm} has no parameter {name}; it has {', '.join(known) or 'none'}"
        if name == "tree_type" and value not in TREE_TYPES:
            return f"tree_type={value}: a tree knows {', '.join(TREE_TYPES)}"
        least = 1 if name in ("k", "chunk_size") and known[name] else 0
        if name != "tree_type" and (not isinstance(value, int) or not least <= value <= LARGEST):
            return f"{name}={value} is not a number from {least} to {LARGEST}"
    if chosen.algorithm in ("k_brucks", "recexch", "recexch_doubling", "recexch_halving") and chosen.get("k", 2) == 1:
        return "k has to be at least 2"
    return ""


def write(plan: Plan, base: Tree) -> str:
    tree = dict(base)
    for name in plan.collectives:
        key = f"collective={name}"
        tree[key] = replaced(name, plan, base[key])
    if wrong := check(tree):
        raise AssertionError(f"the tree that was made is not whole: {wrong}")
    return padded(json.dumps(tree, indent=1))


def padded(text: str) -> str:
    text += "\n"
    return text + "\n" * (len(text.encode()) % PAGE == 0)


def replaced(name: str, plan: Plan, own: Tree) -> Tree:
    one, many = plan.one.get(name, []), plan.many.get(name, [])

    def with_bands(node: Tree) -> Tree:
        if one == many:
            return by_ranks(name, many, node)
        there = by_ranks(name, many, node)
        return {"comm_size=node_comm_size": by_ranks(name, one, node), "comm_size=any": there}

    if "comm_type=intra" in own:
        return {key: with_bands(node) if key == "comm_type=intra" else node for key, node in own.items()}
    if name in mpich.ALL_COMMUNICATORS:
        return with_bands(own)
    return {"comm_type=intra": with_bands(own), "comm_type=inter": own}  # 4.1 knows no comm_type=any


def by_ranks(name: str, found: list[Band], own: Tree) -> Tree:
    chain: Tree = {}
    reached = 0
    for whole in found:
        for band in converted(whole, lambda size, ranks: mpich.message(name, size, ranks)):
            if band.low > max(reached, 2):
                chain[f"comm_size<={band.low - 1}"] = own
            last = "comm_size=any" if band.high == ANY else f"comm_size<={highest(band)}"
            chain[last] = under(name, band, own)
            reached = band.high
    if reached < ANY:
        chain["comm_size=any"] = own
    return chain


def under(name: str, band: Band, own: Tree) -> Tree:
    """The library's own tests of communicators stay above sizes."""
    if all(key.startswith(COMMUNICATOR) for key in own):
        return {key: under(name, band, below) for key, below in own.items()}
    wanted = {d for _, c in band.steps for d in demands(name, c) if d in OF_COMMUNICATORS}
    return split(name, band, own, sorted(wanted), set())


def demands(name: str, chosen: Choice) -> tuple[str, ...]:
    return () if chosen in (DEFAULT, GENERIC) else mpich.TABLE[name][chosen.algorithm].demands


def split(name: str, band: Band, own: Tree, wanted: list[str], known: set[str]) -> Tree:
    if not wanted:
        return by_size(name, band, own, known)
    yes, no = OF_COMMUNICATORS[wanted[0]]
    outcomes = (known | {wanted[0]}, known)
    return {key: split(name, band, own, wanted[1:], some) for key, some in zip((yes, no), outcomes, strict=True)}


def by_size(name: str, band: Band, own: Tree, known: set[str]) -> Tree:
    nodes = [(low, guarded(name, chosen, own, known)) for low, chosen in band.steps]
    if len(nodes) == 1:
        return nodes[0][1]
    word = "avg_msg_size" if name in mpich.BY_AVERAGE else "total_msg_size"
    chain = {f"{word}<={nodes[i + 1][0] - 1}": node for i, (_, node) in enumerate(nodes[:-1])}
    return chain | {f"{word}=any": nodes[-1][1]}


def guarded(name: str, chosen: Choice, own: Tree, known: set[str]) -> Tree:
    needed = demands(name, chosen)
    if chosen in (DEFAULT, GENERIC) or any(d in OF_COMMUNICATORS and d not in known for d in needed):
        return own
    node = leaf(name, chosen)
    if "enough" in needed:
        node = {"count<pow2": own, "count=any": node}
    for demand, (yes, no) in reversed(OF_CALLS.items()):
        if demand in needed:
            node = {yes: node, no: own}
    return node


def leaf(name: str, chosen: Choice) -> Tree:
    kind = "allcomm" if name in mpich.ALL_COMMUNICATORS else "intra"
    below = {f"{key}={value}": {} for key, value in mpich.full(name, chosen).items()}
    return {f"algorithm=MPIR_{name.capitalize()}_{kind}_{chosen.algorithm}": below}
