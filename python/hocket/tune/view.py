# SPDX-License-Identifier: BSD-3-Clause
"""What was found, in a few lines for each place."""

from rich.table import Table

from hocket import output
from hocket.sizes import show as size
from hocket.tune.campaign import Campaign
from hocket.tune.rules import ANY, gain, rules


def show(campaign: Campaign) -> None:
    table = Table(header_style="bold", pad_edge=False)
    for title in ("collective", "ranks", "bytes", "algorithm"):
        table.add_column(title, overflow="fold")
    table.add_column("confidence", justify="right")
    table.add_column("time / native", justify="right")
    for place in campaign.measured():
        documents = campaign.documents(place)
        for i, rule in enumerate(rules(place, documents, campaign.counts(place.collective))):
            first = [place.collective, str(place.ranks)] if i == 0 else ["", ""]
            last = f"{gain(documents):.2f}" if i == 0 else ""
            table.add_row(*first, extent(rule), rule["algorithm"], f"{rule['confidence']:.0%}", last)
    output.show(table)


def extent(rule: dict) -> str:
    low, high = rule.get("bytes", (0, ANY))
    if (low, high) == (0, ANY):
        return "all"
    return f"from {size(low)}" if high == ANY else f"to {size(high - 1)}"
