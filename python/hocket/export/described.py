# SPDX-License-Identifier: BSD-3-Clause
"""A whole selection tree of MPICH, out of our description of its rules (data/native-rules) and what stands below."""

from dataclasses import dataclass

from hocket.natives import book, mpich

Tree = dict[str, dict]
# What the rules leave out, because a device's collectives come before: communicators that know their nodes, whose
# leaders do the work for all where there is little of it; and buffers in place.
FIRST = {
    "barrier": [({"parent": True}, "smp")],
    "bcast": [({"parent": True, "bytes": [0, 1]}, "smp")],
    "reduce": [({"parent": True, "bytes": [0, 1], "commutes": True}, "smp")],
    "allreduce": [({"bytes": [0, 1], "commutes": True}, "smp")],
    "scan": [({"consecutive": True}, "smp")],
    "reduce_scatter": [({"commutes": False, "regular": False}, "recursive_doubling")],
    **{name: [({"in_place": True}, "pairwise_sendrecv_replace")] for name in ("alltoall", "alltoallv", "alltoallw")},
}
INTER = {
    "barrier": "bcast",
    "bcast": "remote_send_local_bcast",
    "allgather": "local_gather_remote_bcast",
    "allgatherv": "remote_gather_local_bcast",
    "reduce": "local_reduce_remote_send",
    "allreduce": "reduce_exchange_bcast",
    "reduce_scatter": "remote_reduce_local_scatter",
    "reduce_scatter_block": "remote_reduce_local_scatter",
    "alltoall": "pairwise_exchange",
    "alltoallv": "pairwise_exchange",
    "alltoallw": "pairwise_exchange",
}
SHORT_AND_LONG = {  # between groups, below 2048 bytes in all and from there on
    "gather": ("local_gather_remote_send", "linear"),
    "scatter": ("remote_send_local_scatter", "linear"),
    "igather": ("sched_short", "sched_long"),
    "iscatter": ("sched_remote_send_local_scatter", "sched_linear"),
}
NONBLOCKING_INTER = {
    "ibarrier": "sched_bcast",
    "ibcast": "sched_flat",
    "iallgather": "sched_local_gather_remote_bcast",
    "iallgatherv": "sched_remote_gather_local_bcast",
    "ireduce": "sched_local_reduce_remote_send",
    "iallreduce": "sched_remote_reduce_local_bcast",
    "ireduce_scatter": "sched_remote_reduce_local_scatterv",
    "ireduce_scatter_block": "sched_remote_reduce_local_scatterv",
    "ialltoall": "sched_pairwise_exchange",
    "ialltoallv": "sched_pairwise_exchange",
    "ialltoallw": "sched_pairwise_exchange",
}
Rules = list[tuple[dict, str]]
BY_TOTAL: Rules = [
    ({"power_of_two": True, "bytes": [0, 524288]}, "recursive_doubling"),
    ({"power_of_two": True}, "ring"),
    ({"bytes": [0, 81920]}, "brucks"),
    ({}, "ring"),
]
SCATTERS: Rules = [
    ({"commutes": True, "bytes": [0, 524288]}, "recursive_halving"),
    ({"commutes": True}, "pairwise"),
    ({"power_of_two": True}, "noncommutative"),
    ({}, "recursive_doubling"),
]
NONBLOCKING: dict[str, Rules] = {  # names without sched_
    "ibarrier": [({}, "recursive_doubling")],
    "ibcast": [
        ({"parent": True}, "smp"),
        ({"ranks": [0, 8]}, "binomial"),
        ({"bytes": [0, 12288]}, "binomial"),
        ({"power_of_two": True, "bytes": [0, 524288]}, "scatter_recursive_doubling_allgather"),
        ({}, "scatter_ring_allgather"),
    ],
    "iallgather": BY_TOTAL,
    "iallgatherv": BY_TOTAL,
    "ireduce": [
        ({"parent": True, "commutes": True}, "smp"),
        ({"parent": True}, "binomial"),
        ({"bytes": [0, 2049]}, "binomial"),
        ({"built_in": False}, "binomial"),
        ({"enough": False}, "binomial"),
        ({}, "reduce_scatter_gather"),
    ],
    "iallreduce": [
        ({"bytes": [0, 2049]}, "recursive_doubling"),
        ({"built_in": False}, "recursive_doubling"),
        ({"enough": False}, "recursive_doubling"),
        ({}, "reduce_scatter_allgather"),
    ],
    "ireduce_scatter": [({"commutes": False, "regular": False}, "recursive_doubling"), *SCATTERS],
    "ireduce_scatter_block": SCATTERS,
    "igather": [({}, "binomial")],
    "iscatter": [({}, "binomial")],
    "iscan": [({"parent": True}, "smp"), ({}, "recursive_doubling")],
    "iexscan": [({}, "recursive_doubling")],
    "ialltoall": [
        ({"in_place": True}, "inplace"),
        ({"ranks": [9, None], "bytes": [0, 2049]}, "brucks"),
        ({"bytes": [0, 32769]}, "permuted_sendrecv"),
        ({}, "pairwise"),
    ],
    "ialltoallv": [({"in_place": True}, "inplace"), ({}, "blocked")],
    "ialltoallw": [({"in_place": True}, "inplace"), ({}, "blocked")],
}
ALONE = ("exscan", "iexscan", "iscan")  # one tree for all kinds of communicators


@dataclass(frozen=True)
class Test:
    """In the order of a tree: first what is known of a communicator, then of a call."""

    key: str  # what a positive outcome is called; a limit is part of it
    other: str
    order: int


