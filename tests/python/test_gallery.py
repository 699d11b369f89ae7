# SPDX-License-Identifier: BSD-3-Clause
"""The gallery and the simulated part of the main job's page, from small data: nothing unknown may look known."""

import json
import re
import subprocess
import sys

import exchanges
import gathers
import pytest
import simulated
from hocket import find, standalone
from hocket.demo import scale, scale_view
from hocket.demo.scale import Scale
from hocket.gallery import aurora, datasets, efa, efa_view, gigabit, pages, records
from hocket.pages import loglog, rulers, words
from hocket.pages.loglog import Axes, Point, Series
from hocket.pages.render import fill
from hocket.pages.rulers import Mark, Row
from hocket.simulate import machine_file
from hocket.simulate.machine_file import MachineFile
from hocket.simulate.machine_file import Point as Known


@pytest.fixture
def folder(tmp_path):
    pages.write(tmp_path, simulated.published_pair(), gathers.all_places(), exchanges.all_places())
    return tmp_path


def test_every_page_is_there_with_its_numbers(folder):
    index = (folder / "index.html").read_text()
    for name in ("bcast_aurora", "gatherv_scatterv_efa", "alltoall_gigabit_timetable", "gpu_reduce_a100"):
        assert f'href="{name}.html"' in index
        assert (folder / f"{name}.html").is_file()
        assert len((folder / f"{name}.csv").read_text().splitlines()) > 10
    assert json.loads((folder / "bcast_aurora.json").read_text())


def test_pages_need_nothing_else(folder):
    for file in folder.glob("*.html"):
        text = file.read_text()
        assert "http" not in text and "<script" not in text and "src=" not in text, file


def test_what_is_not_reproduced_says_so(folder):
    assert "Published numbers only." in (folder / "gpu_reduce_a100.html").read_text()
    assert (folder / "index.html").read_text().count("published numbers only") == 1


def test_published_beside_reproduced(folder):
    page = (folder / "bcast_aurora.html").read_text()
    assert "5 of 8" in page
    assert "FULL_RING=1" in page
    assert "372 x" in page  # published: 545 s / 1.47 s
    assert "5.14 x" in page  # simulated: 7200 / 1400
    assert "no model" in page
    assert "−51%" in page  # 1400 us against 2.86 ms


def test_the_noisy_ring_where_it_was_run(tmp_path):
    pages.write(tmp_path, simulated.published_pair(full_ring=True), gathers.all_places(), exchanges.all_places())
    page = (tmp_path / "bcast_aurora.html").read_text()
    assert "180 x" in page  # 9e5 / 5000
    assert "FULL_RING=1" not in page


def test_inversions_are_named(folder):
    found = aurora.reproduced(simulated.published_pair())
    pairs = aurora.inversions(found)
    assert pairs == [("tree", "binomial"), ("tree", "pipelined_tree"), ("binomial", "pipelined_tree")]
    assert "binomial before pipelined tree" in (folder / "bcast_aurora.html").read_text()


def test_fitted_points_are_marked(monkeypatch, tmp_path):
    points = {
        "fitted": (Known("bcast: binomial", 4937.6, 4600.0, "flow_GBps"),),
        "held_out": (Known("tree", 3.0, 2.0),),
    }
    monkeypatch.setattr(machine_file, "read", lambda name: MachineFile(name, **points))
    pages.write(tmp_path, simulated.published_pair(), gathers.all_places(), exchanges.all_places())
    page = (tmp_path / "bcast_aurora.html").read_text()
    assert "binomial (fitted)" in page and "tree (held out)" in page
    assert "pipelined tree (f" not in page and "pipelined tree (h" not in page
    assert "fitted: flow_GBps" in page


def test_the_published_job():
    found = records.broadcasts()
    assert [b.algorithm for b in found][:2] == ["scatter_recursive_doubling_allgather", "tree"]
    assert found[0].us == pytest.approx(1.46615e6 / 512)
    assert set(records.SPECS) <= {b.algorithm for b in found}


@pytest.mark.parametrize("spec", [*records.SPECS.values(), *scale.OTHERS.values()])
def test_names_of_algorithms_are_as_they_are_printed(run, built, spec):
    place = ["--nodes", "4", "--ppn", "3", "--bytes", "1M", "--json"]
    (row,) = json.loads(run("simulate", "bcast", "--algorithm", spec, *place)[1])["results"]
    assert row["algorithm"].startswith(spec.split(":")[0])
    assert "=auto" in spec or row["algorithm"] == spec


