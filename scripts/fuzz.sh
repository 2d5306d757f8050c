#!/usr/bin/env bash
# Builds Emilia's fuzzers and runs them. Each fuzzer gives one file reader or one
# dialect inputs that Clang's libFuzzer generates, and checks that nothing goes
# wrong (tests/README.md).
#
#   scripts/fuzz.sh [--runs N] [--seconds S] [FUZZER...]
#   scripts/fuzz.sh --list
#   scripts/fuzz.sh --help
#
# Installs what is missing, as test.sh does, builds in build-fuzz/ and runs the
# fuzzers, as many at a time as there are cores; by default it runs all of them
# for ten seconds each.
#
#   --runs N       stop each fuzzer after N inputs
#   --seconds S    stop each fuzzer after S seconds
#   --list         list the fuzzers
#   FUZZER         build and run only this one; may be repeated
#
# An input that reaches new code is kept in build-fuzz/corpus/FUZZER, and the next
# run starts from there. When a fuzzer finds a defect, the input is kept as
# build-fuzz/findings/FUZZER-…, the command that repeats it is printed, and the
# exit status is 1. With CI=true in the environment every run starts from the
# seeds alone, with the same random numbers.
#
#   scripts/fuzz.sh                            a short run of every fuzzer
#   scripts/fuzz.sh --runs 2000000 ggf sgf     a long run of two fuzzers
#   scripts/fuzz.sh --seconds 28800 gtp        one fuzzer for a whole night
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"

build=$project/build-fuzz
sources=$project/tests/fuzz

list_fuzzers() {
    local file
    for file in "$sources"/*.cpp; do basename "$file" .cpp; done
}

# Longer inputs cost time and rarely find more.
max_input_length() { # FUZZER: bytes
    case $1 in
    board_string) echo 200 ;;
    move_list) echo 400 ;;
    game_line) echo 300 ;;
    cassio | gtp | nboard) echo 1024 ;;
    *) echo 2048 ;;
    esac
}

limits=()
fuzzers=()
while (($# > 0)); do
    case $1 in
    -h | --help)
        show_help
        exit
        ;;
    --list)
        list_fuzzers
        exit
        ;;
    --runs | --seconds)
        check_option "$@"
        take_number number "$1" 1 "$2"
        if [[ $1 == --runs ]]; then
            limits+=("-runs=$number")
        else
            limits+=("-max_total_time=$number")
        fi
        shift 2
        ;;
    --*=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
    -*) check_option "$1" ;;
    *)
        if [[ ! -f $sources/$1.cpp ]]; then
            usage_error "there is no fuzzer '$1'$(list_fuzzers | did_you_mean "$1")"
        fi
        fuzzers+=("$1")
        shift
        ;;
    esac
done
if ((${#limits[@]} == 0)); then limits=(-max_total_time=10); fi
if ((${#fuzzers[@]} == 0)); then mapfile -t fuzzers < <(list_fuzzers); fi

# The sanitizers hold back freed memory to detect its use. By default they hold back so much that
# mapping new pages takes most of a run's time.
export ASAN_OPTIONS=quarantine_size_mb=16${ASAN_OPTIONS:+:$ASAN_OPTIONS}

run_fuzzer() { # FUZZER: returns 1 if it found a defect
    local fuzzer=$1 log=$build/logs/$1.log corpus=$build/corpus/$1 status=0
    local options=("${limits[@]}" "-max_len=$(max_input_length "$1")" -timeout=10 -rss_limit_mb=1024
        "-artifact_prefix=$build/findings/$1-")
    if [[ -f $sources/$1.dict ]]; then options+=("-dict=$sources/$1.dict"); fi
    if [[ ${CI-} == true ]]; then
        options+=(-seed=1)
        corpus=$build/ci-corpus/$1
        rm -rf "$corpus"
    fi
    mkdir -p "$corpus"
    "$build/tests/fuzz/fuzz_$1" "${options[@]}" "$corpus" "$sources/seeds/$1" \
        </dev/null >"$log" 2>&1 || status=$?
    if ((status == 0)); then
        say "$fuzzer: $(sed -n 's/^Done \(.* runs\) in \(.*\) second(s)$/\1 in \2 s/p' "$log" |
            sed -e 's/^1 runs/1 run/' -e ':more' -e 's/\([0-9]\)\([0-9]\{3\}\)\b/\1,\2/' -e 't more')"
        return
    fi
    grep -v '^#[0-9]' "$log" | grep -vF NEW_FUNC | tail -n 60 >&2
    local finding
    finding=$(sed -n 's/.*Test unit written to //p' "$log")
    if [[ -n $finding ]]; then
        say "$fuzzer found a defect; to repeat it: $build/tests/fuzz/fuzz_$1 $finding"
    else
        say "$fuzzer failed; see $log"
    fi
    return 1
}

install_missing program fuzz
lock_folder "$build"
if ! is_configured "$build"; then configure "$build" fuzz; fi
cmake --build "$build" --target "${fuzzers[@]/#/fuzz_}" </dev/null >&2
unlock_folder
mkdir -p "$build/findings" "$build/logs"
failed=0
running=0
cores=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}
for fuzzer in "${fuzzers[@]}"; do
    if ((running == cores)); then
        wait -n || failed=1
        running=$((running - 1))
    fi
    run_fuzzer "$fuzzer" &
    running=$((running + 1))
done
while ((running > 0)); do
    wait -n || failed=1
    running=$((running - 1))
done
exit "$failed"
