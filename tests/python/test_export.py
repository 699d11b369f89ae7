# SPDX-License-Identifier: BSD-3-Clause
"""hocket export: each trap of the formats, and what is refused."""

import json
import re

import pytest
from conftest import needs
from hocket import find
from hocket.export import trees
from hocket.natives import ompi, table
from hocket.stop import Stop
from hocket.tune.document import text
from native_readers import Classic, han, integer, ranges


def row(collective, algorithm, **more):
    return {"collective": collective, "algorithm": algorithm} | more


@pytest.fixture
def export(run, tmp_path, valid):
    """Exports rules: the text, and what was said."""

    def call(target, rules, *words, library="openmpi", version="5.0.11", status=0):
        document = {"schema": "hocket-native-table-1", "rules": rules}
        document |= {"provenance": {"library": library, "version": version}}
        source, file = tmp_path / "native.json", tmp_path / "rules"
        source.write_text(json.dumps(valid("native-table", document)))
        file.unlink(missing_ok=True)
        ended, out, err = run("export", "--format", target, source, "-o", file, *words)
        assert (ended, out) == (status, ""), err
        return file.read_text() if file.exists() else "", " ".join(err.split())

    return call


def test_the_text_of_open_mpi_is_read_back(export):
    rules = [
        row("bcast", "chain", ranks=[4, 64], bytes=[0, 4096], parameters={"faninout": 2, "segsize": 512}),
        row("bcast", "scatter_allgather_ring", ranks=[4, 64], bytes=[4096, 65536]),
    ]
    text, said = export("ompi5", rules)
    read = Classic(text)
    assert read.version == 1 and list(read.rules) == [7]
    assert read.lookup(7, 4, 4095) == (2, 2, 512, 0) and read.lookup(7, 63, 4096) == (9, 0, 0, 0)
    for ranks, size in ((3, 10), (64, 10), (1000, 5000), (8, 65536)):
        assert read.lookup(7, ranks, size)[0] == 0
    assert "coll_tuned_use_dynamic_rules=1" in said and "coll_tuned_dynamic_rules_filename" in said


def test_before_the_first_size_of_communicators_the_library_decides(export):
    """A reader uses the first entry for smaller communicators too."""
    text, _ = export("ompi4", [row("bcast", "binomial", ranks=[64, 128])], version="4.1.4")
    read = Classic(text)
    assert read.rules[7][0][0] == 1
    assert [read.lookup(7, ranks, 8)[0] for ranks in (1, 2, 63, 64, 127, 128)] == [0, 0, 0, 6, 6, 0]


def test_no_number_begins_with_a_zero(export):
    """It would be octal."""
    sizes = [row("bcast", "binomial", bytes=[8 * k, 8 * k + 8]) for k in range(0, 40, 2)]
    text, _ = export("ompi5", sizes)
    words = re.findall(r"\S+", re.sub(r"#.*", "", text))
    assert words and all(re.fullmatch(r"0|[1-9]\d*", word) for word in words)
    assert integer("010") == 8  # why


def test_format_2_only_for_versions_that_know_it(export):
    rules = [row("alltoall", "linear_sync", parameters={"max_requests": 8}), row("bcast", "binomial")]
    text, _ = export("ompi5", rules, version="5.0.7")
    assert text.startswith("rule-file-version-2\n")
    assert Classic(text).lookup(3, 8, 100) == (4, 0, 0, 8)
    for target, version in (("ompi5", "5.0.6"), ("ompi4", "4.1.4")):
        text, said = export(target, rules, version=version)
        assert not text.startswith("rule-file") and "max_requests needs Open MPI 5.0.7" in said
        assert list(Classic(text, knows_format_2=False).rules) == [7]


def test_without_requests_format_1_serves_all(export):
    text, _ = export("ompi5", [row("bcast", "binomial")], version="5.0.7")
    assert "rule-file-version" not in text


@pytest.mark.parametrize("collective", sorted(ompi.ANY_SIZE))
@pytest.mark.parametrize("target", ["ompi4", "ompi5", "ompi6"])
def test_collectives_whose_ranks_see_different_sizes_have_one_rule(export, collective, target):
    """scatter and gather hang where ranks choose differently."""
    first, second = ompi.algorithms(collective, "4.1")[:2]
    rules = [
        row(collective, first, ranks=[2, 9], bytes=[0, 100]),
        row(collective, second, ranks=[2, 9], bytes=[100, 1 << 20]),
    ]
    text, said = export(target, rules, version={"ompi4": "4.1.4", "ompi5": "5.0.11", "ompi6": "6.0"}[target])
    assert "one rule has to serve all sizes" in said
    found = {ranges(text, collective, 4, n, True)["alg"] for n in (0, 99, 100, 10**7)} if target == "ompi6" else None
    if found is None:
        read = Classic(text)
        assert all(len(some) == 1 for _, some in read.rules[ompi.TABLE[collective][0]])
        found = {read.lookup(ompi.TABLE[collective][0], 4, n)[0] for n in (0, 99, 100, 10**7)}
    assert found in ({2}, {second})


