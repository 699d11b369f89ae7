# SPDX-License-Identifier: BSD-3-Clause
"""Two switches in the head, and a link from each to every host."""

from collections.abc import Iterator

from hocket.lab import programs
from hocket.lab.state import Lab, Links

# Addresses exist only inside the lab, so they meet no others.
MOST = 200  # hosts


def address(i: int) -> str:
    """On the shaped network."""
    return f"10.77.0.{i + 1}"


def control(i: int) -> str:
    return f"10.78.0.{i + 1}"


def hardware(i: int) -> str:
    return f"02:77:00:00:00:{i:02x}"


def host_names(count: int) -> str:
    """The file /etc/hosts of all hosts."""
    lines = ["127.0.0.1 localhost", "10.78.0.254 head"]
    lines += [line for i in range(count) for line in (f"{address(i)} h{i}", f"{control(i)} h{i}-control")]
    return "".join(line + "\n" for line in lines)


def connect(lab: Lab) -> None:
    quiet = {"net/ipv6/conf/all/disable_ipv6": 1, "net/ipv6/conf/default/disable_ipv6": 1}
    # A switch has no firewall; the kernel's, where it is loaded, takes a sixth of all work.
    unfiltered = {f"net/bridge/bridge-nf-call-{name}": 0 for name in ("iptables", "ip6tables", "arptables")}
    settle(lab, -1, quiet | unfiltered)
    programs.batch(lab.head, "ip", switches(lab))
    # One job must not learn from another: no remembered congestion. And small messages leave at once.
    plain = {"net/ipv4/tcp_no_metrics_save": 1, "net/ipv4/tcp_autocorking": 0}
    for i, host in enumerate(lab.hosts):
        settle(lab, i, quiet | plain)
        programs.batch(host, "ip", ends(i, len(lab.hosts), lab.links))
    # Nothing is flooded while the switch learns who is where: it knows.
    places = (f"fdb replace {hardware(i)} dev p{i} master static" for i in range(len(lab.hosts)))
    programs.batch(lab.head, "bridge", places)


def settle(lab: Lab, i: int, settings: dict[str, int]) -> None:
    """Settings of the kernel that a network namespace has for itself; i < 0: of the head. A kernel may lack some."""
    host = lab.head if i < 0 else lab.hosts[i]
    lines = "".join(f"echo {value} 2>/dev/null >/proc/sys/{name} || :\n" for name, value in settings.items())
    programs.in_network(host, ["sh", "-c", lines])


def switches(lab: Lab) -> Iterator[str]:
    yield "link set lo up"
    for name in ("switch", "control"):
        yield f"link add {name} type bridge stp_state 0 forward_delay 0 mcast_snooping 0"
        yield f"link set {name} up"
    yield "addr add 10.78.0.254/24 dev control"
    for i, host in enumerate(lab.hosts):
        yield f"link add p{i} type veth peer name eth0 netns {host.pid}"
        yield f"link add c{i} type veth peer name eth1 netns {host.pid}"
        # Packets of the wire's size: queues in bytes would count whole bursts as one packet.
        yield f"link set p{i} master switch gso_max_segs 1 up"
        yield f"link set c{i} master control up"


def ends(i: int, count: int, links: Links) -> Iterator[str]:
    yield "link set lo up"
    yield f"link set eth0 address {hardware(i)} gso_max_segs 1 up"
    yield "link set eth1 up"
    yield f"addr add {address(i)}/24 dev eth0 noprefixroute"
    yield f"addr add {control(i)}/24 dev eth1"
    # Of the route, because a namespace may not choose a restricted algorithm as its default.
    tcp = f"rto_min {links.rto_min}ms congctl {links.congestion}"
    yield f"route add 10.77.0.0/24 dev eth0 src {address(i)} {tcp}"
    yield "route add 224.0.0.0/4 dev eth0"
    for other in range(count):
        if other != i:
            yield f"neigh replace {address(other)} lladdr {hardware(other)} dev eth0 nud permanent"
