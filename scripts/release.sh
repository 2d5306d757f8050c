#!/usr/bin/env bash
# Builds Emilia for another system, with everything that it needs in one file.
#
#   scripts/release.sh [OPTIONS] windows    build-windows/emilia.exe for Windows on
#                                           x86-64, with MinGW-w64
#   scripts/release.sh --help               show this text
#
# It runs on Debian and Ubuntu, installs missing packages, as run.sh does, and
# compiles Boost.Program_options and Zstandard from the system's source packages.
#
#   --test              also build the tests, and run those that need no Unix shell
#                       under Wine; this takes some minutes
#
# CMAKE_BUILD_PARALLEL_LEVEL sets the number of build jobs; by default all cores
# are used.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"
# shellcheck source-path=SCRIPTDIR source=lib/dependencies.sh
source "$project/scripts/lib/dependencies.sh"

systems=(windows)
system='' test=''
for argument in "$@"; do
    case $argument in
    -h | --help)
        show_help
        exit
        ;;
    --test) test=ON ;;
    -*) usage_error "there is no option '$argument'$(list_options | did_you_mean "$argument")" ;;
    *)
        if [[ -n $system ]]; then usage_error "one system at a time"; fi
        system=$argument
        ;;
    esac
done
if [[ -z $system ]]; then usage_error "for which system? (${systems[*]})"; fi
if [[ " ${systems[*]} " != *" $system "* ]]; then
    usage_error "there is no system '$system'$(printf '%s\n' "${systems[@]}" | did_you_mean "$system")"
fi
if ! has_command apt-get; then
    say "this needs the source packages of Debian or Ubuntu"
    exit 2
fi

build=$project/build-$system
install_missing program "$system" ${test:+tests "$system-tests"}
lock_folder "$build"
fill_dependencies "$build/dependencies"
if has_command ninja; then export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}; fi
quietly "$build/configure.log" cmake -S "$project" -B "$build" --preset release \
    --toolchain "$project/scripts/cmake/$system.cmake" \
    "-DEMILIA_DEPENDENCIES=$build/dependencies" "-DEMILIA_TESTS=${test:-OFF}"
cmake --build "$build" </dev/null
unlock_folder
if [[ -z $test ]]; then exit; fi

run_tests() { ctest --test-dir "$build" --output-on-failure --no-tests=error; }

# Wine keeps its own settings in a folder, and messages about what this system lacks to itself.
under_wine() { # COMMAND...
    local status=0
    export WINEPREFIX=${WINEPREFIX:-$build/wine} WINEDEBUG=${WINEDEBUG:--all}
    "$@" || status=$?
    wineserver -k || true
    return "$status"
}

under_wine run_tests
