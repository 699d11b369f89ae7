# SPDX-License-Identifier: BSD-3-Clause
"""Which small blocks of a gather or scatter arrive while one rank stays away, by the SPEC of the algorithm."""


def subtree(v: int, ranks: int) -> set[int]:
    """Of a binomial tree whose subtrees are ranges."""
    return set(range(v, min(ranks, v + (v & -v))))


def expected(collective: str, spec: str, ranks: int, away: int) -> set[int]:
    """The ranks whose small blocks arrive without rank `away`."""
    everybody = set(range(1, ranks))
    tree = spec == "knomial:k=2"
    if collective.startswith("scatter"):
        return everybody - (subtree(away, ranks) if tree else {away})
    if spec == "flat:window=1048576":
        return everybody - {away}
    if not tree:  # the root receives from one after the other
        return set(range(1, away))
    child = 1 << (away.bit_length() - 1)  # of the root, above `away`
    return set(range(1, child))
