#!/usr/bin/env bash
# Builds Emilia's fuzzers and runs them. Each fuzzer gives one file reader or one
# dialect inputs that Clang's libFuzzer generates, and checks that nothing goes
# wrong (tests/README.md).
#
#   scripts/fuzz.sh [--runs N] [--seconds S] [FUZZER...]
#   scripts/fuzz.sh --coverage [FUZZER...]
#   scripts/fuzz.sh --list
#   scripts/fuzz.sh --help
#
# Installs what is missing, as test.sh does, builds in build-fuzz/ and runs the
# fuzzers, as many at a time as there are cores; by default it runs all of them
# for ten seconds each.
#
#   --runs N       stop each fuzzer after N inputs
#   --seconds S    stop each fuzzer after S seconds
#   --coverage     fuzz nothing, but count which lines and branches the seeds and
#                  the inputs of earlier runs reach; build in build-coverage/
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
#   scripts/fuzz.sh --coverage                 what all inputs so far reach
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"

build=$project/build-fuzz
sources=$project/tests/fuzz
# Whatever reads input from outside, for --coverage.
readers=(engine/notation engine/eval/weights.cpp engine/learn/position_file.cpp
    book/book_file.cpp book/book_text.cpp book/edax_book.cpp book/growth/rounds.cpp
    protocol/dialects protocol/server)

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
    cassio | gtp | nboard | ugi) echo 1024 ;;
    ggs) echo 4096 ;;
    *) echo 2048 ;;
    esac
}

limits=()
fuzzers=()
coverage=false
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
    --coverage)
        coverage=true
        shift
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
if ((${#fuzzers[@]} == 0)); then mapfile -t fuzzers < <(list_fuzzers); fi

# The sanitizers hold back freed memory to detect its use. By default they hold back so much that
# mapping new pages takes most of a run's time.
export ASAN_OPTIONS=quarantine_size_mb=16${ASAN_OPTIONS:+:$ASAN_OPTIONS}

declare -A fuzzer_of=() # the fuzzers that are running, by process

start_fuzzer() { # FUZZER
    local corpus=$build/corpus/$1
    # Without -handle_int=0 it would take Ctrl-C itself, and its end would look like a failure.
    local options=("${limits[@]}" "-max_len=$(max_input_length "$1")" -timeout=10 -rss_limit_mb=1024
        -handle_int=0 "-artifact_prefix=$build/findings/$1-")
    if [[ -f $sources/$1.dict ]]; then options+=("-dict=$sources/$1.dict"); fi
    if [[ ${CI-} == true ]]; then
        options+=(-seed=1)
        corpus=$build/ci-corpus/$1
        rm -rf "$corpus"
    fi
    mkdir -p "$corpus"
    ${bound[@]+"${bound[@]}"} "$build/tests/fuzz/fuzz_$1" "${options[@]}" "$corpus" \
        "$sources/seeds/$1" </dev/null >"$build/logs/$1.log" 2>&1 &
    fuzzer_of[$!]=$1
}

# Waits for the end of one of the fuzzers that are running; returns 1 if it found a defect.
finish_fuzzer() {
    local process fuzzer log finding status=0
    wait_for_one fuzzer_of || status=$?
    fuzzer=${fuzzer_of[$process]} log=$build/logs/${fuzzer_of[$process]}.log
    unset "fuzzer_of[$process]"
    if ((status == 0)); then
        say "$fuzzer: $(sed -n 's/^Done \(.* runs\) in \(.*\) second(s)$/\1 in \2 s/p' "$log" |
            sed -e 's/^1 runs/1 run/' -e ':more' -e 's/\([0-9]\)\([0-9]\{3\}\)\b/\1,\2/' -e 't more')"
        return
    fi
    grep -v '^#[0-9]' "$log" | grep -vF NEW_FUNC | tail -n 60 >&2
    finding=$(sed -n 's/.*Test unit written to //p' "$log")
    if [[ -n $finding ]]; then
        say "$fuzzer found a defect; to repeat it: $build/tests/fuzz/fuzz_$fuzzer $finding"
    else
        say "$fuzzer failed; see $log"
    fi
    return 1
}

# Runs each input once, in a build that counts, and prints a table of the readers. A file with the
# count beside each line is written for every reader.
count_coverage() {
    local counted=$project/build-coverage fuzzer programs=() report
    install_missing program fuzz coverage
    build_fuzzers "$counted" coverage
    rm -rf "$counted/profiles" "$counted/lines"
    mkdir -p "$counted/profiles"
    for fuzzer in "${fuzzers[@]}"; do
        mkdir -p "$build/corpus/$fuzzer"
        LLVM_PROFILE_FILE=$counted/profiles/$fuzzer.profraw quietly "$counted/$fuzzer.log" \
            "$counted/tests/fuzz/fuzz_$fuzzer" -runs=0 "-max_len=$(max_input_length "$fuzzer")" \
            "$build/corpus/$fuzzer" "$sources/seeds/$fuzzer"
        programs+=(-object "$counted/tests/fuzz/fuzz_$fuzzer")
    done
    llvm-profdata merge -sparse "$counted"/profiles/*.profraw -o "$counted/profile"
    report=("${programs[@]:1}" "-instr-profile=$counted/profile" "${readers[@]/#/$project/}")
    llvm-cov show --show-branches=count -output-dir="$counted/lines" "${report[@]}"
    llvm-cov report --show-region-summary=false --show-branch-summary "${report[@]}" |
        awk '
            $1 ~ /\.(cpp|h)$/ && $5 + $8 > 0 {
                printf "%-45s lines %5d of %5d, %5.1f %%", $1, $5 - $6, $5, 100 - 100 * $6 / $5
                if ($8 > 0) printf "   branches %5d of %5d, %5.1f %%", $8 - $9, $8, 100 - 100 * $9 / $8
                print ""
            }' | sort
    say "the source with its counts is in $counted/lines"
}

build_fuzzers() { # FOLDER PRESET
    lock_folder "$1"
    if ! is_configured "$1"; then configure "$1" "$2"; fi
    cmake --build "$1" --target "${fuzzers[@]/#/fuzz_}" </dev/null >&2
    unlock_folder
}

if $coverage; then
    if ((${#limits[@]} > 0)); then usage_error "--coverage runs each input once"; fi
    count_coverage
    exit
fi
if ((${#limits[@]} == 0)); then limits=(-max_total_time=10); fi
install_missing program fuzz
build_fuzzers "$build" fuzz
mkdir -p "$build/findings" "$build/logs"
trap stop_jobs EXIT
exit_at_signals
failed=0
cores=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}
for fuzzer in "${fuzzers[@]}"; do
    if ((${#fuzzer_of[@]} == cores)); then finish_fuzzer || failed=1; fi
    start_fuzzer "$fuzzer"
done
while ((${#fuzzer_of[@]} > 0)); do finish_fuzzer || failed=1; done
exit "$failed"
