#!/usr/bin/env bash
# prefix.sh DIR: installs the release build and the command line into DIR. Example: tools/prefix.sh ~/hocket
set -euo pipefail
[ -n "${1:-}" ] || { echo "usage: make prefix PREFIX=DIR (or tools/prefix.sh DIR)" >&2; exit 2; }
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
system_python=$(PATH=${PATH//"$PWD/.deps/venv/bin:"/} type -P python3)
export PATH=$PWD/.deps/venv/bin:$PATH PIP_CACHE_DIR=$PWD/.deps/cache PIP_DISABLE_PIP_VERSION_CHECK=1

cmake --preset release -DCMAKE_INSTALL_PREFIX="$prefix" >build/configure-release.log
cmake --install build/release >build/install.log

# The command line lives in a venv of its own inside DIR, so that it depends on nothing of this checkout. The programs
# are installed beside it already: the wheel is the Python part alone.
rm -rf build/wheel
python -m pip wheel -q --no-deps --no-build-isolation -C wheel.cmake=false -w build/wheel .
venv=$prefix/lib/hocket/venv
[ -x "$venv/bin/python" ] || "$system_python" -m venv "$venv"
"$venv/bin/python" -m pip install -q --force-reinstall --no-deps build/wheel/hocket-*.whl
"$venv/bin/python" -m pip install -q -c tools/requirements.txt build/wheel/hocket-*.whl
ln -sf ../lib/hocket/venv/bin/hocket "$prefix/bin/hocket"
echo "installed into $prefix: $(cd "$prefix/bin" && echo *)"