TESTS = {
    "parent": Test("comm_hierarchy=parent", "comm_hierarchy=any", 1),
    "consecutive": Test("is_node_consecutive=yes", "is_node_consecutive=no", 1),
    "power_of_two": Test("comm_size=pow2", "comm_size=any", 3),
    "in_place": Test("is_sendbuf_inplace=yes", "is_sendbuf_inplace=no", 4),
    "commutes": Test("is_commutative=yes", "is_commutative=no", 5),
    "regular": Test("is_block_regular=yes", "is_block_regular=no", 6),
    "built_in": Test("is_op_built_in=yes", "is_op_built_in=no", 8),
    "few": Test("count<pow2", "count=any", 9),
}
Atom = tuple[Test, bool]


def atoms(when: dict, size: str) -> list[Atom]:
    found = []
    for key, value in when.items():
        if key == "enough":
            found.append((TESTS["few"], not value))
        elif key in ("ranks", "bytes"):
            name, order = ("comm_size", 2) if key == "ranks" else (size, 7)
            low, high = value
            low = 0 if key == "ranks" and low <= 2 else low  # nobody chooses for one rank
            other = f"{name}=any"
            found += [(Test(f"{name}<={low - 1}", other, order), False)] if low else []
            found += [(Test(f"{name}<={high - 1}", other, order), True)] if high else []
        else:
            found.append((TESTS[key], value))
    return sorted(found, key=lambda atom: atom[0].order)


def decide(rules: list[tuple[list[Atom], str]], known: dict[Test, bool], leaf) -> Tree:
    """The first rule that holds, as tests one after the other."""
    open_rules = [(a, name) for a, name in rules if all(known.get(test, want) == want for test, want in a)]
    left = sorted((test for a, _ in open_rules for test, _ in a if test not in known), key=lambda t: t.order)
    first = [test for test, _ in open_rules[0][0] if test not in known]
    if not first:
        return leaf(open_rules[0][1])
    test = left[0] if left[0].order < min(t.order for t in first) else min(first, key=lambda t: t.order)
    yes, no = (decide(open_rules, known | {test: outcome}, leaf) for outcome in (True, False))
    return yes if yes == no else joined(test, yes, no)


def joined(test: Test, yes: Tree, no: Tree) -> Tree:
    """Limits of one kind in one chain."""
    kind = test.key.partition("<=")[0]
    if "<=" in test.key and next(iter(no)).startswith(f"{kind}<="):
        return {test.key: yes, **no}
    return {test.key: yes, test.other: no}


def size_of(collective: str) -> str:
    return "avg_msg_size" if collective.removeprefix("i") in mpich.BY_AVERAGE else "total_msg_size"


def leaves(collective: str, version: str, kind: str = "intra"):
    def leaf(name: str) -> Tree:
        row = mpich.algorithms(collective, version).get(name) if kind == "intra" else None
        below = {f"{key}={value}": {} for key, value in row.parameters} if row else {}
        return {f"algorithm=MPIR_{collective.capitalize()}_{kind}_{name}": below}

    return leaf


def blocking(collective: str, version: str) -> Rules:
    """What the rules say where messages are all there is."""
    part = book.read("mpich")[collective]
    edition = next(e for e in book.read("mpich")["editions"] if e["version"] == mpich.edition(version))
    name = "messages" if "messages" in part["rules"] else edition[collective]
    found = list(FIRST.get(collective, []))
    for rule in part["rules"][name]:
        when = dict(rule["when"])
        if "fewer_elements_than" in when:
            when.pop("fewer_elements_than")
            when["enough"] = False
        if "whole" in when:
            when["bytes"] = when.pop("whole")
        found.append((when, simple(collective, rule.get("run") or rule["go"], version)))
    return found


def simple(collective: str, name: str, version: str) -> str:
    """The tree's name: what a rule says after a comma is how it turns out for a number of ranks."""
    name = name.split(",")[0]
    return "k_dissemination" if name == "dissemination" and mpich.edition(version) != "4.0" else name


def compiled(collective: str, rules: Rules, leaf) -> Tree:
    size = size_of(collective)
    return decide([(atoms(when, size), name) for when, name in rules], {}, leaf)


def between(collective: str, version: str) -> Tree:
    leaf = leaves(collective, version, "inter")
    if collective == "scan":
        return leaves(collective, version)("smp")
    if collective in SHORT_AND_LONG:
        short, long = SHORT_AND_LONG[collective]
        return {"total_msg_size<=2047": leaf(short), "total_msg_size=any": leaf(long)}
    return leaf((INTER | NONBLOCKING_INTER)[collective])


def subtree(collective: str, version: str) -> Tree:
    plain = collective.removeprefix("i")
    if plain.startswith("neighbor") or plain in mpich.ALL_COMMUNICATORS:
        name = "nb" if plain == collective and plain.startswith("neighbor") else "linear"
        return leaves(collective, version, "allcomm")(name if plain == collective else f"sched_{name}")
    leaf = leaves(collective, version)
    rules = NONBLOCKING.get(collective)
    rules = [(when, f"sched_{name}") for when, name in rules] if rules else blocking(collective, version)
    found = compiled(collective, rules, leaf)
    return found if collective in ALONE else {"comm_type=intra": found, "comm_type=inter": between(collective, version)}


def tree(version: str) -> Tree:
    from hocket.export.trees import COLLECTIVES

    return {f"collective={name}": subtree(name, version) for name in COLLECTIVES}
