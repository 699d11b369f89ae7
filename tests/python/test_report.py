# SPDX-License-Identifier: BSD-3-Clause
"""The report as text: its numbers are those of the documents, and nothing in them can become markup."""

import json
import math
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import report_documents as made
from hocket.pages import ticks
from hocket.report import figures, load, measured, page, pictures, sites, tables, winners
from hocket.report.load import Input

MACHINES = Path(__file__).resolve().parents[2] / "data/machines"
VOID = {"meta", "col", "img", "input", "wbr", "br"}
EVIL = "</script><b>\"&'<img src=x onerror=alert(1)>"


class Reader(HTMLParser):
    """Elements by name, their attributes, and the data of tables."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.opened, self.found, self.data, self.lists, self.text = [], [], [], [], ""
        self.feed(html)
        assert self.opened == []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag == "dl":
            self.lists.append([])
        if tag in ("dt", "dd"):
            self.lists[-1].append([tag, ""])
        if tag not in VOID:
            self.opened.append((tag, dict(attrs)))

    def handle_startendtag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.opened.pop()[0] == tag

    def handle_data(self, data):
        if any(tag in ("dt", "dd") for tag, _ in self.opened):
            self.lists[-1][-1][1] += data
        if self.opened and self.opened[-1][1].get("type") == "application/json":
            self.data.append(json.loads(data))
        elif not self.opened or self.opened[-1][0] not in ("script", "style"):
            self.text += data

    def facts(self):
        """The first list of names and what they are."""
        lines = self.lists[0]
        return {name: text for (_, name), (_, text) in zip(lines[::2], lines[1::2], strict=True)}

    def table(self, name):
        return next(data for data in self.data if data["name"] == name)

    def rows(self, name):
        columns = self.table(name)["columns"]
        values = [[c["words"][v] for v in c["values"]] if "words" in c else c["values"] for c in columns]
        return [dict(zip([c["csv"] for c in columns], row, strict=True)) for row in zip(*values, strict=True)]


@pytest.fixture
def report(run, tmp_path):
    def make(*documents):
        for i, document in enumerate(documents):
            (tmp_path / f"{i}.json").write_text(json.dumps(document))
        paths = [tmp_path / f"{i}.json" for i in range(len(documents))]
        status, out, err = run("report", *paths, "-o", tmp_path / "r.html")
        assert (status, out, err) == (0, "", "")
        return (tmp_path / "r.html").read_text()

    return make


def inputs(kind, *documents):
    return [Input(Path("x.json"), kind, document, "x.json") for document in documents]


def test_every_number_is_that_of_the_document(report):
    documents = [made.crossing(), made.crossing("allreduce", 8)]
    rows = Reader(report(made.together(*documents))).rows("measurements")
    expected = [(d["collective"], d["ranks"], r) for d in documents for r in d["results"]]
    assert len(rows) == len(expected) == 108
    for row, (collective, ranks, one) in zip(rows, expected, strict=True):
        assert (row["collective"], row["ranks"], row["bytes"]) == (collective, ranks, one["bytes"])
        assert row["algorithm"] == one["variant"] and row["calls"] == one["samples"] and row["nodes"] == 1
        assert [row[key] for key in ("time_us", "low_us", "high_us")] == [
            one[k] for k in ("time_us", "low_us", "high_us")
        ]


def test_ratios_are_those_of_the_document_or_of_paired_rounds(report):
    document = made.crossing()
    document["results"][2]["ratio"] = {"value": 0.4321, "low": 0.4, "high": 0.5}
    rows = Reader(report(document)).rows("measurements")
    assert rows[2]["ratio to native"] == 0.4321
    later = [row for row in rows[3:] if row["algorithm"] == "knomial:k=4"]
    assert [round(row["ratio to native"], 2) for row in later] == [0.5] * 7 + [2.0] * 10
    assert all(row["ratio to native"] is None for row in rows if row["algorithm"] == "native")


def test_intervals_of_paired_rounds_are_order_statistics():
    assert measured.paired([3.0, 1.0, 2.0]) == (2.0, 1.0, 3.0)
    assert measured.paired([float(i) for i in range(100)]) == (49.5, 40.0, 59.0)
    assert measured.paired([]) is None


def test_winners_change_at_the_border_and_the_map_says_so(report):
    html = report(made.crossing(border=1024))
    found = winners.of_measured(measured.places(inputs("bench", made.crossing(border=1024))))
    spans = [(s.low, s.high, s.algorithm, s.note) for s in found[0].columns[0].spans]
    assert spans == [(8, 1449, "knomial:k=4", "0.50 x native"), (1449, (1 << 20) + 1, "native", "")]
    assert "0.50 x native" in Reader(html).text


def test_what_moved_wrong_data_is_told_and_never_wins(report):
    document = made.crossing()
    for row in document["results"]:
        row["verified"] = row["variant"] != "knomial:k=4"
    reader = Reader(report(document))
    assert {row["data"] for row in reader.rows("measurements") if row["algorithm"] == "knomial:k=4"} == {"WRONG"}
    found = winners.of_measured(measured.places(inputs("bench", document)))
    assert [s.algorithm for s in found[0].columns[0].spans] == ["native"]
    assert re.search(r"18\s*with wrong data", reader.text)


def test_a_table_is_shown_by_its_rules(report):
    html = report(made.table())
    text = Reader(html).text
    assert "knomial:k=4" in text and "4 ranks a node" in text and "confidence 75%, 40 calls" in text
    assert "AMD <EPYC>" in text and "0 – 1.41K" in text and "from 1.42K" in text


def test_a_journal_of_tune_is_read_line_by_line(run, tmp_path):
    lines = [json.dumps(line, separators=(",", ":")) for line in made.samples(made.crossing(), made.crossing())]
    path = tmp_path / "t.samples.jsonl"
    path.write_text("\n".join(lines) + '\n{"collective":"bcast","ra')  # cut short by a kill
    assert run("report", path, "-o", tmp_path / "r.html")[0] == 0
    reader = Reader((tmp_path / "r.html").read_text())
    assert {row["from"] for row in reader.rows("measurements")} == {f"{path}:2", f"{path}:3"}
    assert "hocket-samples-1, 2 jobs" in reader.text


@pytest.fixture
def journal(run, tmp_path):
    """A report of a journal of hocket tune --native with these lines."""

    def make(*lines, **asked):
        path, (heading, *none) = tmp_path / "native.samples.jsonl", made.samples()
        heading["asked"] |= asked
        texts = [json.dumps(line, separators=(",", ":")) + "\n" for line in [heading, *none, *lines]]
        path.write_text("".join(texts))
        status, _, err = run("report", path, "-o", tmp_path / "r.html")
        return Reader((tmp_path / "r.html").read_text()) if status == 0 else err

    return make


def test_what_was_forced_has_its_times_and_not_the_library(journal, tmp_path):
    times = {"pipeline": 5.0, "native": 10.0, "binomial:segsize=8192": 20.0}
    first, later = made.forced("bcast", 0, times), made.forced("bcast", 1, times)
    begun = made.forced("bcast", 2, {"pipeline": 1.0})  # the library as it is has not had its turn
    reader = journal(*first[:2], *made.forced("scan", 0, {"native": 7.0}), first[2], *later, *begun)
    rows = [row for row in reader.rows("measurements") if row["collective"] == "bcast, native algorithms"]
    assert {(row["algorithm"], row["time_us"]) for row in rows} == {*times.items(), ("native'", 10.0)}
    assert {row["ratio to native"] for row in rows if row["algorithm"] == "pipeline"} == {0.5}
    path = tmp_path / "native.samples.jsonl"
    assert {row["from"] for row in rows} == {f"{path}, turn 0", f"{path}, turn 1"}
    assert "hocket-samples-1, 7 jobs" in reader.text and "0.50 x native" in reader.text
    assert "bcast, scan, with 4 ranks" in reader.text


def test_a_setting_of_the_library_is_none_of_its_algorithms(journal):
    lines = made.forced("bcast", 0, {"native": 10.0, "pipeline": 5.0, "tcp": 1.0})
    reader = journal(*lines, variants={"tcp": {"OMPI_MCA_btl": "self,tcp"}})
    assert {row["algorithm"] for row in reader.rows("measurements")} == {"native", "native'", "pipeline"}


def test_no_algorithm_of_a_library_is_drawn_as_hocket_s(journal):
    reader = journal(*made.forced("bcast", 0, {"native": 10.0, "chain": 2.0}))
    assert "chain" in reader.text and "Schedules of the chosen" not in reader.text


def test_a_turn_needs_the_library_as_it_is(journal):
    err = journal(*made.forced("bcast", 0, {"chain": 2.0}))
    assert "holds no turn with the library as it is" in err


def test_a_launch_says_its_turn(journal):
    (line,) = made.forced("bcast", 0, {"native": 10.0})
    del line["turn"]
    assert ".jsonl:2 does not fit hocket-samples-1: lacks turn" in journal(line)


@pytest.mark.parametrize("name", ["aurora", "efa-100g", "gigabit", "shared-memory", "standard"])
def test_a_machine_model_with_its_residuals(report, name):
    document = json.loads((MACHINES / f"{name}.json").read_text())
    text = Reader(report(document)).text
    assert name in text and "network: latency" in text
    for point in [*document.get("fitted", []), *document.get("held_out", [])]:
        assert point["what"] in text


def test_the_worst_residual_is_that_of_the_file(report):
    assert "missed by a factor of 1.52 at most" in report(json.loads((MACHINES / "aurora.json").read_text()))


def test_guidelines_are_violated_only_beyond_doubt(report):
    reader = Reader(report(made.guidelines()))
    rows = reader.rows("guidelines")
    assert [row["verdict"] for row in rows] == ["violated", "no difference seen", "kept"]
    assert [row["native / mock"] for row in rows] == [1.95, 1.05, 0.8]
    assert [row["collective"] for row in rows] == ["allgather", "allreduce", "Iscan + Wait"]
    assert "1 of 3 are violated" in reader.text


def test_the_machine_is_described_with_what_changed_from_job_to_job(report):
    crowded = {"UCX_TLS": "sm", "MPIR_CVAR_CH4_PROGRESS_THROTTLE": "1"}
    later = made.described(load=1.5, environment=crowded, date="2026-01-02T04:04:05+00:00")
    jobs = [made.crossing() | {"machine": made.described()}, made.crossing("allreduce", 8) | {"machine": later}]
    facts = Reader(report(made.together(*jobs))).facts()
    assert facts["processor"] == "AMD EPYC 7763, 64 cores, 2 of them usable, 1 NUMA node"
    assert (facts["caches"], facts["memory"]) == ("L1 data 32K, L3 32768K", "16.4 GB")
    assert (facts["governor"], facts["load"]) == ("performance", "0.25 to 1.5 before each job")
    assert facts["measured"] == "2026-01-02T03:04:05+00:00 to 2026-01-02T04:04:05+00:00, by Hocket 0.9"
    assert " ".join(facts["settings"].split()) == "MPIR_CVAR_CH4_PROGRESS_THROTTLE=1 in some jobs UCX_TLS=sm"
    assert facts["ranks"] == "4, 8"


def test_machines_that_differ_are_two_and_one_that_is_not_described_has_no_facts():
    other = made.described(governor="powersave")
    jobs = [made.crossing() | {"machine": one} for one in (made.described(), other, made.described(load=3))]
    found = sites.sites(inputs("bench", *jobs, made.crossing()) + inputs("guidelines", made.guidelines()))
    assert [(len(site.jobs), len(site.facts)) for site in found] == [(2, 7), (1, 7), (2, 0)]


def test_the_page_needs_nothing_else(report):
    html = report(made.crossing(), made.table(), json.loads((MACHINES / "aurora.json").read_text()))
    reader = Reader(html)
    assert not re.search(r"https?://(?!www\.w3\.org/)", html)
    assert not any(tag == "link" for tag, _ in reader.found)
    for tag, attributes in reader.found:
        assert attributes.get("src", "data:").startswith("data:")
        assert attributes.get("href", "#").startswith("#")
        assert not any(name.startswith("on") for name in attributes), (tag, attributes)


def test_text_of_documents_never_becomes_markup(report):
    evil = made.measurement("bcast", 4, [made.row(v, n, 9.0) for n in (8, 64, 512) for v in ("native", EVIL)])
    evil["library"], evil["hosts"] = EVIL, [EVIL]
    evil["machine"] = made.described(cpu=EVIL, governor=EVIL, environment={EVIL: EVIL}, caches={EVIL: EVIL})
    table = made.table()
    table["provenance"], table["rules"][0]["algorithm"] = {EVIL: EVIL}, EVIL
    machine = json.loads((MACHINES / "aurora.json").read_text())
    machine["name"] = machine["held_out"][0]["what"] = machine["source"]["rendezvous_us"] = EVIL
    guidelines = made.guidelines()
    guidelines["guidelines"][0]["mock"] = guidelines["library"] = EVIL
    call = made.call("bcast", [8, 16], 10, 1e6, algorithms={EVIL: 10})
    profile = made.profile([call], program=EVIL, library=EVIL)
    profile["communicators"][0]["layout"] = EVIL
    html = report(evil, table, machine, guidelines, profile)
    reader = Reader(html)
    assert not any(tag == "img" and attributes.get("src") == "x" for tag, attributes in reader.found)
    assert html.count("</script>") == len(reader.data) + 1  # those of the data and the script of the page
    assert reader.rows("measurements")[1]["algorithm"] == EVIL
    assert EVIL in reader.text.replace("\u200b", "")


@pytest.mark.parametrize(
    "value, digits, text",
    [
        (0.125, 2, "0.13"),
        (2.5, 0, "3"),
        (1.005, 2, "1.00"),
        (-0.5, 0, "−1"),
        (1e21, 2, "1e+21"),
        (0, 2, "0.00"),
    ],
)
def test_numbers_round_as_the_script_rounds(value, digits, text):
    assert tables.fixed(value, digits) == text


@pytest.mark.parametrize(
    "low, high, texts",
    [(1.02, 1.19, "1.05 1.1 1.15"), (21, 49, "25 30 35 40 45"), (0.61, 0.69, "0.62 0.64 0.66 0.68")],
)
def test_an_axis_is_never_bare(low, high, texts):
    """Times that differ by less than a factor of two had no number beside them."""
    assert [f"{tick:g}" for tick in ticks.even(math.log(low), math.log(high))] == texts.split()
    results = [made.row(name, size, us) for size in (8, 64) for name, us in (("native", low), ("ring", high))]
    (figure,) = figures.figures(measured.places(inputs("bench", made.measurement("bcast", 4, results))))
    for title, plot in figure.plots:
        scale = plot.partition("</svg>")[0]
        assert 2 <= scale.count('class="tick"') < 10, title


def test_only_the_first_rows_are_elements(report):
    reader = Reader(report(made.many(3000)))
    rows = [tag for tag, _ in reader.found].count("tr")
    assert reader.table("measurements")["rows"] >= 3000 and rows < 1500
    assert "The first 100 of" in reader.text


def test_variants_of_the_library_keep_their_names():
    document = made.crossing()
    for variant in document["variants"]:
        if variant["name"] == "knomial:k=4":
            variant |= {"name": "tuned", "spec": "native", "environment": {"X": "1"}}
    document["results"] = [
        row | {"variant": row["variant"].replace("knomial:k=4", "tuned")} for row in document["results"]
    ]
    found = winners.of_measured(measured.places(inputs("bench", document)))
    assert [s.algorithm for s in found[0].columns[0].spans] == ["tuned", "native"]


def test_pictures_of_what_was_chosen(built):
    found = page.render(inputs("bench", made.crossing()))
    assert "data:image/svg+xml;base64," in found and "bcast, knomial:k=4, 4 ranks" in found


def test_pictures_of_another_form_are_those_of_the_collective():
    found = winners.of_measured(measured.places(inputs("bench", made.crossing() | {"form": "persistent"})))
    assert [(name, span.algorithm) for name, span in pictures.chosen(found)] == [("bcast", "knomial:k=4")]


def test_a_picture_that_cannot_be_made_says_why(report):
    document = made.measurement(
        "bcast", 4, [made.row(v, n, t) for n in (8, 64) for v, t in (("native", 9), ("nonesuch", 4))]
    )
    assert "There is no picture:" in Reader(report(document)).text


def test_documents_of_the_tests_fit_their_schemas(valid):
    valid("bench", made.many(200))
    valid("bench", made.crossing() | {"machine": made.described()})
    valid("table", made.table())
    valid("guidelines", made.guidelines())
    valid("profile", made.profile([made.call("bcast", [8, 16], 10, 1e6), made.call("gatherv", None, 10, 1e6)]))
    for line in [*made.samples(made.crossing()), *made.forced("bcast", 0, {"native": 1.0})]:
        valid("samples", line)
    assert sorted(load.READ) == list(load.READ)
