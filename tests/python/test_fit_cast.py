# SPDX-License-Identifier: BSD-3-Clause
"""The multicast of a fitted machine: what was measured is found again, and what was not is left out and says why."""

import json

import fit_documents
import pytest
from hocket.fit.document import Machine
from hocket.fit.level import Level
from hocket.fit.measured import Measured

NODE = Level(0.1, 1e-4, ((0, 0.5), (64 << 20, 2640)), 1.5, 8191)
FABRIC = Level(20, 8e-3, ((0, 3),), 60, 65536)


def plain():
    return fit_documents.document({"node": fit_documents.Known(NODE), "network": fit_documents.Known(FABRIC)})


def fitted(valid, content):
    return valid("machine", Machine(Measured(valid("fit", content)), "m").document())


@pytest.mark.parametrize("rate, send, read, lost", [(0.114, 2.0, 1.5, 0.0), (5.0, 0.8, 1.1, 1e-3), (0.006, 8, 9, 0.03)])
def test_what_is_known_is_found(valid, rate, send, read, lost):
    document = fitted(valid, fit_documents.with_cast(plain(), rate, send, read, lost))
    found = document["multicast"]
    assert found["GBps"] == pytest.approx(rate, rel=0.03)
    assert found["packet_us"] == pytest.approx(max(send, read), rel=0.11)
    assert found["loss_probability"] == pytest.approx(lost, rel=0.6)
    assert {f"multicast.{key}" for key in found} <= document["source"].keys()


def test_rounds_in_which_nothing_came_do_not_count(valid):
    content = fit_documents.with_cast(plain(), 0.114, 2.0, 1.5, 0.0)
    row = content["measured"][-1]
    for column in ("us", "send_us", "read_us"):
        row[column] = [0.0, 0.0, *row[column]]
    found = fitted(valid, content)["multicast"]
    assert found["GBps"] == pytest.approx(0.114, rel=0.03) and found["packet_us"] == pytest.approx(2, rel=0.11)


def test_programs_take_it(run, valid, tmp_path, built):
    file = tmp_path / "m.json"
    file.write_text(json.dumps(fitted(valid, fit_documents.with_cast(plain(), 0.114, 2.0, 1.5, 0.0))))
    words = ["--machine", file, "--nodes", "64", "--ppn", "1", "--bytes", "64K", "--algorithm", "multicast", "--json"]
    status, out, err = run("simulate", "bcast", *words)
    assert status == 0, err
    (result,) = json.loads(out)["results"]
    assert result["algorithm"] == "multicast" and 65536 / 0.114e3 < result["time_us"] < 1.3 * 65536 / 0.114e3


def without_multicast():
    lossy = fit_documents.with_cast(plain(), 0.1, 1, 1, 0.1)
    silent = fit_documents.with_cast(plain(), 0.1, 1, 1, 1.0)
    silent["measured"][-1]["us"] = [0.0] * fit_documents.ROUNDS
    asked = plain() | {
        "multicast": {"asked": True, "works": False, "mistake": "packets by eth0 do not come to all nodes"}
    }
    unasked = plain() | {"multicast": {"asked": False, "works": False, "mistake": "HOCKET_MULTICAST is not set"}}
    return [
        (lossy, "10% of the packets got lost", True),
        (silent, "100% of the packets got lost", True),
        (asked, "packets by eth0 do not come to all nodes", True),
        (unasked, "HOCKET_MULTICAST is not set", False),
        (plain(), "this hocket-fit measured none", False),
    ]


@pytest.mark.parametrize("content, why, is_told", without_multicast())
def test_what_was_not_measured_is_left_out(run, valid, tmp_path, built, content, why, is_told):
    (tmp_path / "printed").write_text(json.dumps(content))
    status, _, err = run("tune", "--machine-only", "--measured", tmp_path / "printed", "-o", tmp_path / "m.json")
    document = valid("machine", json.loads((tmp_path / "m.json").read_text()))
    assert status == 0 and "multicast" not in document
    source = document["source"]["multicast"]
    assert source.startswith("not measured: ") and source.endswith(why)
    assert ("no multicast was measured: " in " ".join(err.split())) == is_told