@pytest.mark.parametrize("one", datasets.all_of_them(), ids=lambda one: one.name)
def test_every_published_number_is_drawn(one):
    rows = records.read(one.name)
    marks = sum(chart.plot.count("<title>") for chart in one.charts)
    assert marks == 2 * len(rows)  # average and last rank


def test_gathers_published_beside_simulated(folder):
    page = (folder / "gatherv_scatterv_efa.html").read_text()
    assert len(json.loads((folder / "gatherv_scatterv_efa.json").read_text())) == 2 * (2 * 52 + 1)
    assert "<b>0.50 x</b>hybrid / the better" in page
    assert "<b>1.25 x</b>hybrid with ranks by node" in page
    assert page.count("<b>2.00 x</b>the better of the two / hybrid") == 2
    assert ">41.8 x<" in page and ">1.50 x<" in page  # 25563 / 612 as published; 3 n / 2 n
    rows = records.read("gatherv_scatterv_efa")
    assert page.count(", published, ") == len(rows)  # every one is a point with a tip


def test_alltoalls_published_beside_simulated(folder):
    page = (folder / "alltoall_gigabit_timetable.html").read_text()
    assert page.count("<b>1.05 x</b>") == 2  # the choice over the bound, at even and at odd ranks
    rows = records.read("alltoall_gigabit_timetable")
    assert page.count("timetable, published, ") == len(rows)
    assert page.count("naive, published in words: about 180 MiB/s") == 1
    assert page.count(">auto</text>") == 0 and "<small>auto</small>" in page
    known = {(row["nodes"], row["ppn"], row["bytes"], row["name"]) for row in beside(folder)}
    assert len(known) == len(gigabit.SPECS) * (2 * len(gigabit.SIZES) + 2 * len(gigabit.ODD_SIZES))


def beside(folder):
    return json.loads((folder / "alltoall_gigabit_timetable.json").read_text())


def test_the_published_rate_of_a_node():
    """Each row of the table says its own: per process, in MiB/s."""
    for row in records.read(gigabit.NAME):
        place = gigabit.Place(22, int(row["procs_per_node"]))
        size = int(row["bytes"])
        theirs = float(row["rate_per_node_MBps"]) * place.ppn
        assert place.rate(size, place.published()[size]) == pytest.approx(theirs, rel=0.01)


def test_factors_of_the_alltoall_page():
    few, many = (exchanges.reproduced(place, gigabit.SIZES) for place in gigabit.PLACES)
    assert few.over_bound() == pytest.approx(1.05)
    # The published one takes 6.01 s for 16M blocks, half of the wire; 1.05 x the bound is 3.15 s.
    assert few.over_published() == pytest.approx(1.909, abs=0.001)
    assert gigabit.least_kept(few, many) == pytest.approx(87 / 84, rel=0.01)  # what stays inside counts too


def test_a_row_may_have_parameters_that_the_model_decided():
    rows = [simulated.row(name, 1.0) for name in ("timetable:window=2", "timetables", "node-timetable:flows=4")]
    document = simulated.document(rows)
    assert gigabit.row_of(document, "timetable")["algorithm"] == "timetable:window=2"
    assert gigabit.row_of(document, "node-timetable")["algorithm"] == "node-timetable:flows=4"


def test_points_of_the_machine_are_those_of_the_published_table():
    about, known = machine_file.read("efa-100g"), {}
    for row in records.read("gatherv_scatterv_efa"):
        place = efa.Place(row["collective"], int(row["nodes"]), row["rank_order"])
        known[efa_view.key(place, row["algorithm"], int(row["bytes"]))] = float(row["max_us"])
    points = [*about.fitted, *about.held_out]
    assert len(points) > 30
    assert [point.what for point in points if known.get(point.what) != point.published_us] == []


@pytest.fixture
def wide():
    sizes = [scale.size_of(simulated.of_size(bytes)) for bytes in (1024, records.BYTES, 4 << 20)]
    return Scale(sizes, sizes[1])


