# SPDX-License-Identifier: BSD-3-Clause
from hocket import sizes
from hocket.output import console
from hocket.profile.view import seconds, share


def show(program: dict) -> None:
    wall = program["wall_us"]
    console.print(f"\n[bold]The program[/bold] ran for {seconds(wall)}, in collectives for", end=" ")
    console.print(f"{seconds(program['collective_us'])} of a rank's time; the dearest without what ranks waited:")
    for number, one in enumerate(program["calls"], 1):
        show_call(number, one, wall)
    if not program["calls"]:
        console.print("none: nothing is to be gained from other algorithms")


def show_call(number: int, one: dict, wall: float) -> None:
    size = "" if one["collective"].endswith("barrier") else f" of {sizes.show(one['bytes'])} bytes"
    place = f"{one['ranks']} ranks" + (f" on {one['nodes']} nodes" if one["nodes"] > 1 else "")
    waited = "" if one["wait_share"] is None else f", {one['wait_share']:.0%} of it waiting for late ranks"
    head = f"{number}. {one['collective']}{size} among {place}, {one['calls']:.6g} times: {seconds(one['time_us'])}"
    say(f"{head}, {share(one['time_us'], wall)} of the run{waited}")
    for line in (*with_hocket(one), *without(one)):
        say(f"   {line}")


def with_hocket(one: dict) -> list[str]:
    if "ratio" not in one:
        return [one["why_not"]]
    ratio = one["ratio"]
    text = f"{ratio['value']:.2f} of the library's time [{ratio['low']:.2f}, {ratio['high']:.2f}], measured here"
    if ratio["high"] >= 1:
        return [f"with Hocket: {text}: no gain is shown"]
    return [f"with Hocket (hocket-run before the program): {text}; it saves about {seconds(one['saved_us'])} of a rank"]


def without(one: dict) -> list[str]:
    if "without" in one:
        words = " ".join(f"{name}={value}" for name, value in one["without"]["settings"].items())
        return [f"without Hocket: set {words} (predicted: {one['without']['factor']:.1f} times as fast)"]
    if "native" in one:
        return [f"without Hocket: it runs {one['native']}; no setting of the library's own is predicted to be faster"]
    return []


def say(text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
