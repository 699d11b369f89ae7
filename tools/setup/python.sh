# Sourced by tools/setup.sh: the virtual environment of the tools, and MPI libraries from PyPI.

# Nothing goes to the user's home: pip keeps its cache here.
export PIP_CACHE_DIR=$deps/cache PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore

# A stamp holds what a thing was made from; the thing is made again only when that changes.
fresh() { [ "$(cat "$deps/stamps/$1" 2>/dev/null)" = "$2" ]; }
stamp() { printf '%s\n' "$2" > "$deps/stamps/$1"; }

# tried LOG WHAT COMMAND...: runs it quietly, says how long it took, shows the log's end on failure.
tried() {
    local log=$deps/log/$1.log what=$2 start=$SECONDS
    shift 2
    say "$what ..."
    if ! "$@" >"$log" 2>&1; then
        tail -n 15 "$log" >&2
        return 1
    fi
    say "$what: $((SECONDS - start)) s"
}

# The same for what there has to be.
timed() {
    tried "$@" ||
        stop "$2 failed (.deps/log/$1.log). If the package index cannot be reached, set PIP_INDEX_URL or https_proxy"
}

make_venv() {
    local made_from
    # A virtual environment holds absolute paths: a moved repository needs a new one.
    made_from="$root $(python3 -c 'import sys; print(sys.version, sys.base_prefix)' | tr '\n' ' ')$(cat tools/requirements.txt)"
    if fresh venv "$made_from" && [ -x "$deps/venv/bin/cmake" ]; then return 0; fi
    rm -rf "$deps/venv"
    python3 -m venv "$deps/venv" >"$deps/log/venv.log" 2>&1 ||
        stop "python3 cannot make a virtual environment. This brings it: sudo apt-get install python3-venv"
    timed pip "installing build tools and Python packages into .deps/venv" \
        "$deps/venv/bin/python" -m pip install -r tools/requirements.txt
    link_package
    stamp venv "$made_from"
}

make_lint() {
    local made_from
    made_from="$(cat "$deps/stamps/venv") $(cat tools/requirements-lint.txt)"
    if fresh lint "$made_from"; then return 0; fi
    timed lint "installing clang-format and clang-tidy into .deps/venv" \
        "$deps/venv/bin/python" -m pip install -r tools/requirements-lint.txt
    stamp lint "$made_from"
}

# axe-core is one file of this package; the driver of browsers that it would bring along is not used.
make_browser() {
    local made_from
    made_from="$(cat "$deps/stamps/venv") $(cat tools/requirements-browser.txt)"
    if fresh browser "$made_from"; then return 0; fi
    timed browser "installing axe-core into .deps/venv" \
        "$deps/venv/bin/python" -m pip install --no-deps -r tools/requirements-browser.txt
    stamp browser "$made_from"
}

# Where an installation of CUDA has both, as the tests look for them, nothing is brought.
has_cuda() {
    PATH=$PATH:/usr/local/cuda/bin command -v nvcc >/dev/null && compgen -G "${CUDA_HOME:-/usr/local/cuda}/lib64/libnvrtc.so.*" >/dev/null
}

# Compilers and headers only: nothing of it runs without a GPU, and Hocket does not need it.
make_cuda() {
    local made_from
    if has_cuda; then return 0; fi
    made_from="$(cat tools/requirements-cuda.txt)"
    if fresh cuda "$made_from" && [ -x "$deps/cuda/nvidia/cu13/bin/nvcc" ]; then return 0; fi
    rm -rf "$deps/cuda"
    if tried cuda "installing the compilers of CUDA kernels into .deps/cuda" \
        "$deps/venv/bin/python" -m pip install --no-deps --target "$deps/cuda" -r tools/requirements-cuda.txt; then
        stamp cuda "$made_from"
    else
        rm -rf "$deps/cuda"
        say "no compilers of CUDA kernels (.deps/log/cuda.log): the tests that compile kernels are skipped"
    fi
}

# `hocket` of the venv runs the sources of this checkout: no build step between an edit and its effect.
link_package() {
    local site
    site=$("$deps/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    echo "$root/python" > "$site/hocket-checkout.pth"
    printf '#!%s\nimport sys\nfrom hocket.cli import main\nsys.exit(main())\n' "$deps/venv/bin/python" > "$deps/venv/bin/hocket"
    chmod +x "$deps/venv/bin/hocket"
}

make_prefixes() {
    local folder when packages made_from
    while read -r folder when packages; do
        if [ "$when" = long ] && [ -z "$long" ]; then continue; fi
        made_from="$root $packages"
        if fresh "$folder" "$made_from" && [ -d "$deps/$folder/bin" ]; then continue; fi
        rm -rf "${deps:?}/$folder"
        # shellcheck disable=SC2086 # a list of packages
        timed "$folder" "installing $packages into .deps/$folder" \
            "$deps/venv/bin/python" -m pip install --no-deps --ignore-installed --no-warn-script-location \
            --prefix "$deps/$folder" $packages
        stamp "$folder" "$made_from"
    done < <(grep -v '^#' tools/prefixes.txt)
}
