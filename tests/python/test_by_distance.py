# SPDX-License-Identifier: BSD-3-Clause
"""How tools/by_distance.py parts the rounds of measurements by how far the processors were apart."""

import json
import sys

import pytest


@pytest.fixture(scope="module")
def by_distance(tool):
    return tool("by_distance.py")


def document(**rows: list[tuple[float, float]]) -> dict:
    """Rounds as pairs of when they began and how many microseconds they found; each takes 10 ms."""
    results = [
        {
            "variant": name,
            "bytes": 8,
            "rounds_us": [[us for _, us in of]],
            "rounds_at_s": [[[at, at + 0.01] for at, _ in of]],
        }
        for name, of in rows.items()
    ]
    parts = {"schema": "hocket-bench-1", "collective": "bcast", "ranks": 2, "library": "a library"}
    return parts | {"variants": [{"name": name, "spec": name} for name in rows], "results": results}


@pytest.fixture
def run(by_distance, tmp_path, monkeypatch):
    """What is written of these documents at 100 and 350 ns: 100 until the tenth second, then 350."""
    looks = tmp_path / "looks"
    looks.write_text("".join(f"{i / 50} {100 if i < 500 else 350}\n" for i in range(1000)) + "20.0")  # cut short

    def run(*documents: dict) -> dict[str, dict]:
        files = [tmp_path / f"{i}.json" for i in range(len(documents))]
        for path, one in zip(files, documents, strict=True):
            path.write_text(json.dumps(one))
        folder = tmp_path / "found"
        words = [
            "by_distance.py",
            "--looks",
            looks,
            "--at",
            "100",
            "--at",
            "350",
            "--rounds",
            "2",
            "-o",
            folder,
            *files,
        ]
        monkeypatch.setattr(sys, "argv", [str(word) for word in words])
        by_distance.main()
        return {path.stem: json.loads(path.read_text()) for path in folder.iterdir()}

    return run


def times(of: dict) -> dict[str, float]:
    return {row["variant"]: row["time_us"] for row in of["results"]}


def test_rounds_of_all_documents_count_where_they_belong(run):
    found = run(
        document(native=[(1, 5), (2, 7), (11, 40)], shm=[(3, 1), (4, 3), (12, 10)]),
        document(native=[(5, 6), (9.995, 1000), (13, 60)], shm=[(6, 2), (14, 30), (15, 20)]),
    )
    assert times(found["bcast-2-100"]) == {"native": 6, "shm": 2}
    assert times(found["bcast-2-350"]) == {"native": 50, "shm": 20}
    assert found["bcast-2-100"]["variants"][1] == {"name": "shm", "spec": "shm"}


def test_what_has_too_few_is_left_out_and_said(run, capsys):
    assert list(run(document(native=[(1, 5), (2, 5), (11, 5), (12, 5)], shm=[(1, 5), (2, 5), (11, 5)]))) == [
        "bcast-2-100"
    ]
    assert capsys.readouterr().err == "no bcast-2-350: 1 rounds of shm and 8 bytes\n"


def test_what_cannot_be_counted_together_is_refused(run):
    one = document(native=[(1, 5)])
    with pytest.raises(SystemExit, match="of several libraries: a library, another"):
        run(one, one | {"library": "another"})
    with pytest.raises(SystemExit, match="bcast and 2 ranks have other variants than one another"):
        run(one, one | {"variants": [{"name": "native", "spec": "native"}, {"name": "shm", "spec": "shm"}]})
    with pytest.raises(SystemExit, match="bcast and 2 ranks do not say when"):
        run(one | {"results": [{"variant": "native", "bytes": 8, "rounds_us": [[5.0]]}]})
