# SPDX-License-Identifier: BSD-3-Clause
"""The report: one HTML file that needs nothing else."""

from hocket.demo import scale_view
from hocket.demo.outcome import Outcome
from hocket.demo.plot import plot
from hocket.demo.run import Plan
from hocket.demo.scale import Scale
from hocket.mpi import cores
from hocket.pages.render import fill


def render(found: list[Outcome], plan: Plan, place: dict[str, str], scale: Scale | None = None) -> str:
    """scale: what was simulated at scale; the page leaves that part out without any."""
    libraries = []
    for name in dict.fromkeys(o.subject.library.name for o in found):
        part = [o for o in found if o.subject.library.name == name]
        libraries.append({"name": f"{name} {part[0].subject.library.version}", "outcomes": part, "plot": plot(part)})
    runs = [run for outcome in found for run in outcome.runs]
    return fill(
        "demo/page.html",
        libraries=libraries,
        plan=plan,
        place=place,
        crowded=plan.ranks > cores(),
        runs=len(runs),
        repetitions=len(found[0].runs),
        good=sum(outcome.identical for outcome in found),
        cases=len(found),
        failed=[run for run in runs if run.failure],
        scale=scale_view.section(scale) if scale else None,
    )