def test_the_simulated_part(wide):
    section = scale_view.section(wide)
    html = fill("demo/scale.html", scale=section)
    assert section["lost"] == "1.00"
    assert "<b>simulated</b>" in html
    assert html.count("automatic choice (") == len(wide.sizes)
    ring = next(line for line in section["lines"] if line.name == "scatter ring allgather")
    assert ring.simulated.startswith("> ") and ring.published == "545 s"
    assert section["lines"][-1] is ring and section["lines"][0].chosen
    assert "given up" in html


def test_a_worse_choice_is_not_hidden(wide):
    document = simulated.of_size(1024) | {"auto": "knomial"}
    section = scale_view.section(Scale([scale.size_of(document), *wide.sizes[1:]], wide.program))
    assert section["lost"] == "3.83"  # 4600 / 1200


def test_a_choice_of_another_name_has_a_line():
    document = simulated.of_size(records.BYTES)
    document["results"].append(simulated.row("flat", 100.0))
    one = scale.size_of(document | {"auto": "flat", "best": "flat"})
    section = scale_view.section(Scale([one], one))
    assert section["lines"][0].name == "the automatic choice" and section["lines"][0].spec == "flat"


def places(html, name):
    return [float(value) for value in re.findall(rf'<svg x="[\d.]+%" {name}="([\d.]+)"', html)]


def test_greater_values_are_higher_on_logarithmic_axes():
    points = [Point(1, 10), Point(10, 1000), Point(100, 100000)]
    html = loglog.plot(Axes([1, 10, 100], "", "", series=[Series("a<b", "c0", points)]))
    low, middle, high = places(html, "y")
    assert low > middle > high
    assert low - middle == pytest.approx(middle - high, abs=0.2)
    assert "a&lt;b" in html and "a<b" not in html


def test_one_point_is_a_plot():
    assert places(loglog.plot(Axes([5], "", "", series=[Series("a", "c0", [Point(5, 5)])])), "y")
    assert "<svg" in rulers.plot([Row("a", [Mark(3.0, "dot", "c0", "")])], "")


@pytest.mark.parametrize(
    "us, text", [(0.5, "0.500 µs"), (1.0, "1.00 µs"), (999.9, "1.00 ms"), (1400, "1.40 ms"), (1.065e6, "1.06 s")]
)
def test_times_in_words(us, text):
    assert words.time(us) == text


def test_light_ones_run_to_their_end_and_every_part_has_the_choice():
    for bytes in scale.SIZES:
        light, heavy = scale.questions(bytes, 1)
        assert light.full and not heavy.full
        assert light.algorithms[-1] == heavy.algorithms[-1] == "auto"
        asked = {*light.algorithms, *heavy.algorithms}
        assert asked == {*scale.ALGORITHMS.values(), "auto"}


def test_merged_documents_keep_each_row_once_and_the_best_of_all():
    first = simulated.document([simulated.row("a", 2.0), simulated.row("b", 5.0)])
    second = simulated.document([simulated.row("a", 9.0, abandoned=True), simulated.row("c", 1.0)])
    whole = scale.merged([first, second])
    assert {row["algorithm"]: row["time_us"] for row in whole["results"]} == {"a": 2.0, "b": 5.0, "c": 1.0}
    assert (whole["auto"], whole["best"]) == ("a", "c")


@pytest.mark.parametrize("program", ["hocket.gallery", "hocket.demo"])
def test_wrong_options_of_the_programs(program):
    environment = {"PYTHONPATH": str(find.PACKAGE.parent), "PATH": ""}
    words = [sys.executable, "-m", program, "--bogus"]
    ended = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert "--bogus" in ended.stderr


def test_the_gallery_needs_the_tool(monkeypatch, capfd, tmp_path):
    monkeypatch.setattr(find, "homes", lambda: [tmp_path])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert standalone.run("gallery", lambda: find.program("hocket-tool"), []) == 3
    assert "gallery: " in capfd.readouterr().err


def test_a_spec_may_be_cut_after_commas_and_parentheses():
    assert str(words.spec("a(b=c,d=<e>)")) == "a(<wbr>b=c,<wbr>d=&lt;e&gt;)"


def test_nothing_is_escaped_twice(folder):
    assert not any("&lt;wbr" in file.read_text() or "&amp;lt;" in file.read_text() for file in folder.glob("*.html"))
