# SPDX-License-Identifier: BSD-3-Clause
"""An experiment as data: a TOML file that says what is measured on which lab."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from hocket import sizes
from hocket.bench.plan import WITH_COUNTS
from hocket.lab import network, shaping
from hocket.lab.floor import FACTORS
from hocket.lab.state import Links
from hocket.stop import missing, wrong_usage

Kind = TypeVar("Kind")
WORDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list of texts", dict: "a table of texts"}


@dataclass(frozen=True)
class Place:
    """The table [lab] of the file."""

    hosts: int
    ranks: int  # on each host
    rate: str
    queue: str
    rto_min: str = "200ms"
    cc: str = "cubic"
    mpi: str = "mpich"
    calm: bool = True

    def links(self) -> Links:
        return shaping.parse_links(self.rate, self.queue, self.rto_min, self.cc)


@dataclass(frozen=True)
class Experiment:
    title: str
    collective: str
    sizes: list
    algorithms: list
    lab: dict
    environment: dict = field(default_factory=dict)
    counts: str = "equal"  # how blocks that may differ do, as hocket-bench --counts has it
    launches: int = 15
    iterations: int = 5
    warmup: int = 1
    rounds: int = 1
    seed: int = 1
    timeout: int = 60

    def place(self) -> Place:
        return fill(Place, self.lab, "lab.")

    def irregular(self) -> bool:
        return self.counts != "equal"

    def bytes(self) -> list[int]:
        return [sizes.parse(text) for text in self.sizes]


@dataclass(frozen=True)
class Instead:
    """What a command line says instead of the file; None: nothing."""

    launches: int | None = None
    sizes: list[str] | None = None
    hosts: int | None = None
    rate: str | None = None
    queue: str | None = None

    def of(self, content: dict[str, Any]) -> dict[str, Any]:
        lab = {name: getattr(self, name) for name in ("hosts", "rate", "queue")}
        own = {"launches": self.launches, "sizes": self.sizes}
        changed = content | {name: value for name, value in own.items() if value is not None}
        said = {name: value for name, value in lab.items() if value is not None}
        return changed | ({"lab": changed["lab"] | said} if said and isinstance(changed.get("lab"), dict) else {})


AS_WRITTEN = Instead()


def read(file: Path, instead: Instead = AS_WRITTEN) -> Experiment:
    with named(file):
        return judge(fill(Experiment, instead.of(load(file))))


@contextmanager
def named(file: Path) -> Iterator[None]:
    """A slip in a file is told with the file's name."""
    try:
        yield
    except ValueError as problem:
        raise wrong_usage(f"{file}: {problem}") from problem


def load(file: Path) -> dict[str, Any]:
    try:
        import tomllib
    except ImportError as old:
        raise missing("tomllib of Python", "Python 3.11 or later") from old
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise wrong_usage(f"{file} cannot be read: {problem.strerror}") from problem
    except ValueError as problem:
        raise wrong_usage(f"{file} is not TOML: {problem}") from problem


def fill(kind: type[Kind], table: dict[str, Any], above: str = "") -> Kind:
    known = {f.name: f for f in fields(kind)}
    for name, value in table.items():
        if name not in known:
            raise ValueError(f"unknown key '{above}{name}'; valid: {', '.join(known)}")
        wanted = known[name].type
        inner = list(value.values()) if wanted is dict and isinstance(value, dict) else value
        texts = wanted is list or name == "environment"
        if type(value) is not wanted or (texts and not all(isinstance(item, str) for item in inner)):
            raise ValueError(f"{above}{name} must be {WORDS[wanted]}, not {value!r}")
    for name, f in known.items():
        if name not in table and f.default is MISSING and f.default_factory is MISSING:
            raise ValueError(f"the key '{above}{name}' is missing")
    return kind(**table)


def judge(e: Experiment) -> Experiment:
    place = e.place()
    within("launches", e.launches, 1, 10_000)
    within("iterations", e.iterations, 1, 10_000)
    within("rounds", e.rounds, 1, 10_000)
    within("warmup", e.warmup, 0, 10_000)
    within("seed", e.seed, 0, 2**31)
    within("timeout", e.timeout, 1, 3600)
    within("lab.hosts", place.hosts, 2, network.MOST)
    within("lab.ranks", place.ranks, 1, 128)
    for name, items in (("sizes", e.sizes), ("algorithms", e.algorithms)):
        if not items or len(set(items)) < len(items):
            raise ValueError(f"{name} must name at least one, and each once")
    for spec in e.algorithms:
        if sizes.split_specs(spec) != [spec]:
            raise ValueError(f"algorithms: '{spec}' is not one algorithm; write each as a text of its own")
    if e.collective not in FACTORS:
        raise ValueError(f"collective '{e.collective}' has no known floor; valid: {', '.join(FACTORS)}")
    if e.irregular() and e.collective not in WITH_COUNTS:
        raise ValueError(
            f"counts: the blocks of {e.collective} are equal; those of {', '.join(WITH_COUNTS)} may differ"
        )
    for name in e.environment:
        if not name.replace("_", "").isalnum() or name == f"HOCKET_{e.collective.upper()}":
            raise ValueError(f"environment.{name} cannot be set here; what is compared stands in algorithms")
    if 0 in e.bytes():
        raise ValueError("sizes: 0 bytes take no time at any rate")
    place.links()
    return e


def within(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {value}")
