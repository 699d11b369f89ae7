# SPDX-License-Identifier: BSD-3-Clause
"""The report: one HTML file that needs nothing else."""

from datetime import datetime, timezone
from importlib.resources import files

from jinja2 import Environment

from hocket import __version__
from hocket.demo.outcome import Outcome
from hocket.demo.plot import plot
from hocket.demo.run import Plan
from hocket.mpi import cores


def render(found: list[Outcome], plan: Plan, place: dict[str, str]) -> str:
    source = files("hocket.demo").joinpath("page.html").read_text()
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    libraries = []
    for name in dict.fromkeys(o.subject.library.name for o in found):
        part = [o for o in found if o.subject.library.name == name]
        libraries.append({"name": f"{name} {part[0].subject.library.version}", "outcomes": part, "plot": plot(part)})
    runs = [run for outcome in found for run in outcome.runs]
    return environment.from_string(source).render(
        libraries=libraries,
        plan=plan,
        place=place,
        crowded=plan.ranks > cores(),
        runs=len(runs),
        repetitions=len(found[0].runs),
        good=sum(outcome.identical for outcome in found),
        cases=len(found),
        failed=[run for run in runs if run.failure],
        version=__version__,
        date=datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
    )