def test_two_proc_is_for_two_ranks(export):
    text, said = export("ompi5", [row("barrier", "two_proc", ranks=[2, 3]), row("allgather", "two_proc")])
    assert list(Classic(text).rules) == [6] and "two_proc is for 2 ranks only" in said
    assert [Classic(text).lookup(6, ranks, 0)[0] for ranks in (2, 3)] == [5, 0]


@pytest.mark.parametrize("collective", ["allgather", "alltoall", "reduce_scatter_block"])
def test_sizes_become_what_the_library_compares(export, collective):
    name = ompi.algorithms(collective, "5.0")[1]
    text, _ = export("ompi5", [row(collective, name, ranks=[4, 9], bytes=[100, 1000])])
    read, number = Classic(text), ompi.TABLE[collective][0]
    for ranks in range(2, 12):
        for block in (99, 100, 999, 1000):
            wanted = 2 if 4 <= ranks < 9 and 100 <= block < 1000 else 0
            assert read.lookup(number, ranks, ranks * block)[0] == wanted


def test_totals_are_left_as_they_are(export):
    text, _ = export("ompi5", [row("allgatherv", "ring", ranks=[4, 9], bytes=[100, 1000])])
    assert [Classic(text).lookup(1, 8, n)[0] for n in (99, 100, 999, 1000)] == [0, 3, 3, 0]


def test_operators_that_do_not_commute_stay_right(export):
    rules = [row("reduce", "pipeline"), row("allreduce", "ring"), row("allreduce", "rabenseifner", ranks=[2, 3])]
    text, said = export("ompi5", rules)
    assert list(Classic(text).rules) == [2] and "--commutative allows it" in said
    assert Classic(text).lookup(2, 4, 8)[0] == 0
    text, _ = export("ompi5", rules, "--commutative")
    assert Classic(text).lookup(2, 4, 8)[0] == 4 and Classic(text).lookup(11, 4, 8)[0] == 3


def test_a_name_of_another_version_is_left_out_and_a_slip_is_refused(export):
    rules = [row("allgather", "sparbit"), row("bcast", "binomial")]
    text, said = export("ompi4", rules, version="4.1.4")
    assert list(Classic(text).rules) == [7] and "sparbit (no algorithm of Open MPI 4.1.4" in said
    _, said = export("ompi5", [row("bcast", "binomail")], status=2)
    assert "binomail" in said and "binomial" in said


def test_sizes_fit_an_int(export):
    rules = [
        row("allgather", "ring", ranks=[64, 65], bytes=[1 << 26, 1 << 40]),
        row("allgather", "bruck", ranks=[2, 3]),
    ]
    text, _ = export("ompi5", rules)
    assert all(integer(word) <= 2147483647 for word in re.findall(r"\d+", re.sub(r"#.*", "", text)))


def test_the_more_specific_rule_counts_and_what_nobody_can_reach_is_named(export):
    rules = [
        row("bcast", "binomial"),
        row("bcast", "pipeline", ranks=[4, 5]),
        row("bcast", "chain", ranks=[8, 9], nodes=[1, 2], ppn=[8, 9]),
        row("bcast", "knomial", ranks=[8, 9], nodes=[4, 5], ppn=[2, 3]),
    ]
    text, said = export("ompi5", rules)
    read = Classic(text)
    assert [read.lookup(7, ranks, 8)[0] for ranks in (3, 4, 5, 8)] == [6, 3, 6, 2]
    assert "knomial (other rules have its ranks and sizes" in said


def test_neighbours_of_one_choice_are_one_and_none_is_called_left_out(export):
    rules = [row("bcast", "binomial", ranks=[4, 5]), row("bcast", "binomial", ranks=[5, 9])]
    text, said = export("ompi5", rules)
    assert "left out" not in said and [low for low, _ in Classic(text).rules[7]] == [1, 4, 9]
    rules.append(row("bcast", "chain", bytes=[1 << 31, 1 << 40]))
    assert "chain (sizes and numbers of ranks end at 2147483647)" in export("ompi5", rules)[1]


