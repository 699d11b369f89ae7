# SPDX-License-Identifier: BSD-3-Clause
"""Writes the pages, and the numbers beside them."""

import json
import shutil
from pathlib import Path

from hocket.gallery import aurora, aurora_view, datasets, efa, efa_view, gigabit, gigabit_view
from hocket.gallery.records import FOLDER, SPECS
from hocket.pages.render import fill
from hocket.simulate.question import Question

AURORA = "bcast_aurora"


def write(folder: Path, documents: list[dict], blocks: efa.Simulated, exchanges: list[gigabit.Reproduced]) -> Path:
    """The index of all pages; documents, blocks, exchanges: what simulate_all of aurora, efa and gigabit made."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = [broadcasts(folder, documents), gathers(folder, blocks), alltoalls(folder, exchanges)]
    for found in datasets.all_of_them():
        save(folder, found.name, fill("gallery/dataset.html", set=found, data=found.name))
        entry = {"name": found.name, "title": found.title, "about": found.about}
        entries.append(entry | {"reproduced": False, "state": "published numbers only"})
    index = folder / "index.html"
    index.write_text(fill("gallery/index.html", entries=entries), encoding="utf-8")
    return index


def broadcasts(folder: Path, documents: list[dict]) -> dict:
    values = aurora_view.values(aurora.reproduced(documents), documents)
    words = command(aurora.question(tuple(SPECS.values()), aurora.SEEDS))
    save(folder, AURORA, fill("gallery/bcast_aurora.html", data=AURORA, command=words, **values))
    (folder / f"{AURORA}.json").write_text(json.dumps(documents, indent=1) + "\n")
    place = values["place"]
    return {
        "name": AURORA,
        "title": f"Broadcasts on {place['nodes']} x {place['ppn']} ranks",
        "about": "The job in which the library’s ring took 545 s and its best algorithm 1.5 s.",
        "reproduced": True,
        "state": f"reproduced: {values['reproduced']} of {values['published']} rows",
    }


def gathers(folder: Path, blocks: efa.Simulated) -> dict:
    question = efa.Place("scatterv", 16, "by_slot").question("8K")
    page = fill(f"gallery/{efa.NAME}.html", data=efa.NAME, command=command(question), **efa_view.values(blocks))
    save(folder, efa.NAME, page)
    (folder / f"{efa.NAME}.json").write_text(json.dumps(efa.documents(blocks), indent=1) + "\n")
    return {
        "name": efa.NAME,
        "title": f"gatherv and scatterv on {efa.PPN}-rank nodes",
        "about": "Leaders of nodes win 40-fold at 8 KB and lose at large blocks; the hybrid decides for each pair.",
        "reproduced": True,
        "state": f"reproduced: {len(efa.PLACES)} places, all sizes",
    }


def alltoalls(folder: Path, found: list[gigabit.Reproduced]) -> dict:
    question, values = (
        gigabit.PLACES[0].question(gigabit.LARGE, tuple(gigabit.SPECS.values())),
        gigabit_view.values(found),
    )
    save(
        folder,
        gigabit.NAME,
        fill(f"gallery/{gigabit.NAME}.html", data=gigabit.NAME, command=command(question), **values),
    )
    (folder / f"{gigabit.NAME}.json").write_text(json.dumps(gigabit.documents(found), indent=1) + "\n")
    return {
        "name": gigabit.NAME,
        "title": "Alltoall on 22 nodes with gigabit Ethernet",
        "about": "A timetable keeps each interface at one flow each way; as published, it reaches half of the wire.",
        "reproduced": True,
        "state": f"reproduced: {len(gigabit.PLACES)} places, all sizes",
    }


def command(question: Question) -> str:
    return " ".join(["hocket", *(f"'{word}'" if "(" in word else word for word in question.words())])


def save(folder: Path, name: str, page: str) -> None:
    (folder / f"{name}.html").write_text(page, encoding="utf-8")
    shutil.copyfile(FOLDER / f"{name}.csv", folder / f"{name}.csv")
