# SPDX-License-Identifier: BSD-3-Clause
"""hocket tune --native"""

from pathlib import Path

from rich.markup import escape
from rich.table import Table

from hocket import output, sizes
from hocket.bench.view import ratio_text
from hocket.stop import Stop, wrong_usage
from hocket.tune.document import save
from hocket.tune.journal import journal_at
from hocket.tune.native import document, settings
from hocket.tune.native.campaign import NativeCampaign
from hocket.tune.native.library import Forced
from hocket.tune.places import Place
from hocket.tune.progress import following, tell_kept
from hocket.tune.view import extent


def tune(
    forced: Forced,
    places: list[Place],
    budget: float,
    limits: tuple[int, int] | None,
    message: str | None,
    file: Path,
    restart: bool,
    seed: int,
    progress: bool,
) -> None:
    """Measures, and writes whatever there is at the end, however it comes."""
    library = forced.library
    forced.check_names(places)
    alone = dict.fromkeys(p.collective for p in places if not forced.candidates(p))
    places = [place for place in places if place.collective not in alone]
    why = f"{library.name} {library.version} has nothing to choose from for {', '.join(alone)}"
    if not places:
        raise wrong_usage(why)
    if alone:
        output.progress(why, True)
    asked = {"mpi": f"{library.name} {library.version}", "sizes": message, "machine": "native", "seed": seed}
    asked["variants"] = forced.settings
    with journal_at(file, asked, restart) as journal:
        campaign = NativeCampaign(forced, places, journal, budget, limits, seed)
        tell_kept(journal, places)
        try:
            with following(campaign, progress) as tell:
                campaign.run(tell)
        finally:
            finish(campaign, file)
    if campaign.failed:
        raise Stop("\n".join(f"{place}: {name} was left out: {why}" for (place, name), why in campaign.failed.items()))


def finish(campaign: NativeCampaign, file: Path) -> None:
    if not campaign.measured():
        return
    table = document.table(campaign)
    save(file, table)
    output.progress(f"{file}: {len(table['rules'])} rules; hocket export makes a library's file of it", True)
    show(table)
    if campaign.forced.settings:
        show_settings(settings.beside(campaign))
    if left := campaign.launches_left():
        output.progress(f"about {left} launches are left: the same command with a larger --budget goes on", True)


def show(table: dict) -> None:
    view = Table(header_style="bold", pad_edge=False)
    for title in ("collective", "ranks", "bytes", "algorithm"):
        view.add_column(title, overflow="fold")
    for title in ("confidence", "time / default"):
        view.add_column(title, justify="right")
    for rule in table["rules"]:
        low, high = rule["ppn"]
        ranks = str(low) if high == low + 1 else f"{low} to {high - 1}"
        name = ":".join([rule["algorithm"], *(f"{k}={v}" for k, v in rule.get("parameters", {}).items())])
        trust = f"{rule['confidence']:.0%}" if "confidence" in rule else ""
        view.add_row(rule["collective"], ranks, extent(rule), name, trust, f"{rule.get('over_default', '')}")
    output.show(view)


def show_settings(found: list[settings.Beside]) -> None:
    """In no table: how a library is started is not for a file of its algorithms."""
    view = Table(header_style="bold", pad_edge=False)
    for title in ("setting", "collective", "ranks", "bytes"):
        view.add_column(title, overflow="fold")
    view.add_column("time / default", justify="right")
    for one in found:
        size = "all" if one.size is None else sizes.show(one.size)
        ratio = ratio_text(one.ratio.as_dict()) if one.ratio else "launched once"
        view.add_row(escape(one.name), one.place.collective, str(one.place.ranks), size, ratio)
    output.show(view)