def test_json_of_open_mpi_6(export):
    rules = [
        row("bcast", "binomial", ranks=[2, 64], nodes=[1, 2], bytes=[0, 1000]),
        row("bcast", "pipeline", ranks=[2, 64], nodes=[2, 99], parameters={"segsize": 4096}),
        row("alltoall", "linear_sync", parameters={"max_requests": 8}),
        row("alltoall", "linear_sync", ranks=[7, 8]),
        row("allgather", "bruck", bytes=[0, 10], ranks=[5, 6]),
        row("reduce_scatter_block", "butterfly"),
    ]
    text, said = export("ompi6", rules, version="6.0")
    whole = json.loads(text)
    assert whole["rule_file_version"] == 3 and whole["module"] == "tuned" and "reduce_scatter_block" in text
    assert ranges(text, "bcast", 4, 999, True)["alg"] == "binomial"
    assert ranges(text, "bcast", 4, 1000, True) == {} and ranges(text, "bcast", 64, 8, True) == {}
    assert ranges(text, "bcast", 4, 8, False) | {"msg_size_min": 0} == {
        "alg": "pipeline", "seg_size": 4096, "msg_size_min": 0, "msg_size_max": "inf"
    }  # fmt: skip
    assert ranges(text, "alltoall", 4, 8, True)["reqs"] == 8 and ranges(text, "alltoall", 7, 8, True)["reqs"] == 0
    assert ranges(text, "allgather", 5, 49, True)["alg"] == 2 and ranges(text, "allgather", 5, 50, True) == {}
    assert "segsize" not in text and "coll_tuned_verbose" in said


def test_han_rules(export):
    rules = [
        row("bcast", "han", ranks=[8, 65], nodes=[2, 9], bytes=[4096, 1 << 62], parameters={"inside": "sm"}),
        row("bcast", "binomial", ranks=[8, 65], nodes=[2, 9], bytes=[0, 4096]),
        row("allreduce", "han", nodes=[2, 99], parameters={"variant": "simple"}),
        row("barrier", "bruck", nodes=[1, 2]),
        row("alltoall", "pairwise", nodes=[2, 9]),
    ]
    text, said = export("han", rules)
    read = han(text)
    assert read["bcast", 2] == [
        (1, [(0, "han", "")]), (8, [(0, "tuned", ""), (4096, "han", "")]), (65, [(0, "han", "")])
    ]  # fmt: skip
    assert read["bcast", 0] == [(1, [(0, "sm", "")])] and ("bcast", 1) not in read
    assert read["allreduce", 2][-1] == (2, [(0, "han", "simple")]) or read["allreduce", 2][0][1][0][2] == "simple"
    assert "HAN serves several nodes only" in said and "HAN has no rules for this collective" in said
    assert "coll_han_priority=35" in said and "global" not in text  # 4.1 takes numbers only


def test_han_of_4_1_has_no_variants(export):
    rules = [row("bcast", "han", parameters={"variant": "simple"}), row("reduce", "han")]
    text, said = export("han", rules, version="4.1.4")
    assert "@" not in text and "Open MPI 4.1 does not read HAN's variants" in said
    rules = [
        row("bcast", "han", ranks=[n, n + 1], parameters={"inside": part}) for n, part in ((8, "sm"), (9, "tuned"))
    ]
    _, said = export("han", rules, status=2)
    assert "one component for each level" in said


def test_the_han_trap_is_told_where_there_is_one(export):
    for target, version, told in (("ompi4", "4.1.4", False), ("ompi5", "5.0.11", True), ("ompi6", "6.0", True)):
        _, said = export(target, [row("bcast", "binomial")], version=version)
        assert ("OMPI_MCA_coll_han_priority=0" in said) == told


def test_names_of_mpich_are_those_of_its_version(export):
    rules = [row("barrier", "k_dissemination", parameters={"k": 4}), row("bcast", "scatter_ring_allgather")]
    text, said = export("mpich", rules, library="mpich", version="4.0.2")
    assert "k_dissemination (no algorithm of MPICH 4.0.2" not in text and "no algorithm of MPICH 4.0.2" in said
    assert "MPIR_Barrier_intra_dissemination" in text and "k_dissemination" not in text
    text, said = export("mpich", rules, library="mpich", version="5.0.1")
    assert '"k=4"' in text and "MPIR_CVAR_BARRIER_DEVICE_COLLECTIVE=0" in said and "for MPICH 5.0.1 alone" in said


