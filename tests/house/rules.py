"""The rules of the house as data, and the files they hold for."""

import re
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Which other rooms of src/ a room may include. Every room may include itself and base.
BASIS = {"async", "net", "shapes", "topology"}
ROOMS = {
    "base": set(),
    "async": set(),
    "shapes": set(),
    "machine": set(),
    "kernels": set(),
    "profile": set(),
    "device": set(),
    "topology": {"shapes"},
    "net": {"async"},
    "algorithms": {"async", "net", "shapes"},
    "levels": BASIS | {"algorithms"},
    "catalogue": BASIS | {"algorithms", "levels", "machine"},
    "choose": BASIS | {"algorithms", "levels", "machine", "catalogue"},
    "world": BASIS | {"algorithms", "levels", "machine", "catalogue", "transports"},
    "simulate": BASIS | {"algorithms", "levels", "machine", "catalogue"},
    "transports": {"async", "net", "kernels", "topology"},
    "drive": BASIS | {"algorithms", "levels", "machine", "catalogue", "choose", "kernels", "transports", "device"},
    "interpose": BASIS
    | {"algorithms", "levels", "machine", "catalogue", "choose", "kernels", "transports", "drive", "profile", "device"},
    "tool": BASIS | {"algorithms", "levels", "machine", "catalogue", "choose", "kernels", "world", "simulate"},
    # Programs of their own: they share only plain helpers, the grammar of a SPEC and memory that processes share.
    "bench": {"shapes", "topology", "catalogue", "choose", "machine", "device", "transports"},
    # Fitting measures Hocket's own way inside a node.
    "fit": {"async", "net", "kernels", "transports"},
    "launch": set(),
}

CPP = {".cpp", ".hpp", ".c", ".h"}
SOURCES = CPP | {".py"}

# Paths of one machine, and hosts of package registries: a checkout must work anywhere.
# Written in pieces, so that this file passes its own test.
FORBIDDEN = re.compile(
    "|".join(
        [
            r"(?<![\w.$}/-])/(?:work|farm|root|home/[a-z])" + r"(?=/)",
            r"(?:py" + r"pi|python" + r"hosted)\." + "org",
            r"crates\." + "io",
            r"deb\.debian\." + "org",
            r"registry\.npmjs\." + "org",
            r"proxy\.golang\." + "org",
        ]
    )
)


@cache
def listed() -> tuple[Path, ...]:
    """Files that are tracked, or would be: not ignored by git."""
    command = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return tuple(ROOT / name for name in sorted(set(names)) if name and (ROOT / name).is_file())


def files(*folders: str, kinds: set[str] = SOURCES) -> list[Path]:
    """Sources below the given top folders."""
    return [path for path in listed() if path.relative_to(ROOT).parts[0] in folders and path.suffix in kinds]


def show(path: Path, line: int | None = None) -> str:
    name = str(path.relative_to(ROOT))
    return name if line is None else f"{name}:{line}"


def code_of(text: str) -> str:
    """C++ text without comments and string literals; line numbers stay."""
    token = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'", re.DOTALL)
    return token.sub(lambda found: '""' if found[0][0] in "\"'" else "\n" * found[0].count("\n"), text)
