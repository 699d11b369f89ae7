# SPDX-License-Identifier: BSD-3-Clause
"""Where it was measured, and under what settings: what the documents say of the machine."""

import json
from collections import Counter
from dataclasses import dataclass, field

from hocket.report.load import Input
from hocket.report.measured import short_library

CHANGES = ("load", "environment", "date", "hocket", "mpi")  # from job to job; what else is said makes a machine


@dataclass
class Site:
    """A library on a machine."""

    library: str
    hosts: list[str]
    cores: int
    machine: dict | None  # of the first job; older documents do not say
    jobs: list[dict] = field(default_factory=list)

    @property
    def title(self) -> str:
        return f"{short_library(self.library)} on {self.hosts[0]}{' and others' if len(self.hosts) > 1 else ''}"

    @property
    def ranks(self) -> list[int]:
        return sorted({job["ranks"] for job in self.jobs})

    @property
    def crowded(self) -> bool:
        return any(job["ranks_on_node"] > job["cores"] for job in self.jobs)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Names and texts of the description."""
        if not self.machine:
            return []
        m, each = self.machine, [job["machine"] for job in self.jobs]
        caches = ", ".join(f"{name} {size}" for name, size in m["caches"].items())
        found = [("processor", self.processor()), ("caches", caches), ("memory", f"{m['memory_GB']:g} GB")]
        found += [("system", m["system"]), ("governor", m["governor"])]
        found += [("load", f"{between([f'{load:g}' for load in sorted(one['load'] for one in each)])} before each job")]
        dates = between(sorted(one["date"] for one in each))
        found += [("measured", f"{dates}, by Hocket {', '.join(sorted({one['hocket'] for one in each}))}")]
        return [(name, text) for name, text in found if text]

    def processor(self) -> str:
        m = self.machine
        usable = "" if m["usable_cores"] == m["cores"] else f", {m['usable_cores']} of them usable"
        nodes = f"{m['numa_nodes']} NUMA node{'' if m['numa_nodes'] == 1 else 's'}"
        where = "" if self.hosts == [m["host"]] else f"; on {m['host']}"
        return f"{m['cpu']}, {m['cores']} core{'' if m['cores'] == 1 else 's'}{usable}, {nodes}{where}"

    @property
    def settings(self) -> list[tuple[str, bool]]:
        """Variables of the environment with their values, and whether all jobs had them."""
        each = [job["machine"]["environment"] for job in self.jobs if self.machine]
        found = Counter(f"{name}={value}" for one in each for name, value in one.items())
        return [(text, many == len(each)) for text, many in sorted(found.items())]


def sites(inputs: list[Input]) -> list[Site]:
    """Each once: machines that differ in what lasts are two, though their hosts have the same names."""
    found: dict[tuple, Site] = {}
    for job in (one.document for one in inputs if one.kind in ("bench", "guidelines")):
        if not job.get("results", True):
            continue
        machine = job.get("machine")
        lasts = {key: value for key, value in (machine or {}).items() if key not in CHANGES}
        key = job["library"], tuple(job["hosts"]), job["cores"], json.dumps(lasts, sort_keys=True)
        found.setdefault(key, Site(job["library"], job["hosts"], job["cores"], machine)).jobs.append(job)
    return list(found.values())


def between(texts: list[str]) -> str:
    """The first and the last, where they differ."""
    return texts[0] if texts[0] == texts[-1] else f"{texts[0]} to {texts[-1]}"
