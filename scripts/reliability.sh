#!/usr/bin/env bash
# Builds Emilia and checks how reliable it is, at any scale.
# tests/reliability/EXPERIMENTS.md has the figures of the last runs.
#
#   scripts/reliability.sh [OPTIONS] ROW
#   scripts/reliability.sh --help
#
# A ROW is one of
#   exact      solved positions against an independent solver
#   search     what must hold for any search
#   stops      searches that are stopped at random moments, in the library
#   dialects   the same through GTP, NBoard and Cassio
#   hostile    damaged files of every kind that Emilia reads
#   archives   games of WTHOR bases, written in every format and read again; a
#              case is a base
#   kills      jobs that are killed at random moments
#   faults     a system that refuses memory, space, threads or streams, and a
#              clock that jumps; some of it only with a larger --count
#   soak       many games of one process: its memory and its moves
#   analysis   one search, a case is a second: its memory, variations and end
#   time       games at one second a game on a busy machine
#   mutants    programs with one small fault: whether the tests notice it
#
#   --count N            check N cases (default: a short run; with --seconds, any
#                        number)
#   --seconds S          stop after S seconds, even with fewer cases
#   --seed N             use other random numbers (default: 1)
#   --least-empties N    exact: from N empty squares (default: 1)
#   --most-empties N     exact: to N empty squares (default: 10)
#   --games FOLDER       archives: the WTHOR bases (default: those of the tests)
#
# It stops at the first finding and prints how to repeat it; the exit status is
# then 1. Without a finding it prints a line for the page: row, what was checked,
# result, date, commit and duration. Ctrl-C or SIGTERM ends it after the case in
# hand, with a line for what was checked until then; a second one ends it at once.
#
#   scripts/reliability.sh --count 1000000 exact
#   scripts/reliability.sh --count 100 --least-empties 20 --most-empties 24 exact
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"

build=$project/build
rows=(exact search stops dialects hostile archives kills faults soak analysis time mutants)

row=''
options=()
while (($# > 0)); do
    case $1 in
    -h | --help)
        show_help
        exit
        ;;
    --count | --seconds | --seed | --least-empties | --most-empties)
        check_option "$@"
        take_number number "$1" 1 "$2"
        options+=("$1" "$number")
        shift 2
        ;;
    --games)
        check_option "$@"
        options+=("$1" "$(readlink -f -- "$2")")
        shift 2
        ;;
    --*=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
    -*) check_option "$1" ;;
    *)
        if [[ -n $row ]]; then usage_error "one row at a time, not '$row' and '$1'"; fi
        if ! printf '%s\n' "${rows[@]}" | grep -xF -e "$1" >/dev/null; then
            usage_error "there is no row '$1'$(printf '%s\n' "${rows[@]}" | did_you_mean "$1")"
        fi
        row=$1
        shift
        ;;
    esac
done
if [[ -z $row ]]; then usage_error "name a row"; fi
if [[ $row != exact && " ${options[*]-} " == *-empties* ]]; then
    usage_error "only exact has a number of empty squares"
fi
if [[ $row != archives && " ${options[*]-} " == *" --games "* ]]; then
    usage_error "only archives has games"
fi

install_missing program tests
lock_folder "$build"
if ! is_configured "$build" || ! is_set "$build" -DEMILIA_TESTS=ON; then
    configure "$build" release -DEMILIA_TESTS=ON
fi
cmake --build "$build" --target emilia emilia_reliability emilia_failing_malloc \
    emilia_jumping_clock </dev/null >&2
unlock_folder

case $row in
exact | search | stops | hostile | archives)
    program=("$build/tests/emilia_reliability")
    if [[ " ${options[*]-} " == *" --seconds "* && " ${options[*]} " != *" --count "* ]]; then
        options+=(--count 999999999) # the time alone is the limit
    fi
    ;;
*) program=(python3 "$project/tests/reliability/reliability.py") ;;
esac
begin=$SECONDS
export EMILIA_PROGRAM=$build/emilia
export EMILIA_FAILING_ALLOCATOR=$build/tests/libemilia_failing_malloc.so
export EMILIA_JUMPING_CLOCK=$build/tests/libemilia_jumping_clock.so
result=$(mktemp)
at_exit() {
    stop_jobs
    rm -f "$result"
}
trap at_exit EXIT
exit_at_signals
${bound[@]+"${bound[@]}"} "${program[@]}" "$row" ${options[@]+"${options[@]}"} >"$result" &
checker=$! interrupted=false
interrupt() { # the second request ends the row at once
    if $interrupted; then say "the row ends at once"; else say "the row ends after the case in hand"; fi
    interrupted=true
    kill "$checker" 2>/dev/null || true
}
trap interrupt INT TERM
status=0
wait "$checker" || status=$?
while kill -0 "$checker" 2>/dev/null; do
    status=0
    wait "$checker" || status=$? # a signal had ended the one before
done
if ((status == 0)); then
    commit=$(git -C "$project" rev-parse --short HEAD 2>/dev/null || echo none)
    echo "| $row | $(<"$result") | $(date +%F), $commit, $((SECONDS - begin)) s |"
fi
if $interrupted; then exit 130; fi
if ((status != 0)); then exit "$status"; fi
