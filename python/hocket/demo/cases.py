# SPDX-License-Identifier: BSD-3-Clause
"""What is compared."""

from dataclasses import dataclass, field

# Each library's ring for every size. MPICH needs both: its device layer would choose by itself otherwise.
RING = {
    "mpich": {
        "MPIR_CVAR_BCAST_INTRA_ALGORITHM": "scatter_ring_allgather",
        "MPIR_CVAR_BCAST_DEVICE_COLLECTIVE": "0",
        "MPIR_CVAR_COLLECTIVE_FALLBACK": "error",
    },
    "openmpi": {"OMPI_MCA_coll_tuned_use_dynamic_rules": "1", "OMPI_MCA_coll_tuned_bcast_algorithm": "9"},
}

FORCED = ("knomial:k=4", "circulant", "then(scatter=knomial,allgather=recursive-doubling)")
LEVELS = "levels(across=knomial,inside=knomial:k=4)"
NODES = "4x2"


@dataclass(frozen=True)
class Case:
    title: str
    kind: str  # native, bad or hocket
    settings: dict[str, str] = field(default_factory=dict, hash=False)

    @property
    def under_hocket(self) -> bool:
        return self.kind == "hocket"


def cases(family: str) -> list[Case]:
    return [
        Case("native", "native"),
        Case("native, ring forced", "bad", RING[family]),
        Case("Hocket, auto", "hocket"),
        *[Case(f"Hocket, {spec}", "hocket", {"HOCKET_BCAST": spec}) for spec in FORCED],
        Case(f"Hocket, auto, as {NODES} nodes", "hocket", {"HOCKET_NODES": NODES}),
        Case(f"Hocket, {LEVELS}, as {NODES} nodes", "hocket", {"HOCKET_BCAST": LEVELS, "HOCKET_NODES": NODES}),
    ]
