# SPDX-License-Identifier: BSD-3-Clause
"""The state file of a lab, from which every later command knows it."""

import json
import os
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path

from hocket.lab.holder import Holder
from hocket.stop import Stop

# Not below /run, from where some systems execute nothing.
FOLDER = Path(os.environ.get("HOCKET_LAB_DIR") or Path(tempfile.gettempdir()) / f"hocket-lab-{os.geteuid()}")
FILE, SHELL, NAMES, LOCK, MACHINE = "state.json", "shell", "hosts", "lock", "machine.json"


@dataclass
class Links:
    rate: int  # bit/s of each link, in both directions
    queue: int  # bytes at each port of the switch; what does not fit is dropped
    rto_min: int = 200  # ms, the least retransmission time-out
    congestion: str = "cubic"


@dataclass
class Lab:
    folder: Path
    links: Links
    head: Holder
    hosts: list[Holder] = field(default_factory=list)

    def holders(self) -> list[int]:
        return [holder.pid for holder in (self.head, *self.hosts)]

    def shell(self) -> Path:
        return self.folder / SHELL

    def find(self, name: str) -> Holder:
        for holder in (self.head, *self.hosts):
            if holder.name == name:
                return holder
        raise Stop(f"there is no host '{name}'; there are head, {self.hosts[0].name} to {self.hosts[-1].name}", 2)

    def save(self) -> None:
        content = {"links": asdict(self.links), "head": asdict(self.head), "hosts": [asdict(h) for h in self.hosts]}
        fresh = self.folder / (FILE + ".new")
        fresh.write_text(json.dumps(content, indent=1) + "\n")
        fresh.replace(self.folder / FILE)


def trust(folder: Path) -> None:
    """What is written there is killed later: it must be our own writing."""
    about = folder.lstat()
    if about.st_uid != os.geteuid() or about.st_mode & 0o022:
        raise Stop(f"{folder} belongs to others or may be written by them; name another folder by --dir", 2)


def read(folder: Path) -> Lab | None:
    try:
        trust(folder)
        content = json.loads((folder / FILE).read_text())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as problem:
        raise Stop(f"{folder / FILE} cannot be read: {problem}") from problem
    hosts = [Holder(**host) for host in content["hosts"]]
    return Lab(folder, Links(**content["links"]), Holder(**content["head"]), hosts)


def need(folder: Path) -> Lab:
    """The lab that is up."""
    lab = read(folder)
    if not lab or not lab.hosts or not all(holder.alive() for holder in (lab.head, *lab.hosts)):
        raise Stop(f"no lab is up in {folder}; hocket lab create makes one", 2)
    return lab
