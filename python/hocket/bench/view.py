# SPDX-License-Identifier: BSD-3-Clause
"""The columns of the OSU micro-benchmarks, a ratio beside each time."""

from hocket.bench.plan import BY_BLOCK, NEIGHBORS, NEIGHBORS_WITH_COUNTS, WAIT, WITH_COUNTS

WIDTH, RATIO = 14, 22
RATIO_OF = "{} compares neighbors in time, or whole launches: not quite the quotient of the medians beside it"
FULL = {
    "Avg Lat(us)": "avg_us",
    "Min Lat(us)": "min_us",
    "Max Lat(us)": "max_us",
    "Iterations": "samples",
    "Root(us)": "root_us",
    "Slowest(us)": "time_us",
    "low 95 %": "low_us",
    "high 95 %": "high_us",
}
SIZES = dict.fromkeys((*BY_BLOCK, *NEIGHBORS), "a block")
SIZES |= dict.fromkeys((*WITH_COUNTS, *NEIGHBORS_WITH_COUNTS), "the mean block")
SIZES |= {WAIT: "the longest wait in ns"}
OVERLAP = ("Overall(us)", "Overlap(%)")
PERCENTILES = (50, 90, 95, 99)
NAMES = "abcdefghijklmnopqrstuvwxyz"


def text_lines(document: dict, full: bool, tails: bool) -> list[str]:
    return full_lines(document, tails) if full or tails else short_lines(document)


def heading(document: dict) -> list[str]:
    d = document
    late = f", {d['late_starts']} late" if d["late_starts"] else ""
    crowded = " (more ranks than cores: times show the scheduler too)" if d["ranks_on_node"] > d["cores"] else ""
    counts = f", {d['counts']['name']} blocks (seed {d['counts']['seed']})" if "counts" in d else ""
    return [
        f"# hocket bench {d['collective']}{counts}{special(d)}, {d['library'].partition(',')[0]}",
        f"# {d['ranks']} ranks on {len(d['hosts'])} host(s), {d['cores']} cores here{crowded}",
        f"# {d['iterations']} calls x {d['rounds']} rounds x {d['launches']} launch(es), start by {d['start']}{late}, "
        f"seed {d['seed']}; us, the slowest rank, median; size of {SIZES.get(d['collective'], 'the message')}",
    ]


def special(d: dict) -> str:
    """What is not as usual."""
    words = []
    if d.get("form", "blocking") != "blocking":
        words.append(d["form"])
    if "graph" in d:
        words.append(f"{d['graph']['name']} graph")
    if d.get("buffers") == "rotating":
        words.append("rotating buffers")
    if "memory" in d:
        words.append(f"memory of a device ({d['memory']['device']})")
    if "skew" in d:
        words.append(f"arrivals {d['skew']['name']}:{d['skew']['us']:g} us, from the last one")
    return "".join(f", {word}" for word in words)


def columns(document: dict) -> dict[str, str]:
    """Short names stay; long SPECs get a letter and a line in the legend."""
    short = {}
    for v in document["variants"]:
        letter = f"({NAMES[len(short) % len(NAMES)]})"
        short[v["name"]] = v["name"] if len(v["name"]) < WIDTH - 2 else letter
    return short


def legend(document: dict, short: dict[str, str]) -> list[str]:
    lines = [f"# {short[name]} = {name}" for name in short if short[name] != name]
    for v in document["variants"]:
        if v["environment"]:
            settings = " ".join(f"{name}={value}" for name, value in v["environment"].items())
            lines.append(f"# {short[v['name']]}: native with {settings}")
    return lines


def ratio_text(ratio: dict | None, significant: bool = False) -> str:
    """1.02 [0.98,1.10], with a star where the interval is on one side of 1; of a hundred and more without decimals."""
    if not ratio:
        return ""
    star = "*" if significant else ""
    value, low, high = (f"{ratio[key]:.{2 if ratio[key] < 100 else 0}f}" for key in ("value", "low", "high"))
    return f"{value} [{low},{high}]{star}"


def cell(row: dict) -> str:
    """Lined up whether there is a star or not."""
    text = ratio_text(row.get("ratio"), row.get("significant", False))
    return text if text.endswith("*") else f"{text} "


def short_lines(document: dict) -> list[str]:
    short = columns(document)
    title = f"{'# Size':<10}" + f"{'native':>{WIDTH}}"
    title += "".join(f"{name:>{WIDTH}}{'/ native':>{RATIO}}" for key, name in short.items() if key != "native")
    lines = [*heading(document), *legend(document, short), title]
    by_size: dict[int, dict[str, dict]] = {}
    for row in document["results"]:
        by_size.setdefault(row["bytes"], {})[row["variant"]] = row
    for size, rows in by_size.items():
        line = f"{size:<10}" + f"{rows['native']['time_us']:>{WIDTH}.2f}"
        for name in short:
            if name != "native":
                row = rows[name]
                line += f"{row['time_us']:>{WIDTH}.2f}{cell(row):>{RATIO}}"
        lines.append(line)
    return [*lines, *closing(document)]


def full_lines(document: dict, tails: bool = False) -> list[str]:
    short = columns(document)
    heads = [*FULL, *(f"P{p}" for p in PERCENTILES if tails), *(OVERLAP if "overlap" in document["results"][0] else ())]
    lines = [*heading(document), *legend(document, short)]
    lines.append(f"{'# Size':<10}{'variant':>{WIDTH}}" + "".join(f"{t:>13}" for t in heads) + f"{'/ native':>{RATIO}}")
    for row in document["results"]:
        values = [row[key] for key in FULL.values()]
        values += [row["percentiles_us"][f"p{p}"] for p in PERCENTILES if tails]
        values += [row["overlap"][key] for key in ("total_us", "percent") if "overlap" in row]
        cells = "".join(f"{v:>13.2f}" if isinstance(v, float) else f"{v:>13}" for v in values)
        lines.append(f"{row['bytes']:<10}{short[row['variant']]:>{WIDTH}}{cells}{cell(row):>{RATIO}}")
    return [*lines, *closing(document)]


def closing(document: dict) -> list[str]:
    lines = [f"# {RATIO_OF.format('/ native')}", "# *: significant, the 95 % interval is on one side of 1"]
    lines.append("# geometric mean of the ratios to native, 95 % interval (native' is native again: the noise)")
    lines += [f"# {line['variant']}: {ratio_text(line['ratio'])}" for line in document["summary"]]
    wrong = [row for row in document["results"] if not row["verified"]]
    if wrong:
        lines.append(f"# WRONG DATA in {len(wrong)} of {len(document['results'])} measurements")
    return lines
