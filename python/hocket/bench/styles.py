# SPDX-License-Identifier: BSD-3-Clause
"""Text that scripts for other benchmarks read: the OSU micro-benchmarks' and the Intel MPI Benchmarks' columns.

Both print one algorithm at a time, so each variant has a block of its own. Their average, least and greatest are over
the ranks: here each is the median of the calls.
"""

from collections.abc import Iterator

from hocket.bench.view import PERCENTILES

WIDTH = 18
OSU = {"Avg Latency(us)": "avg_us"}
OSU_FULL = OSU | {"Min Latency(us)": "fastest_us", "Max Latency(us)": "time_us", "Iterations": "samples"}
IMB = {"t_min[usec]": "fastest_us", "t_max[usec]": "time_us", "t_avg[usec]": "avg_us"}
RULE = "#" + "-" * 64


def osu(document: dict, full: bool, tails: bool) -> list[str]:
    lines = []
    for name, rows in by_variant(document):
        lines += ["", f"# {title(document)} Latency Test, {name}, hocket bench", "# Datatype: MPI_CHAR."]
        lines += table("# Size", rows, osu_columns(rows, full, tails))
    return lines


def osu_columns(rows: list[dict], full: bool, tails: bool) -> dict[str, list]:
    if "overlap" in rows[0]:
        found = {
            "Overall(us)": [row["overlap"]["total_us"] for row in rows],
            "Compute(us)": [row["overlap"]["computing_us"] for row in rows],
            "Pure Comm.(us)": [row["time_us"] for row in rows],
            "Overlap(%)": [row["overlap"]["percent"] for row in rows],
        }
    else:
        found = {head: [row[key] for row in rows] for head, key in (OSU_FULL if full else OSU).items()}
    if tails:
        found |= {f"P{p} Tail Lat(us)": [row["percentiles_us"][f"p{p}"] for row in rows] for p in PERCENTILES}
    return found


def imb(document: dict) -> list[str]:
    lines = []
    for name, rows in by_variant(document):
        lines += ["", RULE, f"# Benchmarking {title(document)}, {name}", f"# #processes = {document['ranks']}", RULE]
        columns = {"#repetitions": [row["samples"] for row in rows]}
        if "overlap" in rows[0]:
            columns |= {
                "t_ovrl[usec]": [row["overlap"]["total_us"] for row in rows],
                "t_pure[usec]": [row["time_us"] for row in rows],
                "t_CPU[usec]": [row["overlap"]["computing_us"] for row in rows],
                "overlap[%]": [row["overlap"]["percent"] for row in rows],
            }
        else:
            columns |= {head: [row[key] for row in rows] for head, key in IMB.items()}
        lines += table("#bytes", rows, columns)
    return lines


def title(document: dict) -> str:
    return document["collective"].capitalize()


def by_variant(document: dict) -> Iterator[tuple[str, list[dict]]]:
    for variant in document["variants"]:
        yield variant["name"], [row for row in document["results"] if row["variant"] == variant["name"]]


def table(first: str, rows: list[dict], columns: dict[str, list]) -> list[str]:
    lines = [f"{first:<10}" + "".join(f"{head:>{max(WIDTH, len(head) + 2)}}" for head in columns)]
    for i, row in enumerate(rows):
        cells = [(head, values[i]) for head, values in columns.items()]
        shown = [(head, f"{value:.2f}" if isinstance(value, float) else str(value)) for head, value in cells]
        lines.append(f"{row['bytes']:<10}" + "".join(f"{text:>{max(WIDTH, len(head) + 2)}}" for head, text in shown))
    return lines
