# SPDX-License-Identifier: BSD-3-Clause
"""MPICH's selection trees: those that are built, found and given, and what an export changes in them."""

import json
import random

import pytest
from hocket import find, mpi
from hocket.export import described, overlay, plan, trees
from hocket.export.bands import bands
from hocket.natives import mpich
from hocket.natives.choice import choice
from hocket.natives.rule import Rule
from hocket.stop import Stop
from native_readers import csel, power

SEED = 20


def situation(draw: random.Random, collective: str = "bcast") -> dict:
    ranks = draw.choice([2, 3, 4, 7, 8, 9, 16, 31, 64, 1000])
    block = draw.choice([0, 1, 8, 9, 255, 256, 257, 2047, 2048, 2049, 12288, 12289, 32768, 32769, 81919, 81920, 524288])
    word = draw.choice
    nodes_alike = word([ranks, max(1, ranks // 2)])
    return {
        "comm_size": ranks,
        "node_comm_size": nodes_alike,
        "comm_type": word(["intra", "intra", "intra", "inter"]),
        "comm_hierarchy": word(["parent", "flat"]),
        "is_node_consecutive": word(["yes", "no"]),
        "is_sendbuf_inplace": word(["yes", "no"]),
        "is_commutative": word(["yes", "no"]),
        "is_block_regular": word(["yes", "no"]),
        "is_op_built_in": word(["yes", "no"]),
        "avg_msg_size": block,
        "total_msg_size": block,
        "count": word([0, 1, ranks - 1, ranks, 5 * ranks]),
    }


def library_tree():
    """MPICH 5's, out of its library."""
    for prefix in find.default_prefixes():
        if mpi.choose(prefix).family == "mpich":
            return trees.inside(prefix)[0]
    pytest.skip("no MPICH of the sources")


@pytest.mark.parametrize("collective", trees.COLLECTIVES)
def test_what_we_describe_is_what_the_library_carries(collective):
    own, found, draw = described.subtree(collective, "5.0"), library_tree(), random.Random(SEED)
    for _ in range(300):
        at = situation(draw)
        if at["is_commutative"] == "no":
            at["is_op_built_in"] = "no"  # there is none that is built in
        assert csel(own, at) == csel(found[f"collective={collective}"], at), (SEED, at)


@pytest.mark.parametrize("version", mpich.VERSIONS)
def test_a_built_tree_is_whole(version):
    assert trees.check(trees.built(version)) == ""
    barrier = json.dumps(trees.built(version)["collective=barrier"])
    assert ("k_dissemination" in barrier) == (version != "4.0")


def test_a_tree_that_is_not_whole_is_refused(tmp_path):
    tree = trees.built("5.0")
    file = tmp_path / "tree.json"
    cases = {
        "has no bcast": {key: node for key, node in tree.items() if key != "collective=bcast"},
        "only collectives may": tree | {"comm_size=any": {}},
        "nothing is said beside": tree | {"collective=bcast": {"comm_size<=4": {"algorithm=A": {}}}},
        "without an algorithm": tree | {"collective=bcast": {}},
    }
    for said, content in cases.items():
        file.write_text(json.dumps(content))
        with pytest.raises(Stop, match=said):
            trees.given(file)
    file.write_text("{")
    with pytest.raises(Stop, match="no JSON"):
        trees.given(file)


def changed(rules: list[Rule], base=None, version: str = "5.0") -> dict:
    tells = plan.Plan(version)
    for collective in {rule.collective for rule in rules}:
        here = [rule for rule in rules if rule.collective == collective]
        tells.one[collective] = bands([rule for rule in here if rule.nodes[0] <= 1])
        tells.many[collective] = bands([rule for rule in here if rule.nodes[1] > 2])
    return json.loads(overlay.write(tells, base or trees.built(version)))


DEMANDS = {
    "power_of_two": lambda at: power(at["comm_size"]),
    "parent": lambda at: at["comm_hierarchy"] == "parent",
    "consecutive": lambda at: at["is_node_consecutive"] == "yes",
    "commutes": lambda at: at["is_commutative"] == "yes",
    "built_in": lambda at: at["is_op_built_in"] == "yes",
    "enough": lambda at: at["count"] >= 1 << (at["comm_size"].bit_length() - 1),
    "regular": lambda at: at["is_block_regular"] == "yes",
    "in_place": lambda at: at["is_sendbuf_inplace"] == "yes",
    "not_in_place": lambda at: at["is_sendbuf_inplace"] == "no",
}


@pytest.mark.parametrize("collective", mpich.TABLE)
def test_a_leaf_runs_only_where_its_demands_hold_and_the_tree_decides_elsewhere(collective):
    base, draw = trees.built("5.0"), random.Random(SEED)
    for name, row in mpich.algorithms(collective, "5.0").items():
        tree = changed([Rule(collective, choice(name), ranks=(4, 40))], base)[f"collective={collective}"]
        for _ in range(120):
            at = situation(draw)
            wanted = csel(base[f"collective={collective}"], at)
            fits = at["comm_type"] == "intra" or collective in mpich.ALL_COMMUNICATORS
            if fits and 4 <= at["comm_size"] < 40 and all(DEMANDS[d](at) for d in row.demands):
                kind = "allcomm" if collective in mpich.ALL_COMMUNICATORS else "intra"
                below = tuple(sorted(f"{key}={value}" for key, value in row.parameters))
                wanted = f"MPIR_{collective.capitalize()}_{kind}_{name}", below
            assert csel(tree, at) == wanted, (SEED, name, at)


def paths_of(node: dict, above: tuple[str, ...] = ()):
    for key, below in node.items():
        yield (*above, key)
        yield from paths_of(below, (*above, key))


def test_tests_of_communicators_stand_above_sizes_and_never_say_less():
    rules = [
        Rule("bcast", choice("binomial"), ranks=(3, 17), bytes=(100, 5000)),
        Rule("allgather", choice("recursive_doubling"), ranks=(2, 40), bytes=(10, 1000)),
        Rule("scan", choice("smp"), ranks=(2, 9)),
    ]
    base = trees.built("5.0")
    for collective, node in changed(rules, base).items():
        for path in paths_of(node):
            sizes = [i for i, key in enumerate(path) if "msg_size" in key]
            after = path[sizes[0] :] if sizes else ()
            assert not [key for key in after if key.startswith(overlay.COMMUNICATOR)], (collective, path)
            assert not any("comm_size<" in key and "comm_size<=" not in key for key in path)


def test_a_rule_of_one_node_leaves_communicators_of_several_alone():
    base = trees.built("5.0")
    tree = changed([Rule("bcast", choice("tree", k=3), ranks=(4, 9), nodes=(1, 2))], base)["collective=bcast"]
    at = situation(random.Random(1)) | {"comm_type": "intra", "comm_size": 8, "avg_msg_size": 99}
    assert csel(tree, at | {"node_comm_size": 8})[0] == "MPIR_Bcast_intra_tree"
    assert csel(tree, at | {"node_comm_size": 4}) == csel(base["collective=bcast"], at | {"node_comm_size": 4})


def test_sizes_are_totals_where_mpich_compares_totals():
    rule = Rule("allgather", choice("ring"), ranks=(5, 8), bytes=(100, 1000))
    tree = changed([rule])["collective=allgather"]
    at = situation(random.Random(1)) | {"comm_type": "intra"}
    for ranks in (5, 6, 7):
        for block, inside in ((99, False), (100, True), (999, True), (1000, False)):
            found = csel(tree, at | {"comm_size": ranks, "total_msg_size": ranks * block})[0]
            assert (found == "MPIR_Allgather_intra_ring") == inside, (ranks, block)
    assert "avg_msg_size" not in json.dumps(tree)


@pytest.mark.parametrize("length", [1, 4094, 4095, 4096, 8191, 8192])
def test_a_file_never_ends_with_its_page(length):
    """It is mapped and read as a string: something has to follow the last byte."""
    text = overlay.padded("x" * length)
    assert len(text) % 4096 and text.rstrip("\n") == "x" * length and text.endswith("\n")


@pytest.mark.parametrize("version", mpich.VERSIONS)
def test_nothing_but_what_all_versions_read(version):
    """Up to 4.1 only some tests may say `any`."""
    rules = [Rule(c, choice(name), ranks=(3, 9)) for c in mpich.TABLE for name in mpich.algorithms(c, version)]
    for rule in rules:
        for path in paths_of(changed([rule], version=version)):
            word, sign, value = path[-1].partition("=any")
            known = {"comm_size", "comm_hierarchy", "avg_msg_size", "total_msg_size", "count"}
            assert not sign or (word in known and not value), path


def test_nothing_is_asked_that_the_library_s_own_tree_does_not_ask():
    """What a collective does not have ends a program: an operator of a broadcast, say."""
    base = trees.built("4.0")
    for collective in mpich.TABLE:
        asked = {key.partition("=")[0] for path in paths_of(base[f"collective={collective}"]) for key in path}
        for name in mpich.algorithms(collective, "5.0"):
            tree = changed([Rule(collective, choice(name), ranks=(3, 9))])[f"collective={collective}"]
            tests = {path[-1] for path in paths_of(tree) if not any(key.startswith("algorithm") for key in path)}
            more = {key.partition("=")[0] for key in tests if key.startswith(("is_", "avg_"))}
            assert more <= asked, (collective, name, more - asked)
