# SPDX-License-Identifier: BSD-3-Clause
"""May one process read the memory of a sibling? Tried, not guessed: two children, one reads the other."""

import ctypes
import os
import signal

WORD = b"hocket"


class Piece(ctypes.Structure):
    _fields_ = (("address", ctypes.c_void_p), ("length", ctypes.c_size_t))


def reads(process: int, address: int) -> bool:
    call = getattr(ctypes.CDLL(None, use_errno=True), "process_vm_readv", None)
    if call is None:
        return False
    call.argtypes = [ctypes.c_int] + [ctypes.POINTER(Piece), ctypes.c_ulong] * 2 + [ctypes.c_ulong]
    call.restype = ctypes.c_ssize_t
    into = ctypes.create_string_buffer(len(WORD))
    here, there = Piece(ctypes.addressof(into), len(WORD)), Piece(address, len(WORD))
    got = call(process, ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
    return got == len(WORD) and into.raw == WORD


def child(work) -> int:
    process = os.fork()
    if process == 0:
        try:
            os._exit(int(not work()))
        finally:
            os._exit(1)
    return process


def allowed() -> bool:
    memory = ctypes.create_string_buffer(WORD, len(WORD))
    address = ctypes.addressof(memory)
    sleeper = child(lambda: signal.pause() is None)
    try:
        reader = child(lambda: reads(sleeper, address))
        return os.waitstatus_to_exitcode(os.waitpid(reader, 0)[1]) == 0
    finally:
        os.kill(sleeper, signal.SIGKILL)
        os.waitpid(sleeper, 0)
