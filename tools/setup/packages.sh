# Sourced by tools/setup.sh: distribution packages. Found on the system, else installed where root, else unpacked
# without root into .deps/sysroot, else named with the command that brings them.

# rows STAGE: lines "name probe" of tools/packages.txt
rows() { awk -v stage="$1" '!/^#/ && $3 == stage { print $1, $4 }' tools/packages.txt; }

# The compiler answers for headers: it knows its own search path better than we do.
header_here() {
    printf '#if !__has_include(<%s>)\n#error missing\n#endif\n' "$1" |
        "${CXX:-g++}" -x c++ -E -isystem "$deps/sysroot/usr/include" - >/dev/null 2>&1
}

# here PROBE: true if it is there; a package without a probe follows its neighbour.
here() {
    case $1 in
        header:*) header_here "${1#header:}" ;;
        command:*) command -v "${1#command:}" >/dev/null ;;
        file:*) [ -e "${1#file:}" ] ;;
        *) true ;;
    esac
}

# missing STAGE: names of the packages to fetch: those not found, and their probe-less neighbours below.
missing() {
    local name probe absent=
    rows "$1" | while read -r name probe; do
        if [ "$probe" != - ]; then absent=; here "$probe" || absent=1; fi
        [ -z "$absent" ] || echo "$name"
    done
}

stop() { echo "setup: $*" >&2; exit 3; }

check_base() {
    local name probe absent=
    while read -r name probe; do
        # Another compiler than g++ may be named in CXX.
        if [ "$name" = g++ ] && [ -n "${CXX:-}" ]; then probe=command:${CXX%% *}; fi
        here "$probe" || absent+=" $name"
    done < <(rows base)
    [ -z "$absent" ] || stop "missing:$absent. This brings it: sudo apt-get install$absent"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || stop "python3 is older than 3.10; put a later one first in PATH"
}

# need_stage STAGE required|optional
need_stage() {
    local names
    names=$(missing "$1" | xargs)
    # Asked for once and not obtainable: an optional package is not asked for again at each run.
    if [ -z "$names" ] || [ "$(cat "$deps/stamps/without-$1" 2>/dev/null)" = "$names" ]; then return 0; fi
    install_packages "$names" || unpack_packages "$1" "$names" || true
    names=$(missing "$1" | xargs)
    if [ -z "$names" ]; then rm -f "$deps/stamps/without-$1"; return 0; fi
    if [ "$2" = required ]; then stop "missing: $names. This brings it: sudo apt-get install $names"; fi
    say "going without: $names (optional; this brings it: sudo apt-get install $names)"
    echo "$names" > "$deps/stamps/without-$1"
}

install_packages() {
    if [ -z "$system" ] || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then return 1; fi
    say "as root: installing distribution packages: $1"
    local install="apt-get install -y --no-install-recommends $1"
    # The package lists of a fresh container are often empty: refresh them only if the first try fails.
    DEBIAN_FRONTEND=noninteractive $install >"$deps/log/apt.log" 2>&1 && return 0
    apt-get update >>"$deps/log/apt.log" 2>&1 && DEBIAN_FRONTEND=noninteractive $install >>"$deps/log/apt.log" 2>&1 && return 0
    say "apt-get could not install them (.deps/log/apt.log)"
    return 1
}

# Programs need their place on the system; headers and static libraries do not, so only those stages are unpacked.
unpack_packages() {
    case $1 in build|extra) ;; *) return 1 ;; esac
    if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then return 1; fi
    say "unpacking into .deps/sysroot, nothing is installed: $2"
    local here=$deps/apt name
    mkdir -p "$here/lists/partial" "$here/archives/partial" "$deps/sysroot"
    # Lists and cache of our own: no root is needed and the system's are not touched.
    local apt=(apt-get -q -o "Dir::State::Lists=$here/lists" -o "Dir::Cache=$here" -o "Dir::Cache::archives=$here/archives"
               -o Debug::NoLocking=1 -o APT::Sandbox::User=)
    "${apt[@]}" update >"$deps/log/apt.log" 2>&1 || say "apt-get update failed (.deps/log/apt.log); trying what is known"
    for name in $2; do
        (cd "$here/archives" && "${apt[@]}" download "$name" >>"$deps/log/apt.log" 2>&1) || say "cannot download $name"
    done
    find "$here/archives" -name '*.deb' -exec dpkg-deb -x {} "$deps/sysroot" \;
    rm -rf "$here"
}
