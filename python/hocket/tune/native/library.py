# SPDX-License-Identifier: BSD-3-Clause
"""What can be forced in an MPI library, by the text under which it is measured."""

from dataclasses import dataclass, field

from hocket.mpi import Mpi
from hocket.natives import mpich, ompi
from hocket.natives.choice import Choice
from hocket.stop import wrong_usage
from hocket.tune.places import Place

OWN = "native"  # the library as it is: always measured, and it stays where nothing is clearly better


@dataclass(frozen=True)
class Forced:
    library: Mpi
    commutative: bool = False  # Open MPI: also what is wrong for operators that do not commute
    settings: dict[str, dict[str, str]] = field(default_factory=dict, hash=False)  # measured beside, never chosen

    def __post_init__(self) -> None:
        version = self.library.version
        known = {"mpich": bool(mpich.edition(version)), "openmpi": ompi.number(version)[:1] in ((4,), (5,), (6,))}
        if not known.get(self.library.family):
            raise wrong_usage(
                f"--native: the algorithms of {self.library.name} {version} are not known; known are those of MPICH "
                f"{', '.join(mpich.VERSIONS)} and Open MPI 4.1, 5.0 and 6.0"
            )

    def candidates(self, place: Place) -> dict[str, Choice]:
        where = place.collective, self.library.version, place.ranks
        found = (
            mpich.candidates(*where) if self.library.family == "mpich" else ompi.candidates(*where, self.commutative)
        )
        return {str(one): one for one in found}

    def check_names(self, places: list[Place]) -> None:
        """A name tells one line of a journal from the other."""
        for place in places:
            for name in self.settings.keys() & self.candidates(place).keys():
                raise wrong_usage(
                    f"--variant '{name}': {self.library.name} has an algorithm of that name; take another"
                )

    def variables(self, place: Place, name: str) -> dict[str, str]:
        if name == OWN:
            return {}
        if name in self.settings:
            return self.settings[name]
        force = (mpich if self.library.family == "mpich" else ompi).force
        return force(place.collective, self.candidates(place)[name], self.library.version)

    def any_size(self, collective: str) -> bool:
        """Whether its rules cannot depend on sizes."""
        return collective in (mpich if self.library.family == "mpich" else ompi).ANY_SIZE
