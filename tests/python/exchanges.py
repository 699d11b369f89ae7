# SPDX-License-Identifier: BSD-3-Clause
"""Simulated alltoalls that nobody ran: each takes its factor x the bound, which grows with the size."""

import simulated
from hocket.gallery import gigabit

FACTORS = {"naive": 3.0, "pairwise": 2.0, "timetable": 1.5, "node timetable": 1.1, "auto": 1.05}


def reproduced(place, sizes):
    rows = {}
    for size in sizes:
        bound = 30 + place.ppn * (place.ranks - place.ppn) * size / 117.5
        rows[size] = {
            name: simulated.row(
                f"{spec}:window=1" if name == "timetable" else spec, FACTORS[name] * bound, bound_us=bound
            )
            for name, spec in gigabit.SPECS.items()
        }
    return gigabit.Reproduced(place, rows)


def all_places():
    return [reproduced(place, gigabit.SIZES) for place in gigabit.PLACES] + [
        reproduced(place, gigabit.ODD_SIZES) for place in gigabit.ODD
    ]
