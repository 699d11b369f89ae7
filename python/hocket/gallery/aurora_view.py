# SPDX-License-Identifier: BSD-3-Clause
"""The page of the published broadcasts: published beside simulated, on one axis and in a table."""

from hocket.gallery.aurora import MACHINE, REPEAT, SEEDS, Reproduced, inversions
from hocket.gallery.records import BYTES, NODES, PPN, RING, ROOTS, SPECS
from hocket.pages import rulers, words
from hocket.pages.marks import legend
from hocket.pages.rulers import Mark, Row
from hocket.simulate import machine_file
from hocket.simulate.machine_file import MachineFile
from hocket.simulate.rows import efficiency, row_of


def name_of(algorithm: str) -> str:
    return algorithm.replace("_", " ")


def values(found: list[Reproduced], documents: list[dict]) -> dict:
    """What the template needs."""
    about = machine_file.read(MACHINE)
    known = {one.published.algorithm: one for one in found if one.row}
    first = min(known.values(), key=lambda one: one.us)
    chosen = row_of(documents[0], documents[0]["auto"])
    return {
        "place": {"machine": MACHINE, "nodes": NODES, "ppn": PPN, "ranks": NODES * PPN, "bytes": BYTES, "roots": ROOTS},
        "repeat": REPEAT,
        "seeds": SEEDS,
        "about": about,
        "plot": plot(found, chosen, about),
        "lines": [line(one, about) for one in found],
        "chosen": chosen,
        "first": name_of(first.published.algorithm),
        "last": name_of(max(known.values(), key=lambda one: one.us).published.algorithm),
        "reproduced": len(known),
        "published": len(found),
        "inversions": [(name_of(a), name_of(b)) for a, b in inversions(found)],
        "ring": ring_factors(known),
    }


def ring_factors(known: dict[str, Reproduced]) -> dict:
    """The ring against the best: as published, without noise, and with noise where that was run."""
    ring, best = known[RING], min(known.values(), key=lambda one: one.us)
    quiet = [one.noisy_us for one in known.values() if one.noisy_us]
    noisy = words.digits(ring.noisy_us / min(quiet)) if ring.noisy_us else ""
    published = ring.published.us / min(one.published.us for one in known.values())
    return {"published": words.digits(published), "quiet": words.digits(ring.us / best.us), "noisy": noisy}


def role(one: Reproduced, about: MachineFile) -> str:
    return about.role(one.published.algorithm) if one.row else ""


def line(one: Reproduced, about: MachineFile) -> dict:
    """A row of the table; what is not known is empty."""
    shown = dict.fromkeys(("quiet", "error", "noisy", "noisy_error", "efficiency"), "") | {
        "name": name_of(one.published.algorithm),
        "spec": SPECS.get(one.published.algorithm, ""),
        "same": name_of(one.alias_of),
        "role": role(one, about),
        "published": words.time(one.published.us),
        "application": f"{one.published.application:g} s",
    }
    if one.row:
        shown |= {"quiet": words.time(one.us), "error": one.error, "efficiency": words.part(efficiency(one.row))}
    if one.noisy_us:
        shown |= {"noisy": words.time(one.noisy_us), "noisy_error": one.noisy_error}
    return shown


def plot(found: list[Reproduced], chosen: dict, about: MachineFile) -> str:
    rows = [Row(row_name(one, about), marks(one)) for one in found if not one.alias_of]
    tip = f"{chosen['algorithm']}: {words.time(chosen['time_us'])}"
    rows.append(Row("Hocket’s automatic choice", [Mark(chosen["time_us"], "ring", "c0", f"simulated, {tip}")]))
    label = "Time of one broadcast by algorithm, published and simulated"
    entries = [("ink", "diamond", "published"), ("c0", "ring", "simulated, without noise")]
    entries.append(("c1", "square", f"simulated, with noise (median of {SEEDS} seeds)"))
    return rulers.plot(rows, label) + legend(entries)


def row_name(one: Reproduced, about: MachineFile) -> str:
    known = role(one, about)
    return name_of(one.published.algorithm) + (f" ({known})" if known else "")


def marks(one: Reproduced) -> list[Mark]:
    """The last one lies on top: without noise and with little of it, times are nearly the same."""
    shown = [Mark(one.published.us, "diamond", "ink", f"published: {words.time(one.published.us)}")]
    if one.noisy_us:
        shown.append(Mark(one.noisy_us, "square", "c1", f"simulated with noise: {words.time(one.noisy_us)}"))
    if one.row:
        shown.append(Mark(one.us, "ring", "c0", f"simulated without noise: {words.time(one.us)}"))
    return shown
