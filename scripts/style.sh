#!/usr/bin/env bash
# Checks the style of the sources: their layout, their spelling, and what Clang
# finds in them.
#
#   scripts/style.sh [OPTIONS]
#   scripts/style.sh --help
#
# clang-format 14 and codespell check every file that Git knows, clang-tidy 14
# the C++ files that differ from the branch main, or from the commit before if
# this is main. It installs missing packages, as run.sh does.
#
#   --fix             also lay out the files anew
#   --since COMMIT    clang-tidy checks what differs from this commit
#   --all             clang-tidy checks all C++ files, which takes long
#
# CMAKE_BUILD_PARALLEL_LEVEL sets the number of jobs; by default all cores are
# used.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"

fix='' since='' all=''
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
    *) usage_error "there is no option '$1'$(list_options | did_you_mean "$1")" ;;
    esac
    shift
done

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
        in_parallel -0 codespell || failed+=" codespell"
}

# Sources of other systems can't be compiled here.
is_for_this_system() { # FILE
    case $1 in
    */windows/* | */windows_*.cpp | */web/* | */darwin/* | protocol/page/module.cpp) return 1 ;;
    esac
}

# The changed sources, and for each changed header a source that includes it.
changed_sources() {
    local file
    if [[ -z $since ]]; then
        since=$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null ||
            git rev-parse HEAD)
        if [[ $since == "$(git rev-parse HEAD)" ]]; then since=HEAD^; fi
        # A clone without its history has nothing to compare with.
        if ! git rev-parse --verify --quiet "$since" >/dev/null; then return; fi
    fi
    git diff --name-only --diff-filter=d "$since" -- '*.cpp' '*.cc' '*.h' '*.hpp' |
        while IFS= read -r file; do
            case $file in
            *.cpp | *.cc) echo "$file" ;;
            *) git grep -l -F -e "#include \"$file\"" -- '*.cpp' '*.cc' | sed -n 1p || true ;;
            esac
        done
}

# The fuzzers' sources need a build of their own, and Clang doesn't know all options of GCC.
check_with_clang() {
    local folder=$project/build-tidy
    lock_folder "$folder"
    if ! is_configured "$folder"; then
        quietly "$folder/configure.log" cmake -S "$project" -B "$folder" --preset clang \
            -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
    fi
    unlock_folder
    if [[ -n $all ]]; then git ls-files '*.cpp' '*.cc'; else changed_sources; fi | sort -u |
        while IFS= read -r file; do
            if [[ $file != tests/fuzz/* ]] && is_for_this_system "$file"; then echo "$file"; fi
        done | in_parallel -n 1 "$tidy" --quiet --warnings-as-errors='*' -p "$folder" ||
        failed+=" clang-tidy"
}

check_layout
check_spelling
check_with_clang
if [[ -n $failed ]]; then
    say "not as it should be:$failed"
    exit 1
fi
