#!/usr/bin/env bash
# Checks the style of the sources: their layout, their spelling, and what Clang
# finds in them.
#
#   scripts/style.sh [OPTIONS]
#   scripts/style.sh --help
#
# clang-format 14 and codespell check every file that Git knows, clang-tidy 14
# those C++ files of engine, book and protocol that differ from the branch main,
# or from the commit before if this is main. The tests stay out, as Clang warns
# of Catch2's macros. It installs missing packages, as run.sh does.
#
#   --fix             also lay out the files anew
#   --since COMMIT    clang-tidy checks what differs from this commit
#   --all             clang-tidy checks all of their files, which takes long
#   --minutes N       clang-tidy begins no file after N minutes; it checks the
#                     sources that have changed most first, those that include
#                     changed headers last
#
# CMAKE_BUILD_PARALLEL_LEVEL sets the number of jobs; by default all cores are
# used.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"

fix='' since='' all='' minutes=''
while (($# > 0)); do
    case $1 in
    -h | --help)
        show_help
        exit
        ;;
    --fix) fix=yes ;;
    --all) all=yes ;;
    --since)
        check_option "$@"
        since=$2
        shift
        ;;
    --since=*) since=${1#*=} ;;
    --minutes)
        check_option "$@"
        minutes=$2
        shift
        ;;
    --minutes=*) minutes=${1#*=} ;;
    *) usage_error "there is no option '$1'$(list_options | did_you_mean "$1")" ;;
    esac
    shift
done

if [[ $minutes && ! $minutes =~ ^[0-9]{1,4}$ ]]; then
    usage_error "--minutes is a whole number, not '$minutes'"
fi

install_missing program tests style
cd "$project"
if ! git rev-parse --verify --quiet HEAD >/dev/null; then
    say "this checks what Git knows, and this is no Git repository"
    exit 2
fi

find_version_14() { # VARIABLE COMMAND: its version 14, as others lay out and warn differently
    local command
    for command in "$2-14" "$2"; do
        if has_command "$command" && [[ $("$command" --version) == *"version 14."* ]]; then
            printf -v "$1" %s "$command"
            return
        fi
    done
    say "this needs version 14 of $2"
    exit 2
}
formatter='' tidy=''
find_version_14 formatter clang-format
find_version_14 tidy clang-tidy

failed=''
in_parallel() { xargs -r -P "$CMAKE_BUILD_PARALLEL_LEVEL" "$@"; }

check_layout() {
    local action=(--dry-run -Werror)
    if [[ -n $fix ]]; then action=(-i); fi
    git ls-files -z '*.cpp' '*.h' '*.hpp' '*.cc' | in_parallel -0 -n 50 "$formatter" "${action[@]}" ||
        failed+=" clang-format"
}

check_spelling() { # of all texts but the data and the inputs of fuzzers
    git grep -I --name-only -z -e '' -- . ':!tests/data' ':!tests/fuzz' ':!*.svg' |
        in_parallel -0 codespell --config .ci/codespell.cfg || failed+=" codespell"
}

# What clang-tidy reads.
checked=(engine/ book/ protocol/)

# Sources of other systems can't be compiled here.
is_for_this_system() { # FILE
    case $1 in
    */windows/* | */windows_*.cpp | */web/* | */darwin/* | protocol/library/javascript/module.cpp) return 1 ;;
    esac
}

find_base() { # sets `since`; fails in a clone without history, which has nothing to compare with
    if [[ $since ]]; then return; fi
    since=$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null ||
        git rev-parse HEAD)
    if [[ $since == "$(git rev-parse HEAD)" ]]; then since=HEAD^; fi
    git rev-parse --verify --quiet "$since" >/dev/null
}

# The sources that have changed, most lines first; then for each changed header a source that includes
# it.
changed_sources() {
    local file
    find_base || return 0
    git diff --numstat --no-renames --diff-filter=d "$since" -- "${checked[@]/%/*.cpp}" | sort -rn | cut -f 3
    git diff --name-only --diff-filter=d "$since" -- "${checked[@]/%/*.h}" |
        while IFS= read -r file; do
            git grep -l -F -e "#include \"$file\"" -- "${checked[@]/%/*.cpp}" | sed -n 1p || true
        done
}

sources_to_check() {
    if [[ $all ]]; then git ls-files "${checked[@]/%/*.cpp}"; else changed_sources; fi |
        awk '!seen[$0]++' |
        while IFS= read -r file; do
            if is_for_this_system "$file"; then echo "$file"; fi
        done
}

# Clang doesn't know all options of GCC, so it reads those of a build of its own, one for tuning,
# which has two sources more.
check_with_clang() {
    local folder=$project/build-tidy left
    lock_folder "$folder"
    if ! is_configured "$folder"; then
        quietly "$folder/configure.log" cmake -S "$project" -B "$folder" --preset clang \
            -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DEMILIA_TUNABLE=ON
    fi
    unlock_folder
    : >"$folder/left"
    # shellcheck disable=SC2016 # the shell that xargs starts expands it
    sources_to_check | in_parallel -n 1 bash -c '
        if [[ $1 && $EPOCHSECONDS -ge $1 ]]; then
            echo "$4" >>"$3/left"
        else
            "$2" --quiet --warnings-as-errors="*" -p "$3" "$4"
        fi' bash "${minutes:+$((EPOCHSECONDS + 60 * 10#$minutes))}" "$tidy" "$folder" ||
        failed+=" clang-tidy"
    left=$(wc -l <"$folder/left")
    if ((left > 0)); then
        say "the $minutes minutes are over; clang-tidy has left $left files unchecked"
    fi
}

check_layout
check_spelling
check_with_clang
if [[ -n $failed ]]; then
    say "not as it should be:$failed"
    exit 1
fi
