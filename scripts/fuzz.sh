#!/usr/bin/env bash
# Builds Emilia's fuzzers and runs them: each gives one reader of files or one dialect inputs that
# Clang's libFuzzer makes up, and sees whether anything goes wrong (tests/README.md).
#
#   scripts/fuzz.sh [--runs N] [--seconds S] [FUZZER...]
#   scripts/fuzz.sh --list
#   scripts/fuzz.sh --help
#
# Installs what is missing, as test.sh does, builds in build-fuzz/ and runs one fuzzer after the
# other, by default all of them for ten seconds each.
#
#   --runs N       so many inputs for each
#   --seconds S    at most so many seconds for each
#   --list         names the fuzzers
#   FUZZER         a name from that list
#
# What has led anywhere new is kept in build-fuzz/corpus/FUZZER, and the next run goes on from there.
# An input that something goes wrong with is kept as build-fuzz/findings/FUZZER-…, with the command
# that repeats it; then the status is 1. With CI=true in the environment every run begins the same:
# from the seeds alone, with the same random numbers.
#
#   scripts/fuzz.sh                            a short run of all
#   scripts/fuzz.sh --runs 2000000 ggf sgf     a long one of two
#   scripts/fuzz.sh --seconds 28800 gtp        a night's
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"

build=$project/build-fuzz
sources=$project/tests/fuzz

list_fuzzers() {
    local file
    for file in "$sources"/*.cpp; do basename "$file" .cpp; done
}

# Longer inputs hardly find more but take longer.
longest_input() { # FUZZER: bytes
    case $1 in
    board_string) echo 200 ;;
    move_list) echo 400 ;;
    game_line) echo 300 ;;
    cassio | gtp | nboard) echo 1024 ;;
    *) echo 2048 ;;
    esac
}

is_whole_number() { [[ $1 =~ ^[1-9][0-9]*$ ]]; }

limits=()
fuzzers=()
while (($# > 0)); do
    case $1 in
    -h | --help)
        sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
        exit
        ;;
    --list)
        list_fuzzers
        exit
        ;;
    --runs | --seconds)
        if ! is_whole_number "${2-}"; then
            say "$1 needs a number"
            exit 2
        fi
        if [[ $1 == --runs ]]; then limits+=("-runs=$2"); else limits+=("-max_total_time=$2"); fi
        shift 2
        ;;
    *)
        if [[ ! -f $sources/$1.cpp ]]; then
            say "there is no fuzzer '$1', but: $(list_fuzzers | paste -sd ' ')"
            exit 2
        fi
        fuzzers+=("$1")
        shift
        ;;
    esac
done
if ((${#limits[@]} == 0)); then limits=(-max_total_time=10); fi
if ((${#fuzzers[@]} == 0)); then mapfile -t fuzzers < <(list_fuzzers); fi

# The sanitizers keep freed memory for a while, to see that nobody uses it: by default so much that
# most of a run's time goes to fresh pages.
export ASAN_OPTIONS=quarantine_size_mb=16${ASAN_OPTIONS:+:$ASAN_OPTIONS}

run_fuzzer() { # FUZZER: 1 where it found something
    local fuzzer=$1 log=$build/logs/$1.log corpus=$build/corpus/$1 status=0
    local options=("${limits[@]}" "-max_len=$(longest_input "$1")" -timeout=10 -rss_limit_mb=1024
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
        say "$fuzzer: $(sed -n 's/^Done \(.* runs\) in \(.*\) second(s)$/\1 in \2 s/p' "$log")"
        return
    fi
    grep -v '^#[0-9]' "$log" | grep -vF NEW_FUNC | tail -n 60 >&2
    local finding
    finding=$(sed -n 's/.*Test unit written to //p' "$log")
    if [[ -n $finding ]]; then
        say "$fuzzer found something; to repeat it: $build/tests/fuzz/fuzz_$1 $finding"
    else
        say "$fuzzer failed; $log tells more"
    fi
    return 1
}

install_missing program fuzz
lock_folder "$build"
if ! is_configured "$build"; then configure "$build" fuzz; fi
cmake --build "$build" </dev/null >&2
unlock_folder
mkdir -p "$build/findings" "$build/logs"
failed=0
for fuzzer in "${fuzzers[@]}"; do run_fuzzer "$fuzzer" || failed=1; done
exit "$failed"
