# SPDX-License-Identifier: BSD-3-Clause
"""An algorithm of an MPI library, by the library's own name and parameters."""

from dataclasses import dataclass

Value = int | str


@dataclass(frozen=True)
class Choice:
    algorithm: str
    parameters: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        return ":".join([self.algorithm, *(f"{name}={value}" for name, value in self.parameters)])

    def get(self, name: str, otherwise: Value = 0) -> Value:
        return dict(self.parameters).get(name, otherwise)

    def number(self, name: str) -> int:
        """0 without it."""
        return int(self.get(name))


def choice(algorithm: str, **parameters: Value) -> Choice:
    """The same however the parameters are ordered."""
    return Choice(algorithm, tuple(sorted(parameters.items())))


DEFAULT = Choice("native")  # whatever the library would do by itself
GENERIC = Choice("generic")  # MPICH: what its tree of messages names, without its device's collectives
