#!/usr/bin/env bash
# Builds Emilia and runs its tests.
#
#   scripts/test.sh [--preset NAME] [CTEST-ARGUMENTS]
#   scripts/test.sh --help
#
# Installs what is missing, as run.sh does, builds in build/ and runs every test on all cores.
#
#   --preset NAME       do so in build-NAME/, with the preset of CMakePresets.json: asan, tsan,
#                       clang or debug
#   CTEST-ARGUMENTS     go to ctest: `-R notation` runs the tests with that in their names
#
# With CI=true in the environment a compiler warning stops the build; the build folder stays set so.
# CMAKE_BUILD_PARALLEL_LEVEL and CTEST_PARALLEL_LEVEL set the number of jobs.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"

preset=release
while (($# > 0)); do
    case $1 in
    -h | --help)
        sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
        exit
        ;;
    --preset)
        preset=${2-}
        shift $(($# > 1 ? 2 : 1))
        ;;
    --preset=*)
        preset=${1#*=}
        shift
        ;;
    *) break ;;
    esac
done
if ! grep -q "\"name\": \"$preset\"" "$project/CMakePresets.json"; then
    say "CMakePresets.json has no preset '$preset'"
    exit 2
fi

build=$project/build
if [[ $preset != release ]]; then build+=-$preset; fi

settings=(-DEMILIA_TESTS=ON)
if [[ ${CI-} == true ]]; then settings+=(-DEMILIA_WARNINGS_AS_ERRORS=ON); fi

is_set() { # -DNAME=VALUE...: does the build folder have these values?
    local setting
    for setting in "$@"; do
        setting=${setting#-D}
        if [[ $(cached "$build" "${setting%%=*}") != "${setting#*=}" ]]; then return 1; fi
    done
}

install_missing program tests "$preset"
lock_folder "$build"
if ! is_configured "$build" || ! is_set "${settings[@]}"; then
    configure "$build" "$preset" "${settings[@]}"
fi
cmake --build "$build" </dev/null
unlock_folder
exec ctest --test-dir "$build" --output-on-failure --no-tests=error "$@"
