# SPDX-License-Identifier: BSD-3-Clause
"""The tuning table, with where it comes from."""

import datetime
import json
import platform
from collections.abc import Callable
from pathlib import Path
from statistics import median

from hocket import __version__, whole
from hocket.documents import parse
from hocket.stop import Stop
from hocket.tune.campaign import Campaign
from hocket.tune.rules import rules


def table(campaign: Campaign) -> dict:
    found = [
        rule
        for place in campaign.measured()
        for rule in rules(place, campaign.documents(place), campaign.counts(place.collective))
    ]
    return {"schema": "hocket-table-1", "provenance": provenance(campaign), "rules": found}


def save(file: Path, table: dict, judge: Callable[[Path], object] | None = None) -> None:
    """Never one without rules in the place of one that has some."""
    if not table["rules"] and (there := rules_in(file)):
        raise Stop(f"no rule was found, so {file}, which has {there}, stays as it is")
    whole.write(file, text(table), judge)


def rules_in(file: Path) -> int:
    try:
        found = parse(file.read_text(encoding="utf-8")) if file.is_file() else {}
    except (OSError, ValueError):
        return 0  # no table
    rules = found.get("rules") if isinstance(found, dict) else None
    return len(rules) if isinstance(rules, list) else 0


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
        "seconds": round(campaign.journal.spent(campaign.measured()), 1),
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
