# SPDX-License-Identifier: BSD-3-Clause
"""One end of a TCP transfer, as a program of its own: receive ADDRESS PORT, or send ADDRESS PORT BYTES."""

import socket
import sys
import time

CHUNK, LIMIT = 1 << 16, 60  # bytes, seconds


def receive(address: str, port: int) -> None:
    """Prints "ready", then bytes a second."""
    with socket.create_server((address, port)) as server:
        server.settimeout(LIMIT)
        print("ready", flush=True)
        peer, _ = server.accept()
        peer.settimeout(LIMIT)
        peer.recv(CHUNK)
        begin, total = time.monotonic(), 0  # from the first bytes on: neither connecting nor these count
        while part := peer.recv(CHUNK):
            total += len(part)
        print(total / (time.monotonic() - begin))


def send(address: str, port: int, size: int) -> None:
    with socket.create_connection((address, port), LIMIT) as peer:
        peer.settimeout(LIMIT)
        peer.sendall(bytes(size))


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[3:]]
    {"receive": receive, "send": send}[sys.argv[1]](sys.argv[2], *numbers)
