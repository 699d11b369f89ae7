# SPDX-License-Identifier: BSD-3-Clause
"""Where the compiled programs, the libraries and the data files of this Hocket are."""

import shutil
from pathlib import Path

from hocket.stop import missing

PACKAGE = Path(__file__).resolve().parent


def checkout() -> Path | None:
    """The root of the sources, where the package runs from them."""
    root = PACKAGE.parents[1]
    return root if (root / "CMakeLists.txt").is_file() and (root / "src").is_dir() else None


def homes() -> list[Path]:
    """Folders that may hold bin/ and lib/: inside a wheel, builds of a checkout, or above us in an installation."""
    root = checkout()
    if root:
        return [root / "build" / preset for preset in ("release", "debug", "asan")]
    return [PACKAGE / "native", *PACKAGE.parents]


def program(name: str) -> Path:
    for home in homes():
        if (home / "bin" / name).is_file():
            return home / "bin" / name
    found = shutil.which(name)
    if found:
        return Path(found)
    raise missing(f"the program {name}", "make build" if checkout() else "make prefix PREFIX=DIR, from the sources")


def libraries() -> dict[str, Path | None]:
    """The preloaded libraries by their names: the door, and one for each MPI ABI."""
    names = ["libhocket.so", "libhocket-mpich.so", "libhocket-ompi.so", "libhocket-abi.so"]
    found = {name: [home / "lib" / name for home in homes() if (home / "lib" / name).is_file()] for name in names}
    return {name: paths[0] if paths else None for name, paths in found.items()}


def schema(name: str) -> Path:
    """The JSON Schema of the documents hocket-<name>-1."""
    root = checkout()
    folders = [root / "schemas"] if root else [home / "share/hocket/schemas" for home in homes()]
    for folder in folders:
        if (folder / f"{name}.json").is_file():
            return folder / f"{name}.json"
    raise missing(f"the schema {name}.json", "make prefix PREFIX=DIR, from the sources")


def default_prefixes() -> list[Path]:
    """MPI prefixes that the sources bring along."""
    root = checkout()
    return [p for p in (root / ".deps/mpich", root / ".deps/openmpi") if p.is_dir()] if root else []


def native_rules(family: str) -> Path:
    """Our description of what an MPI library runs by itself: mpich or ompi."""
    root, name = checkout(), f"native-rules/{family}.json"
    places = [root / "data"] if root else [home / "share" / "hocket" for home in homes()]
    for place in places:
        if (place / name).is_file():
            return place / name
    raise missing(name, "an installation of this version, or its sources")
