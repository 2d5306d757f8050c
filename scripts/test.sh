#!/usr/bin/env bash
# Builds Emilia and runs its tests.
#
#   scripts/test.sh [--preset NAME] [CTEST-ARGUMENTS]
#   scripts/test.sh [--preset NAME] --cpu NAME [TEST-ARGUMENTS]
#   scripts/test.sh --help
#
# It installs missing packages, as run.sh does, builds in build/ and runs every
# test on all cores.
#
#   --preset NAME       use a preset of CMakePresets.json, in build-NAME/: asan,
#                       tsan, clang, libcxx (Clang with its own C++ library, as
#                       on macOS) or debug
#   --cpu NAME          run the tests of the engine's core on another x86-64
#                       processor, emulated by QEMU: qemu64 (the simplest),
#                       Nehalem (x86-64-v2), Haswell (x86-64-v3) or another one
#                       from `qemu-x86_64 -cpu help`
#   CTEST-ARGUMENTS     go to ctest: `-R notation` runs the tests with `notation`
#                       in their names, `-C long` adds the long tests
#   TEST-ARGUMENTS      go to the test program: `--durations yes` prints the time
#                       of each test
#
# With CI=true in the environment a compiler warning stops the build; the build
# folder keeps this setting. CMAKE_BUILD_PARALLEL_LEVEL and CTEST_PARALLEL_LEVEL
# set the number of jobs.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"
# shellcheck source-path=SCRIPTDIR source=lib/dependencies.sh
source "$project/scripts/lib/dependencies.sh"

preset=release
unset cpu
others=()
while (($# > 0)); do
    case $1 in
    -h | --help)
        show_help
        exit
        ;;
    --preset | --cpu)
        check_option "$@"
        if [[ $1 == --preset ]]; then preset=$2; else cpu=$2; fi
        shift 2
        ;;
    --preset=* | --cpu=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
    *)
        others+=("$1")
        shift
        ;;
    esac
done
set -- ${others[@]+"${others[@]}"}
list_presets() {
    sed -n 's/.*"name": "\([^"]*\)".*/\1/p' "$project/CMakePresets.json" | sort -u
}
if ! list_presets | grep -xF -e "$preset" >/dev/null; then
    usage_error "there is no preset '$preset'$(list_presets | did_you_mean "$preset")"
fi
if [[ $preset == fuzz || $preset == coverage ]]; then
    say "the fuzzers are not tests; run scripts/fuzz.sh"
    exit 2
fi

build=$project/build
if [[ $preset != release ]]; then build+=-$preset; fi

settings=(-DEMILIA_TESTS=ON)
if [[ ${CI-} == true ]]; then settings+=(-DEMILIA_WARNINGS_AS_ERRORS=ON); fi

# Runs a program on the chosen processor. Without `check=off` QEMU warns of every feature that it does
# not emulate, each time a thread starts.
on_cpu() { qemu-x86_64 -cpu "$cpu,check=off" "$@"; }

check_cpu() {
    if ! on_cpu /bin/true; then
        say "QEMU emulates no x86-64 processor '$cpu'; \`qemu-x86_64 -cpu help\` lists those it knows"
        exit 2
    fi
}

list_ctest_options() {
    ctest --help | sed -n 's/^  \(-.*\)/\1/p' | sed 's/=.*//' |
        grep -oE -e '(^|[ ,])--?[A-Za-z][A-Za-z0-9.-]*' | sed 's/^[ ,]//'
}

# Refuses options that ctest doesn't know, because it ignores them. A letter's value may follow it at
# once, as in `-j4`.
check_ctest_options() { # CTEST-ARGUMENTS
    local argument name known
    known=$(list_ctest_options)
    for argument in "$@"; do
        name=${argument%%=*}
        if [[ $name != -* ]] || grep -xF -e "$name" >/dev/null <<<"$known"; then continue; fi
        if [[ $name != --* ]] && grep -xF -e "${name:0:2}" >/dev/null <<<"$known"; then continue; fi
        known+=$'\n'$(list_options)
        usage_error "there is no option '$name'$(did_you_mean "$name" <<<"$known")"
    done
}

# Selects the tests of the core, except for the long ones, by file name, which Catch2 accepts as a tag.
core_tests() {
    local file tests=''
    for file in "$project"/tests/{board,eval,isa,search}/*_test.cpp; do
        file=${file##*/}
        tests+=",[#${file%.cpp}]~[.]"
    done
    echo "${tests#,}"
}

install_missing program tests "$preset" ${cpu+cpu}
if [[ -v cpu ]]; then check_cpu; else check_ctest_options "$@"; fi
lock_folder "$build"
# The installed libraries are compiled for another C++ library.
if [[ $preset == libcxx ]]; then fill_dependencies "$build/dependencies"; fi
if ! is_configured "$build" || ! is_set "$build" "${settings[@]}"; then
    configure "$build" "$preset" "${settings[@]}"
fi
cmake --build "$build" </dev/null
unlock_folder
if [[ -v cpu ]]; then
    say "on $cpu this is $(on_cpu "$build/emilia" --version)"
    on_cpu "$build/tests/emilia_tests" --filenames-as-tags "$(core_tests)" "$@"
    exit
fi
if [[ $preset == tsan ]]; then
    export TSAN_OPTIONS="suppressions='$project/tests/tsan.supp'${TSAN_OPTIONS:+:$TSAN_OPTIONS}"
fi
exec ctest --test-dir "$build" --output-on-failure --no-tests=error "$@"
