# SPDX-License-Identifier: BSD-3-Clause
"""A machine model as a SimGrid platform, and a recorded schedule timed by SMPI on it."""

import re
import subprocess
from pathlib import Path

# SimGrid's corrections for TCP and for measured networks are switched off: what is left are its fluid model and the
# parameters of the machine. Wtime, Test and Iprobe are free, and the host's own speed does not count.
PLAIN = {
    "network/crosstraffic": "0",
    "network/TCP-gamma": "1e12",
    "network/weight-S": "0",
    "smpi/bw-factor": "0:1",
    "smpi/lat-factor": "0:1",
    "smpi/simulate-computation": "no",
    "smpi/grow-injected-times": "no",
    "smpi/wtime": "0",
}
WIDE = 1e6  # GB/s: no limit
PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
 <cluster id="machine" prefix="node-" suffix="" radical="0-{last}" speed="1Gf" core="{ppn}"
  bw="{nic}GBps" lat="{half}us" sharing_policy="SPLITDUPLEX"
  bb_bw="{flow}GBps" bb_lat="0us" bb_sharing_policy="FATPIPE"
  loopback_bw="{node_flow}GBps" loopback_lat="{node_latency}us"/>
</platform>
"""


def platform(machine: dict, nodes: int, ppn: int) -> str:
    """A link each way for the interface of a node, and a fat pipe, which limits each message by itself."""
    level = {one["name"]: one for one in machine["levels"]}
    nic = machine["nic"]
    assert nic["in_GBps"] == nic["out_GBps"] and nic["count"] == 1, "one interface, equal both ways"
    return PLATFORM.format(
        last=nodes - 1,
        ppn=ppn,
        nic=nic["out_GBps"] or WIDE,
        half=level["network"]["latency_us"] / 2,
        flow=level["network"]["flow_GBps"],
        node_flow=level["node"]["flow_GBps"],
        node_latency=level["node"]["latency_us"],
    )


def settings(machine: dict) -> list[str]:
    """The same overhead for both levels, and whether messages wait for their receivers."""
    overheads = {level["overhead_us"][0][1] for level in machine["levels"]}
    assert len(overheads) == 1, "SMPI has one overhead"
    overhead = f"0:{overheads.pop() * 1e-6:g}:0"
    eager = f"{machine['eager_limit']:.0f}"
    made = {
        **PLAIN,
        "smpi/os": overhead,
        "smpi/ois": overhead,
        "smpi/or": overhead,
        "smpi/async-small-thresh": eager,
        "smpi/send-is-detached-thresh": eager,
    }
    return [f"--cfg={key}:{value}" for key, value in made.items()]


def compile_player(folder: Path) -> Path:
    source, program = Path(__file__).with_name("play.c"), folder / "play"
    command = ["smpicc", "-O1", str(source), "-o", str(program)]
    subprocess.run(command, check=True, timeout=100, capture_output=True)
    return program


def last_end(player: Path, folder: Path, machine: dict, nodes: int, ppn: int, schedule: str) -> float:
    """Microseconds from the common start to the end of the last rank."""
    ranks = nodes * ppn
    (folder / "platform.xml").write_text(platform(machine, nodes, ppn))
    (folder / "hosts").write_text("".join(f"node-{rank // ppn}\n" for rank in range(ranks)))
    (folder / "schedule.txt").write_text(schedule)
    place = ["-np", str(ranks), "-platform", "platform.xml", "-hostfile", "hosts", "-no-privatize"]
    done = subprocess.run(
        ["smpirun", *place, *settings(machine), str(player), "schedule.txt"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=100,
    )
    times = [(float(began), float(ended)) for began, ended in re.findall(r"rank \d+ (\S+) (\S+)", done.stdout)]
    assert done.returncode == 0 and len(times) == ranks, done.stderr[-2000:]
    assert len({began for began, _ in times}) == 1, "the ranks did not begin together"
    return (max(ended for _, ended in times) - times[0][0]) * 1e6