def test_a_table_that_leaves_everything_to_the_library_needs_no_file(export):
    text, said = export("ompi5", [row("bcast", "native")], status=1)
    assert not text and "leaves everything to the library: it needs no file" in said


def test_what_a_table_leaves_to_mpich_is_not_its_shared_memory(export):
    rules = [row("bcast", "native", ranks=[2, 5]), row("bcast", "binomial", ranks=[5, 9]), row("reduce", "binomial")]
    _, said = export("mpich", rules, library="mpich", version="5.0.2")
    assert "bcast: the table leaves some places to the library" in said and "reduce:" not in said


@pytest.mark.parametrize(
    "parameters, said",
    [
        ({"tree_type": "topology_wave"}, "a tree knows kary, knomial_1, knomial_2"),
        ({"k": 0}, "k=0 is not a number from 1"),
        ({"k": 1 << 31}, "is not a number"),
        ({"chunk_size": 8}, "tree has no parameter chunk_size"),
    ],
)
def test_parameters_that_a_tree_would_take_in_silence(export, parameters, said):
    _, told = export("mpich", [row("bcast", "tree", parameters=parameters)], library="mpich", version="5.0.2", status=1)
    assert said in told and "nothing of" in told


def test_a_tree_of_another_version_is_refused(export, tmp_path):
    (tmp_path / "generic.json").write_text(json.dumps(trees.built("4.0")))
    words = ["--tree", tmp_path / "generic.json"]
    _, said = export("mpich", [row("bcast", "binomial")], *words, library="mpich", version="5.0.2", status=2)
    assert "the tree is not of MPICH 5.0.2, which has no algorithm=MPIR_Barrier_intra_dissemination" in said
    text, _ = export("mpich", [row("bcast", "binomial")], *words, library="mpich", version="4.0.3")
    assert json.loads(text)["collective=barrier"] == trees.built("4.0")["collective=barrier"]


@pytest.mark.parametrize(
    "target, library, version, words, said",
    [
        ("ompi5", "mpich", "5.0.2", [], "names algorithms of MPICH: they cannot be exported to Open MPI"),
        ("mpich", "openmpi", "5.0.11", [], "names algorithms of Open MPI: they cannot be exported to MPICH"),
        ("ompi7", "openmpi", "5.0.11", [], "--format 'ompi7' is unknown"),
        ("ompi5", "openmpi", "5.0.11", ["--library-version", "4.1"], "is for version 5"),
        ("ompi5", "openmpi", "5.0.11", ["--tree", "x"], "belong to --format mpich"),
        ("mpich", "mpich", "3.4", [], "known are MPICH 4.0"),
        ("mpich", "mpich", "5.0.2", ["--tree", "no-such"], "there is no such file"),
    ],
)
def test_wrong_usage(export, target, library, version, words, said):
    rules = [row("bcast", "binomial")]
    assert said in export(target, rules, *words, library=library, version=version, status=2)[1]


@pytest.mark.parametrize(
    "change, said",
    [
        ({"bytes": [9, 9]}, "bytes [9, 9] is not [low, high)"),
        ({"colective": "x"}, "colective unknown"),
        ({"parameters": {"segzise": 3}}, "segzise unknown"),
        ({"algorithm": 3}, "algorithm is missing"),
    ],
)
def test_a_table_with_a_slip_names_it(run, tmp_path, change, said):
    table = {"schema": "hocket-native-table-1", "provenance": {"library": "openmpi", "version": "5.0"}}
    table["rules"] = [row("bcast", "binomial") | change]
    (tmp_path / "t.json").write_text(json.dumps(table))
    status, _, err = run("export", "--format", "ompi5", tmp_path / "t.json", "-o", tmp_path / "f")
    assert status == 2 and said in " ".join(err.split()) and "rule 1" in err and not (tmp_path / "f").exists()


@pytest.mark.parametrize(
    "content, said",
    [
        ("[]", "has no rules"),
        ("{", "is no JSON"),
        ('{"rules": []}', "is neither a hocket-native-table-1 nor a hocket-table-1"),
        ('{"schema": "hocket-native-table-1", "provenance": 3, "rules": []}', "provenance is no object"),
        ('{"schema": "hocket-native-table-1", "rules": []}', "provenance.library 'None' is not one of mpich, openmpi"),
    ],
)
def test_what_is_no_table(run, tmp_path, content, said):
    (tmp_path / "t.json").write_text(content)
    status, _, err = run("export", "--format", "ompi5", tmp_path / "t.json", "-o", tmp_path / "f")
    assert status == 2 and said in " ".join(err.split())
    assert run("export", "--format", "ompi5", tmp_path / "none.json", "-o", tmp_path / "f")[0] == 2


