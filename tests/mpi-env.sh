#!/usr/bin/env bash
# Settings of an MPI library for many ranks on few cores: the same for native runs and for Hocket, or comparisons lie.
#
#   . tests/mpi-env.sh mpich|ompi5|mpich4|ompi4|impi|abi
#                                                     exports the settings; sets MPIEXEC (array), MPICC, MPICXX and
#                                                     MPIFORT (empty where the library comes without Fortran)
#   tests/mpi-env.sh mpich                            prints them, NAME=VALUE a line
#
# Then: "${MPIEXEC[@]}" -n 4 PROGRAM. Returns 3 if that library is not there.
# MPIEXEC never has LD_PRELOAD in its environment: hocket-run adds it for the program alone.

hocket_mpi_env() {
    local root deps setting
    root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
    deps=$root/.deps
    # Without the throttle a barrier of 4 ranks on 2 cores takes 300 times as long: waiting ranks keep the core.
    local mpich=(MPIR_CVAR_CH4_PROGRESS_THROTTLE=1 MPIR_CVAR_CH4_PROGRESS_THROTTLE_NO_PROGRESS_COUNT=16)
    local ompi=(OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1)
    MPIFORT=
    case ${1:-} in
        mpich|abi)
            MPI_SETTINGS=("${mpich[@]}")
            MPIEXEC=("$deps/mpich/bin/mpiexec") MPICC=$deps/mpich/bin/mpicc MPICXX=$deps/mpich/bin/mpicxx
            if [ "$1" = abi ]; then MPICC+=_abi MPICXX+=_abi; fi ;;
        mpich4)
            MPI_SETTINGS=("${mpich[@]}")
            MPIEXEC=(mpiexec.mpich) MPICC=mpicc.mpich MPICXX=mpicxx.mpich MPIFORT=mpifort.mpich ;;
        ompi5)
            MPI_SETTINGS=("${ompi[@]}" PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe)
            MPIEXEC=("$deps/openmpi/bin/mpiexec" --bind-to none) MPICC=$deps/openmpi/bin/mpicc MPICXX=$deps/openmpi/bin/mpicxx ;;
        ompi4)
            MPI_SETTINGS=("${ompi[@]}")
            MPIEXEC=(mpiexec.openmpi --oversubscribe --bind-to none) MPICC=mpicc.openmpi MPICXX=mpicxx.openmpi
            MPIFORT=mpifort.openmpi ;;
        impi)
            # The wheel is complete for one node; its programs want to know where it stands.
            MPI_SETTINGS=("I_MPI_ROOT=$deps/impi" I_MPI_FABRICS=shm I_MPI_PIN=0
                          "LD_LIBRARY_PATH=$deps/impi/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}")
            MPIEXEC=("$deps/impi/bin/mpiexec.hydra") MPICC=$deps/impi/bin/mpicc MPICXX=$deps/impi/bin/mpicxx ;;
        *) echo "usage: . tests/mpi-env.sh mpich|ompi5|mpich4|ompi4|impi|abi" >&2; return 2 ;;
    esac
    if ! command -v "${MPIEXEC[0]}" >/dev/null; then
        local long=
        case $1 in mpich4|ompi4|impi) long=' --long' ;; esac
        echo "mpi-env: no ${MPIEXEC[0]}; tools/setup.sh$long brings it" >&2
        return 3
    fi
    for setting in "${MPI_SETTINGS[@]}"; do export "${setting?}"; done
}

if [ "${BASH_SOURCE[0]}" != "$0" ]; then
    hocket_mpi_env "$@"
else
    hocket_mpi_env "$@" || exit
    printf '%s\n' "${MPI_SETTINGS[@]}" "MPIEXEC=${MPIEXEC[*]}" "MPICC=$MPICC" "MPICXX=$MPICXX" "MPIFORT=$MPIFORT"
fi
