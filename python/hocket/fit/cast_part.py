# SPDX-License-Identifier: BSD-3-Clause
"""The `multicast` of a machine model, with where each number is from, or why there is none."""

from hocket.fit.measured import Measured, digits, time

FIELD = "multicast"
MOST_LOST = 0.05  # of the packets; the model has no price for more


class CastPart:
    """`document` is empty where no packets were measured; `source` says why."""

    def __init__(self, measured: Measured):
        unsaid = {"asked": False, "works": False, "mistake": "this hocket-fit measured none"}
        self.said = measured.document.get(FIELD, unsaid)
        self.row = next(iter(measured.rows("cast_stream")), None)
        self.source: dict[str, str] = {}
        self.document: dict = {}
        if missing := self.missing():
            self.source[FIELD] = f"not measured: {missing}"
        else:
            self.document = {FIELD: self.numbers()}

    def missing(self) -> str:
        if not self.said["works"]:
            return self.said.get("mistake", "it does not work")
        if self.row is None:
            return "no stream of packets was measured"
        lost = self.lost()
        if lost > MOST_LOST or not all(any(self.row[column]) for column in ("us", "send_us", "read_us")):
            return f"{lost:.0%} of the packets got lost"
        return ""

    def is_asked_for(self) -> bool:
        return self.said["asked"]

    def lost(self) -> float:
        return sum(self.row["lost"]) / (len(self.row["lost"]) * self.row["sent"] * self.row["peers"])

    def time(self, column: str) -> float:
        """Without rounds in which nothing came."""
        return time({column: [us for us in self.row[column] if us > 0]}, column)

    def numbers(self) -> dict:
        send, read, sent = self.time("send_us"), self.time("read_us"), self.row["sent"]
        rounds = len(self.row["lost"])
        about = f"by {self.said.get('interface', 'an interface')} to {self.row['peers']} other nodes"
        self.source |= {
            f"{FIELD}.GBps": f"measured: the later half of {sent} packets {about}",
            f"{FIELD}.packet_us": f"measured: a keyed hash and a share of a call; sent {send:.3g}, read {read:.3g}",
            f"{FIELD}.loss_probability": f"measured: streams of {sent} packets in {rounds} rounds {about}",
        }
        return {
            "GBps": digits(self.row["bytes"] / self.time("us") / 1e3),
            "packet_us": digits(max(send, read)),
            "loss_probability": digits(self.lost()),
        }
