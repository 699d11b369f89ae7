# SPDX-License-Identifier: BSD-3-Clause
"""The way to end a command early: one message and the exit status that interface documents promise."""

FAILED, USAGE, MISSING = 1, 2, 3


class Stop(Exception):
    def __init__(self, message: str, status: int = FAILED):
        super().__init__(message)
        self.status = status


def wrong_usage(message: str) -> Stop:
    return Stop(message, USAGE)


def missing(what: str, bring: str) -> Stop:
    return Stop(f"{what} is missing. This brings it: {bring}", MISSING)
