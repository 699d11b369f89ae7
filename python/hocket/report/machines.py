# SPDX-License-Identifier: BSD-3-Clause
"""Machine models with what they miss, and where tables come from."""

from dataclasses import dataclass

from hocket.pages import rulers, words
from hocket.pages.marks import legend
from hocket.pages.rulers import Mark
from hocket.report.load import Input
from hocket.simulate import machine_file
from hocket.simulate.machine_file import MachineFile, Point

UNITS = {"us": "µs", "GBps": "GB/s", "us_per_MB": "µs/MB"}
SKIP = ("schema", "name", "levels", "fitted", "held_out", "source")
POINTS, LETTERS = 40, 38  # of a picture; of the name of a point


@dataclass(frozen=True)
class Model:
    about: MachineFile
    numbers: list[tuple[str, str, str]]  # field, value, source
    picture: str
    worst: float | None  # the largest error of a held out time, as a factor


def models(inputs: list[Input]) -> list[Model]:
    return [model(one.document) for one in inputs if one.kind == "machine"]


def model(document: dict) -> Model:
    about = machine_file.of(document["name"], document)
    factors = [max(1 + p.error, 1 / (1 + p.error)) for p in about.held_out if p.error is not None and p.error > -1]
    sources = dict(about.source)
    found = [(name, text, sources.get(field, "")) for field, name, text in numbers(document)]
    return Model(about, found, picture(about), max(factors, default=None))


def numbers(document: dict) -> list[tuple[str, str, str]]:
    """Field as `source` names it, words for it, value."""
    found = []
    for level in document["levels"]:
        inner = {key: value for key, value in level.items() if key != "name"}
        found += flat(inner, f"levels.{level['name']}.", f"{level['name']}: ")
    return found + flat({key: value for key, value in document.items() if key not in SKIP}, "", "")


def flat(content: dict, path: str, before: str, inherited: str = "") -> list[tuple[str, str, str]]:
    found = []
    for key, value in content.items():
        name, unit = with_unit(key)
        unit = unit or inherited
        if isinstance(value, dict):
            found += flat(value, f"{path}{key}.", f"{before}{name}: ", unit)
            continue
        if isinstance(value, list):
            text = ", ".join(f"{x:g} B: {y:g} {unit}" for x, y in value)
        else:
            text = f"{value:g} {unit}" if isinstance(value, (int, float)) else str(value)
        found.append((path + key, before + name, text.strip()))
    return found


def with_unit(key: str) -> tuple[str, str]:
    for ending, unit in sorted(UNITS.items(), key=lambda item: -len(item[0])):
        if key.endswith(f"_{ending}"):
            return key.removesuffix(f"_{ending}").replace("_", " "), unit
    return key.replace("_", " "), "bytes" if key in ("eager_limit", "buffer") else ""


def picture(about: MachineFile) -> str:
    """Published and simulated on one axis."""
    known = [(p, role) for role, points in roles(about) for p in points if p.published_us and p.simulated_us]
    if not known:
        return ""
    rows = [rulers.Row(f"{short(p.what)}, {words.percent(p.error)}", marks(p, role)) for p, role in known[:POINTS]]
    entries = [("ink", "diamond", "published"), ("c1", "square", "simulated, fitted")]
    entries.append(("c0", "ring", "simulated, held out"))
    return rulers.plot(rows, f"Published and simulated times under {about.name}") + legend(entries)


def short(text: str) -> str:
    """For narrow screens; the list below the picture has all of it."""
    return text if len(text) <= LETTERS else text[: LETTERS - 1] + "…"


def roles(about: MachineFile) -> list[tuple[str, tuple[Point, ...]]]:
    return [("held out", about.held_out), ("fitted", about.fitted)]


def marks(p: Point, role: str) -> list[Mark]:
    look = ("square", "c1") if role == "fitted" else ("ring", "c0")
    published = Mark(p.published_us, "diamond", "ink", f"published: {words.time(p.published_us)}")
    return [published, Mark(p.simulated_us, *look, f"simulated: {words.time(p.simulated_us)}")]


def provenances(inputs: list[Input]) -> list[tuple[str, dict[str, str]]]:
    """What tables say of where they come from; of merged ones, each part."""
    found = []
    for one in inputs:
        about = one.document.get("provenance", {}) if one.kind == "table" else {}
        for part in about.get("parts", [about]) if about else []:
            if isinstance(part, dict):
                plain = {k: str(v) for k, v in part.items() if not isinstance(v, (dict, list))}
                found.append((one.path.name, plain))
    return found
