# SPDX-License-Identifier: BSD-3-Clause
"""The tuning table, with where it comes from."""

import datetime
import json
import platform
from pathlib import Path
from statistics import median

from hocket import __version__
from hocket.tune.campaign import Campaign
from hocket.tune.rules import rules


def table(campaign: Campaign) -> dict:
    measured = {place: campaign.documents(place) for place in campaign.places}
    found = [
        rule
        for place, documents in measured.items()
        if documents
        for rule in rules(place, documents, campaign.counts(place.collective))
    ]
    return {"schema": "hocket-table-1", "provenance": provenance(campaign), "rules": found}


def text(table: dict) -> str:
    """As JSON, a rule a line."""
    heading = {key: value for key, value in table.items() if key != "rules"}
    rules = ",\n".join("  " + json.dumps(rule) for rule in table["rules"])
    return json.dumps(heading)[:-1] + ',\n "rules": [\n' + rules + "\n ]\n}\n"


def provenance(campaign: Campaign) -> dict:
    lines = campaign.journal.lines
    documents = [line["document"] for line in lines]
    rows = [row for document in documents for row in document["results"]]
    return {
        "machine": processor(),
        "mpi": documents[0]["library"] if documents else f"{campaign.library.name} {campaign.library.version}",
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "by": f"hocket tune {__version__}",
        "samples": sum(row["samples"] for row in rows),
        "seconds": round(campaign.journal.spent, 1),
        "seed": campaign.seed,
        "cores": documents[0]["cores"] if documents else 0,
        "noise": noise(documents),
    }


def noise(documents: list[dict]) -> float:
    """The median over sizes of how far two measurements of the same native collective lie apart, as a ratio."""
    apart = []
    for document in documents:
        times = {(row["bytes"], row["variant"]): row["rounds_us"][0] for row in document["results"]}
        for (size, variant), again in times.items():
            if variant == "native'":
                ratio = median(again) / median(times[size, "native"][: len(again)])
                apart.append(max(ratio, 1 / ratio))
    return round(median(apart), 3) if apart else 1.0


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
