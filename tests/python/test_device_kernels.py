# SPDX-License-Identifier: BSD-3-Clause
"""The kernels of a device compile, by nvcc and by NVRTC, where these are; nothing here needs a GPU."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "gpu"))
import nvrtc  # noqa: E402

ALL = ""
# One of each kind of element, and each way to combine two.
SOME = (
    "KERNEL(sum_f32, sum<number<float>>) KERNEL(minimum_f16, minimum<number<binary16>>) "
    "KERNEL(sum_f16, wide_sum<number<binary16>>) KERNEL(product_c64, complex_product<complex_number<double>>) "
    "KERNEL(minloc_double_int, minloc<located<double, i32>>) KERNEL(bit_xor_8, bit_xor<number<u8>>) "
    "KERNEL(product_16, product<number<u16>>) KERNEL(logical_and_64, logical_and<number<u64>>)"
)
WANTED = [pytest.param(SOME, id="some"), pytest.param(ALL, id="all", marks=pytest.mark.long)]


def names(wanted: str) -> set[str]:
    """Of the kernels that an image should have; of all, some."""
    return {f"hocket_{name}" for name in re.findall(r"KERNEL\((\w+)", wanted or SOME)}


@pytest.mark.parametrize("wanted", WANTED)
@pytest.mark.parametrize("architecture", ["sm_80", "sm_90"])
def test_nvcc_compiles_the_kernels(tmp_path, architecture, wanted):
    folders = [os.environ["PATH"], "/usr/local/cuda/bin", str(ROOT / ".deps" / "cuda" / "nvidia" / "cu13" / "bin")]
    nvcc = shutil.which("nvcc", path=":".join(folders))
    if not nvcc:
        pytest.skip("no nvcc on this machine")
    out, source = tmp_path / "kernels.cubin", tmp_path / "kernels.cu"
    source.write_text(nvrtc.source_of(wanted))
    command = [nvcc, "-std=c++20", "-fmad=false", f"-arch={architecture}", "-cubin", "-o", str(out), str(source)]
    subprocess.run(command, check=True)
    image = out.read_bytes()
    assert image.startswith(b"\x7fELF")
    assert not [name for name in names(wanted) if name.encode() not in image]


@pytest.mark.parametrize("wanted", WANTED)
@pytest.mark.parametrize("architecture", ["compute_80", "compute_90"])
def test_nvrtc_compiles_the_kernels(architecture, wanted):
    library = nvrtc.library()
    if library is None:
        pytest.skip("no libnvrtc on this machine")
    text = nvrtc.compiled(library, architecture, wanted).decode()
    assert names(wanted) <= set(re.findall(r"\.entry (\w+)", text))
    assert f".target sm_{architecture[-2:]}" in text
    assert "fma" not in text, "a fused multiplication would leave other bits than the host"


def test_nvrtc_tells_what_is_wrong():
    library = nvrtc.library()
    if library is None:
        pytest.skip("no libnvrtc on this machine")
    with pytest.raises(RuntimeError, match="no_such_operation"):
        nvrtc.compiled(library, "compute_80", "KERNEL(x, no_such_operation<number<float>>)")
