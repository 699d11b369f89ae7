# SPDX-License-Identifier: BSD-3-Clause
"""The native table, with where it comes from."""

import datetime
import math

from hocket import __version__
from hocket.natives.choice import DEFAULT, Choice
from hocket.tune import curves
from hocket.tune.document import noise, processor
from hocket.tune.native.campaign import NativeCampaign
from hocket.tune.native.library import OWN
from hocket.tune.native.turns import GENERIC, merged, proven
from hocket.tune.places import Place
from hocket.tune.rules import rules

SCHEMA = "hocket-native-table-1"


def table(campaign: NativeCampaign) -> dict:
    found = []
    measured = campaign.measured()
    for collective in dict.fromkeys(place.collective for place in measured):
        found += of_collective(campaign, [p for p in measured if p.collective == collective])
    return {"schema": SCHEMA, "provenance": provenance(campaign), "rules": found}


def of_collective(campaign: NativeCampaign, places: list[Place]) -> list[dict]:
    """MPICH's device, with its shared memory, is on or off for a collective as a whole: one of both for all places."""
    found = {place: campaign.documents(place) for place in places}
    one = bool(places) and campaign.forced.any_size(places[0].collective)
    if not any(GENERIC in campaign.pool(place) for place in places):
        return [row for p in places for row in rows(campaign, p, proven(found[p], OWN, one), DEFAULT)]
    off = {place: without_device(proven(found[place], GENERIC, one)) for place in places}
    gains = [gain(found[place], off[place]) for place in places]
    if sum(gains) < -curves.FAVOUR * len(gains):
        generic = Choice(GENERIC)
        return [row for place in places for row in rows(campaign, place, off[place], generic)]
    return [{**default_row(campaign, place), "algorithm": str(DEFAULT)} for place in places]


def without_device(documents: list[dict]) -> list[dict]:
    """What the tree itself names takes the part of the library's own."""
    found = []
    for document in documents:
        kept = [row for row in document["results"] if row["variant"] not in (OWN, f"{OWN}'")]
        kept = [row | {"variant": OWN if row["variant"] == GENERIC else row["variant"]} for row in kept]
        names = dict.fromkeys(row["variant"] for row in kept)
        if OWN in names:
            found.append({"variants": [{"name": name, "spec": name} for name in names], "results": kept})
    return found


def gain(whole: list[dict], off: list[dict]) -> float:
    """The mean over sizes of the logarithm of the best choice without the device over the library as it is."""
    if not off:
        return 0.0
    measured, chosen = curves.read(whole), curves.winners(curves.read(off))
    names = {size: GENERIC if name == OWN else name for size, name in chosen.items()}
    both = [(at[names[size]], at[OWN]) for size, at in measured.items() if size in names and names[size] in at]
    logs = [curves.middle(mine) - curves.middle(own) for mine, own in both]
    return sum(logs) / len(logs) if logs else 0.0


def default_row(campaign: NativeCampaign, place: Place) -> dict:
    found = rules(place, campaign.documents(place), campaign.counts(place.collective), one=True)[0]
    return {key: found[key] for key in ("collective", "nodes", "ppn")}


def rows(campaign: NativeCampaign, place: Place, documents: list[dict], own: Choice) -> list[dict]:
    """`own`: what the library does where no candidate is better."""
    choices = campaign.forced.candidates(place) | {OWN: own}
    one = campaign.forced.any_size(place.collective)
    found = rules(place, documents, campaign.counts(place.collective), one=one) if documents else []
    return [native(row, choices[row["algorithm"]], curves.read(campaign.documents(place))) for row in found]


def native(row: dict, chosen: Choice, measured: curves.Curves) -> dict:
    low, high = row.get("bytes", [0, 1 << 62])
    name = str(chosen) if chosen != DEFAULT else OWN
    both = [(at[name], at[OWN]) for size, at in measured.items() if low <= size < high and {name, OWN} <= at.keys()]
    found = {key: row[key] for key in row if key != "algorithm"} | {"algorithm": chosen.algorithm}
    if chosen.parameters:
        found["parameters"] = dict(chosen.parameters)
    if both:
        logs = [curves.middle(mine) - curves.middle(own) for mine, own in both]
        found["over_default"] = round(math.exp(sum(logs) / len(logs)), 3)
    return found


def provenance(campaign: NativeCampaign) -> dict:
    places = campaign.journal.places(campaign.places)
    lines = [line for place in places for line in campaign.chosen_from(place)]
    library = campaign.forced.library
    own = [merged([line]) for line in lines if line["variant"] == OWN]
    return {
        "library": library.family,
        "version": library.version,
        "machine": processor(),
        "mpi": lines[0]["document"]["library"],
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "by": f"hocket tune --native {__version__}",
        "samples": sum(row["samples"] for line in lines for row in line["document"]["results"]),
        "seconds": round(campaign.journal.spent(places), 1),
        "seed": campaign.seed,
        "cores": lines[0]["document"]["cores"],
        "noise": noise(own),
    }
