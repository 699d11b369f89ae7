# SPDX-License-Identifier: BSD-3-Clause
"""nvrtc.py OUT ARCHITECTURE [WANTED]: compiles the kernels of a device with NVRTC, as a process would at run time.

OUT gets the PTX (compute_90) or cubin (sm_90). WANTED: the list of kernels, else all. Exit status 3: no NVRTC here.
"""

import ctypes
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "kernels" / "cuda" / "reduce_kernels.hpp"


def library() -> ctypes.CDLL | None:
    """Where the loader finds it, in an installation of CUDA, in .deps/cuda or in wheels of this Python's."""
    brought = str(ROOT / ".deps" / "cuda" / "nvidia" / "cu13")
    homes = [os.environ.get("CUDA_HOME", "/usr/local/cuda"), brought, *(f"{p}/nvidia/*" for p in sys.path if p)]
    found = [f"libnvrtc.so.{version}" for version in (13, 12, 11)]
    for home in homes:
        for folder in ("lib64", "lib", "cuda_nvrtc/lib"):
            found += sorted(map(str, Path("/").glob(f"{home}/{folder}/libnvrtc.so.*[0-9]".lstrip("/"))), reverse=True)
    for name in found:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def source_of(wanted: str) -> str:
    """Commas in a definition are not for the command lines of these compilers."""
    defined = f"#define HOCKET_KERNELS_WANTED(KERNEL) {wanted}\n" if wanted else ""
    return defined + SOURCE.read_text()


def compiled(nvrtc: ctypes.CDLL, architecture: str, wanted: str = "") -> bytes:
    program = ctypes.c_void_p()
    source = source_of(wanted).encode()
    options = [f"--gpu-architecture={architecture}", "--fmad=false", "--std=c++20"]
    given = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
    made = nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, SOURCE.name.encode(), 0, None, None)
    failed = made or nvrtc.nvrtcCompileProgram(program, len(options), given)
    if failed:
        size = ctypes.c_size_t()
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        raise RuntimeError(f"NVRTC, error {failed}:\n{log.value.decode()}")
    kind = "CUBIN" if architecture.startswith("sm_") else "PTX"
    size = ctypes.c_size_t()
    getattr(nvrtc, f"nvrtcGet{kind}Size")(program, ctypes.byref(size))
    image = ctypes.create_string_buffer(size.value)
    getattr(nvrtc, f"nvrtcGet{kind}")(program, image)
    return image.raw


def main() -> int:
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    nvrtc = library()
    if nvrtc is None:
        print("no libnvrtc on this machine", file=sys.stderr)
        return 3
    Path(sys.argv[1]).write_bytes(compiled(nvrtc, *sys.argv[2:]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
