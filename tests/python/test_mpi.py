# SPDX-License-Identifier: BSD-3-Clause
import pytest
from hocket import mpi
from hocket.mpi import Mpi

HYDRA = """HYDRA build details:
    Version:                                 5.0.2
    Release Date:                            today
"""
INTEL = "Intel(R) MPI Library for Linux* OS, Version 2021.18 Build 1 (id: 0)\nCopyright, Intel Corporation."


@pytest.mark.parametrize(
    "banner, family",
    [
        (HYDRA, ("mpich", "5.0.2")),
        (INTEL, ("intel", "2021.18")),
        ("mpiexec (Open MPI) 5.0.11\n\nReport bugs", ("openmpi", "5.0.11")),
        ("mpirun (Open MPI) 4.1.4\n", ("openmpi", "4.1.4")),
        ("mpiexec (OpenRTE) 4.1.4\n", ("openmpi", "4.1.4")),
        ("something else 1.0", None),
    ],
)
def test_family_by_the_launcher_s_banner(banner, family):
    assert mpi.family_of(banner) == family


def test_settings_for_crowds_only_where_ranks_outnumber_cores(monkeypatch, tmp_path):
    monkeypatch.setattr(mpi, "cores", lambda: 4)
    library = Mpi(tmp_path / "mpiexec", "openmpi", "5.0.11", tmp_path)
    assert "--bind-to" not in library.command(4, ["./app"])
    assert library.command(8, ["./app"])[1:3] == ["--bind-to", "none"]
    assert "OMPI_MCA_mpi_yield_when_idle" in library.environment(8)
    assert library.environment(4)["LD_LIBRARY_PATH"].startswith(str(tmp_path / "lib"))


def test_the_user_s_settings_win_over_ours_and_a_variant_s_over_both(monkeypatch, tmp_path):
    monkeypatch.setenv("MPIR_CVAR_CH4_PROGRESS_THROTTLE", "0")
    library = Mpi(tmp_path / "mpiexec", "mpich", "5.0.2")
    assert library.environment(1000)["MPIR_CVAR_CH4_PROGRESS_THROTTLE"] == "0"
    more = {"MPIR_CVAR_CH4_PROGRESS_THROTTLE": "1"}
    assert library.environment(1000, more)["MPIR_CVAR_CH4_PROGRESS_THROTTLE"] == "1"
