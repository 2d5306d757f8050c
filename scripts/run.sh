#!/usr/bin/env bash
# Builds Emilia where needed and runs it.
#
#   scripts/run.sh [ARGUMENTS]      run `emilia ARGUMENTS`, --help included
#   scripts/run.sh --script-help    show this text
#
# Installs what is missing (on Debian and Ubuntu with apt; elsewhere it names what is missing and
# stops with status 2), makes a release build in build/ and becomes `emilia`. Once that is done, it
# only makes sure that nothing changed. Standard input and output are emilia's alone, so this script
# may stand wherever the program may, as a GUI's engine too; what else there is to say goes to
# standard error.
#
# CMAKE_BUILD_PARALLEL_LEVEL sets the number of jobs to build with; without it, all cores are used.
set -euo pipefail

if [[ $# -eq 1 && $1 == --script-help ]]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
    exit
fi

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"

build_program() {
    local log=$build/build.log status=0
    # The log is shown whole if the build fails; until then, only that there is one.
    cmake --build "$build" --target emilia </dev/null 2>&1 | tee "$log" | announce_build ||
        status=$?
    if ((status != 0)); then
        cat "$log" >&2
        say "the build failed"
        exit "$status"
    fi
}

announce_build() {
    local line announced=''
    while read -r line; do
        if [[ -z $announced && $line == *"Building CXX"* ]]; then
            say "building; this takes a few minutes the first time"
            announced=yes
        fi
    done
}

build=$project/build
install_missing program
lock_folder "$build"
# A folder that is configured for the tests as well serves as it is.
if ! is_configured "$build"; then configure "$build" release -DEMILIA_TESTS=OFF; fi
build_program
unlock_folder
exec "$build/emilia" "$@"
