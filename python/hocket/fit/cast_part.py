# SPDX-License-Identifier: BSD-3-Clause
"""The `multicast` of a machine model, with where each number is from, or why there is none."""

from hocket.fit.measured import Measured, digits, time

FIELD = "multicast"
MOST_LOST = 0.25  # of the packets: beyond, multicast is given up soon
NOTICE_US = 8000  # Hocket's own: so late it sends a last packet again


class CastPart:
    """`document` is empty where no packets were measured; `source` says why."""

    def __init__(self, measured: Measured):
        self.said = measured.document.get(
            FIELD, {"asked": False, "works": False, "mistake": "this hocket-fit measured none"}
        )
        self.row = next(iter(measured.rows("cast_stream")), None)
        self.source: dict[str, str] = {}
        self.document: dict = {}
        if missing := self.missing():
            self.source[FIELD] = f"not measured: {missing}"
        else:
            self.document = {FIELD: self.numbers()}

    def missing(self) -> str:
        if not self.said["works"]:
            return self.said.get("mistake", "")
        if self.row is None:
            return "no stream of packets was measured"
        lost = self.lost()
        if lost > MOST_LOST or not any(self.row["us"]):
            return f"{lost:.0%} of the packets got lost"
        return ""

    def is_asked_for(self) -> bool:
        return self.said["asked"]

    def lost(self) -> float:
        return sum(self.row["lost"]) / (len(self.row["lost"]) * self.row["sent"] * self.row["peers"])

    def numbers(self) -> dict:
        arrived = self.row | {"us": [us for us in self.row["us"] if us > 0]}
        send, read = time(self.row, "send_us"), time(self.row, "read_us")
        about = f"by {self.said['interface']} to {self.row['peers']} other nodes"
        self.source |= {
            f"{FIELD}.GBps": f"measured: the later {self.row['messages']} of {self.row['sent']} packets {about}",
            f"{FIELD}.packet_us": f"measured: a keyed hash and a share of a call; sent {send:.3g}, read {read:.3g}",
            f"{FIELD}.loss_probability": f"measured: of {self.row['sent'] * len(self.row['lost'])} packets {about}",
            f"{FIELD}.notice_us": "Hocket's own: so late it sends a last packet again",
        }
        return {
            "GBps": digits(self.row["bytes"] / time(arrived) / 1e3),
            "packet_us": digits(max(send, read)),
            "loss_probability": digits(self.lost()),
            "notice_us": NOTICE_US,
        }
