# SPDX-License-Identifier: BSD-3-Clause
"""Sizes of an experiment beside each other: rises of the time per byte, rates, and what is made of several results."""

import json
import xml.etree.ElementTree as xml

import pytest
from experiments import GOOD, LAB, toml
from hocket.commands import lab_bench
from hocket.lab import experiment, jumps, rates, result
from test_lab_result import MPICH

SVG = "{http://www.w3.org/2000/svg}"
# ms of a block of 1K, 4K and 16K: native collapses at 4K
TIMES = {"native": (20.0, 200.0, 400.0), "timetable": (20.0, 60.0, 240.0)}


def launched(launches=3):
    for number in range(launches):
        for algorithm, times in TIMES.items():
            for size, ms in zip((1024, 4096, 16384), times, strict=True):
                yield {
                    "round": number,
                    "bytes": size,
                    "algorithm": algorithm,
                    "seconds": 1.0,
                    "load": 0.5,
                    "switch_drops": 7 if ms == 200 else 0,
                    "host_drops": 0,
                    "retransmitted_segments": 0,
                    "timeouts": int(ms == 200),
                    "time_us": ms * 1000 + number,
                    "min_us": ms * 1000,
                    "max_us": ms * 1000 + number,
                    "verified": True,
                    "covers": [algorithm],
                }


def document(tmp_path, hosts=22):
    file = tmp_path / "alltoall.toml"
    names = {"collective": '"alltoall"', "sizes": '["1K", "4K", "16K"]', "algorithms": json.dumps([*TIMES])}
    file.write_text(toml(GOOD | names, LAB | {"hosts": str(hosts), "ranks": "1"}))
    return result.document(experiment.read(file), MPICH, result.here(), 1.2e6, list(launched()))


def row(found, algorithm, size):
    return next(r for r in found["summary"] if (r["algorithm"], r["bytes"]) == (algorithm, size))


def test_rows_say_how_they_compare(tmp_path, valid):
    found = valid("lab", document(tmp_path))
    assert [row(found, "native", n).get("rise") for n in (1024, 4096, 16384)] == [None, 2.5, 0.5]
    assert row(found, "timetable", 4096)["rise"] == pytest.approx(0.75, abs=0.001)
    assert row(found, "timetable", 4096)["over_native"]["value"] == pytest.approx(0.3, abs=0.001)
    assert "over_native" not in row(found, "native", 4096)
    assert row(found, "timetable", 16384)["rate_MBps"] == pytest.approx(21 * 16384 / 240_000, rel=1e-3)
    assert row(found, "native", 16384)["over_floor"] == pytest.approx(400 / (21 * 16.384 / 1.2), rel=1e-3)


def test_rates_are_a_line_for_each_algorithm_and_a_ring_at_each_rise(tmp_path):
    root = xml.fromstring(rates.draw([document(tmp_path)]))
    assert len([*root.iter(SVG + "polyline")]) == 2
    rings = [c for c in root.iter(SVG + "circle") if c.get("r") == "7"]
    assert len(rings) == 1
    dots = [c for c in root.iter(SVG + "circle") if c.get("r") == "3"]
    assert len(dots) == 6
    tips = [c.find(SVG + "title").text for c in dots]
    assert any("native, 4K: 200 ms, 2.50 x the time per byte" in tip and "7 drops" in tip for tip in tips)


def test_several_results_are_a_panel_each(tmp_path):
    made = rates.draw([document(tmp_path, hosts) for hosts in (4, 8, 12, 22)])
    heads = [text.text for text in xml.fromstring(made).iter(SVG + "text") if text.get("class") == "head"]
    assert [head.split(", ")[1] for head in heads] == ["4 x 1", "8 x 1", "12 x 1", "22 x 1"]


def test_one_size_is_a_picture_too(tmp_path):
    found = document(tmp_path)
    found["summary"] = [r for r in found["summary"] if r["bytes"] == 1024]
    assert "nan" not in rates.draw([found])


def test_jumps_name_where_and_how_far(tmp_path):
    head, _, native, timetable = jumps.markdown([document(tmp_path)]).splitlines()
    assert head.count("|") == native.count("|") == 9
    assert native == "| alltoall | native | 2.50 x | 1K: 20.0 ms | 4K: 200 ms | 7 | 3 of 3 | 4K (2.5 x) |"
    assert timetable.endswith("| 0 | 0 of 3 | none |")


def test_the_commands_read_results(run, tmp_path):
    file = tmp_path / "a.json"
    file.write_text(json.dumps(document(tmp_path)))
    status, out, err = run("lab", "jumps", file, file)
    assert (status, err) == (0, "") and out.count("| alltoall | native |") == 2
    assert run("lab", "rates", file, "-o", tmp_path / "r.svg")[0] == 0
    assert xml.parse(tmp_path / "r.svg").getroot().tag == SVG + "svg"


@pytest.mark.parametrize("text, named", [("", "not JSON"), ("{}", "no document"), (None, "cannot be read")])
def test_what_is_no_result_is_refused(run, tmp_path, text, named):
    file = tmp_path / "wrong.json"
    if text is not None:
        file.write_text(text)
    for command in ("rates", "jumps"):
        status, out, err = run("lab", command, file)
        assert (status, out) == (2, "")
        assert str(file) in err.replace("\n", "") and named in err


def test_the_table_shows_how_rows_compare(tmp_path, capfd):
    lab_bench.show(document(tmp_path))
    out = capfd.readouterr().out
    assert "/native" in out and "rise" in out and "2.50" in out
