# SPDX-License-Identifier: BSD-3-Clause
from dataclasses import asdict, dataclass

# ok: works. hint: works, but could be better. off: cannot work here, Hocket goes without. missing: a part of Hocket or
# an MPI is not there. broken: it is there and does not do what it should.
STATES = ("ok", "hint", "off", "missing", "broken")


@dataclass(frozen=True)
class Finding:
    area: str
    name: str
    state: str
    detail: str
    advice: str = ""

    def as_dict(self) -> dict:
        return asdict(self)
