#!/usr/bin/env bash
# Builds Emilia if needed and runs it.
#
#   scripts/run.sh [ARGUMENTS]      run `emilia ARGUMENTS`; --help goes to emilia,
#                                   too
#   scripts/run.sh --script-help    show this text
#
# It installs missing packages (on Debian and Ubuntu with apt; elsewhere it lists
# them and exits with status 2), makes a release build in build/ and then replaces
# itself with `emilia`. Later calls only rebuild what has changed. Standard input
# and output belong to emilia, so this script can replace the program anywhere,
# even as the engine of a GUI; its own messages go to standard error.
#
# CMAKE_BUILD_PARALLEL_LEVEL sets the number of build jobs; by default all cores
# are used.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"

if [[ $# -eq 1 && $1 == --script-help ]]; then
    show_help
    exit
fi

build_program() {
    local log=$build/build.log status=0
    # Shows the log only if the build fails; until then one line says that a build is running.
    cmake --build "$build" --target emilia_installed </dev/null 2>&1 | tee "$log" | announce_build ||
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
            say "building; the first time this takes about two minutes"
            announced=yes
        fi
    done
}

build=$project/build
install_missing program
lock_folder "$build"
# A folder that is also configured for the tests can be used as it is.
if ! is_configured "$build"; then configure "$build" release -DEMILIA_TESTS=OFF; fi
build_program
unlock_folder
exec "$build/emilia" "$@"