def native_table():
    """As hocket tune --native writes it: provenance on the first line, a rule on each from the third on."""
    rules = [row("bcast", "binomial", bytes=[0, 512]), row("bcast", "chain", parameters={"faninout": 4})]
    provenance = {"library": "openmpi", "version": "5.0"}
    return text({"schema": "hocket-native-table-1", "provenance": provenance, "rules": [*rules, row("scan", "linear")]})


def test_a_table_that_is_cut_short_anywhere_is_refused(tmp_path):
    path, whole = tmp_path / "t.json", native_table().rstrip()
    path.write_text(whole)
    assert len(table.read(path, "openmpi", "", "5.0").rules) == 3
    for length in range(len(whole)):
        path.write_text(whole[:length])
        with pytest.raises(Stop) as refused:
            table.read(path, "openmpi", "", "5.0")
        complaint = str(refused.value)
        said = re.search(r" is no JSON: .*: line (\d+) column \d+ \(char \d+\)$", complaint)
        assert refused.value.status == 2 and complaint.startswith(str(path)) and said, complaint
        assert max(1, whole[:length].rstrip().count("\n")) <= int(said[1]) <= whole[:length].count("\n") + 1


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('"collective": "scan"', '"colective": "scan"', "line 5, rule 3: colective unknown"),
        ("[0, 512]", "[512, 0]", "line 3, rule 1: bytes [512, 0] is not [low, high)"),
        ('"chain"', '"chian"', "line 4, rule 2: 'chian' is no algorithm of Open MPI's bcast"),
        ('"faninout": 4', '\n"faninout": true', "line 4, rule 2: parameters are numbers or words"),
        ('"openmpi"', '"lam"', "line 1, provenance.library 'lam' is not one of mpich, openmpi"),
        ('{"collective": "scan", "algorithm": "linear"}', "7", ", rule 3 is no object"),
        ('"bcast"', "[" * 100_000, "nested too deeply"),
    ],
)
def test_a_slip_in_a_table_is_named_with_its_line(run, tmp_path, old, new, said):
    assert old in native_table()
    (tmp_path / "t.json").write_text(native_table().replace(old, new, 1))
    status, _, err = run("export", "--format", "ompi5", tmp_path / "t.json", "-o", tmp_path / "f")
    assert status == 2 and said in " ".join(err.split()) and not (tmp_path / "f").exists()


def test_a_table_of_specs_keeps_what_the_library_has(run, tmp_path):
    needs("hocket-tool")
    rules = [
        row("bcast", "chain:segment=8K", ranks=[4, 9], bytes=[65536, 1 << 62]),
        row("bcast", "circulant", ranks=[4, 9], bytes=[0, 65536]),
        row("allreduce", "recursive-doubling", nodes=[1, 2], ppn=[4, 5]),
        row("allgather", "native"),
    ]
    source, file = tmp_path / "t.json", tmp_path / "f"
    source.write_text(json.dumps({"schema": "hocket-table-1", "rules": rules}))
    status, _, err = run("export", "--format", "ompi5", source, "-o", file)
    read, said = Classic(file.read_text()), " ".join(err.split())
    assert status == 0 and sorted(read.rules) == [2, 7]
    assert read.lookup(7, 8, 65536) == (3, 0, 8192, 0) and read.lookup(7, 8, 65535)[0] == 0
    assert [read.lookup(2, ranks, 8)[0] for ranks in (3, 4, 5)] == [0, 3, 0]
    assert "circulant (Open MPI has none that sends these messages)" in said
    source.write_text(json.dumps({"schema": "hocket-table-1", "rules": rules[1:2]}))
    status, _, err = run("export", "--format", "ompi5", source, "-o", tmp_path / "none")
    assert status == 1 and "nothing of" in err and not (tmp_path / "none").exists()
    assert run("export", "--format", "mpich", source, "-o", tmp_path / "none")[0] == 1


def test_our_description_is_found_in_an_installation(monkeypatch, tmp_path):
    monkeypatch.setattr(find, "checkout", lambda: None)
    monkeypatch.setattr(find, "homes", lambda: [tmp_path / "other", tmp_path])
    with pytest.raises(Stop, match=r"native-rules/ompi\.json is missing"):
        find.native_rules("ompi")
    (tmp_path / "share/hocket/native-rules").mkdir(parents=True)
    (tmp_path / "share/hocket/native-rules/ompi.json").write_text("{}")
    assert find.native_rules("ompi").read_text() == "{}"
