#!/usr/bin/env bash
# Repeats the published experiments with the players of the literature. This
# reproduces all figures of engine/classic/EXPERIMENTS.md.
#
#   scripts/literature.sh [OPTIONS]
#   scripts/literature.sh --help
#
# Each step writes a table to FOLDER/STEP.md; FOLDER/literature.md combines them.
# A step whose table exists is skipped, so after Ctrl-C or a crash the same
# command continues where it stopped. With other --games, --wthor or --rhino,
# another program or processor, and in a folder that holds anything else, it
# refuses to start.
#
#   players       the players and their sources
#   round-robin   the two tournaments of Norvig's chapter 18
#   iago-match    Norvig's Iago against modified-weighted-squares
#   ordering      what move ordering saves alpha-beta
#   branching     what Iago's move orderings save: the branching factors of
#                 Rosenbloom's table 4.1
#   speed-up      how much faster alpha-beta is than minimax
#   ladder        a match of each player against the next stronger one, up to
#                 Emilia: ladder.md and ladder.svg
#
#   --folder FOLDER   where the results go (default: build/literature)
#   --only STEP       run only this step; repeat the option for several steps
#                     (default: all)
#   --games N         games of each match of the ladder, an even number (default:
#                     400)
#   --wthor FOLDER    the folder with WTHOR's game files for branching, or one of
#                     these files (default: the games of 1980 in tests/data)
#   --threads N       steps, or games of the ladder, that run at the same time
#                     (default: all cores). Steps that measure time run alone.
#   --program FILE    the Emilia to run (default: build/emilia, which is built if
#                     necessary)
#   --rhino FILE      Debian's gtp-rhino for the ladder (default: the installed
#                     one; the package is grhino). Without it the ladder leaves
#                     out its levels.
#
# All steps together take less than twenty minutes on two cores.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"
# shellcheck source-path=SCRIPTDIR source=lib/job_folder.sh
source "$project/scripts/lib/job_folder.sh"

# The ladder, from the weakest to the strongest. A name contains the engine's level, or its plies if they
# are not the player's usual ones.
ladder_engines() {
    cat <<'TABLE'
minimize-difference=gtp:{program} --player minimize-difference --hash 1
random=gtp:{program} --player random --hash 1
maximize-difference=gtp:{program} --player maximize-difference --hash 1
mobility=gtp:{program} --player mobility --hash 1
student-frontiers=gtp:{program} --player student-frontiers --hash 1
student-coins=gtp:{program} --player student-coins --hash 1
maximize-difference-4=gtp:{program} --player maximize-difference --depth 4 --hash 1
weighted-squares=gtp:{program} --player weighted-squares --hash 1
modified-weighted-squares=gtp:{program} --player modified-weighted-squares --hash 1
student-board-1=gtp:{program} --player student-board-1 --hash 1
student-corners=gtp:{program} --player student-corners --hash 1
student-board-3=gtp:{program} --player student-board-3 --hash 1
student-corner-access=gtp:{program} --player student-corner-access --hash 1
student-board-2=gtp:{program} --player student-board-2 --hash 1
student-staged-45=gtp:{program} --player student-staged-45 --hash 1
student-staged-35=gtp:{program} --player student-staged-35 --hash 1
emilia-1=gtp:{program} --level 1 --no-book --threads 1 --hash 1
weighted-squares-4=gtp:{program} --player weighted-squares --depth 4 --hash 1
student-staged-25=gtp:{program} --player student-staged-25 --hash 1
student-tournament-1=gtp:{program} --player student-tournament-1 --hash 1
modified-weighted-squares-4=gtp:{program} --player modified-weighted-squares --depth 4 --hash 1
student-dynamic-board=gtp:{program} --player student-dynamic-board --hash 1
student-final=gtp:{program} --player student-final --hash 1
emilia-2=gtp:{program} --level 2 --no-book --threads 1 --hash 1
rhino-1=gtp:{rhino} -l 1 -b 0
emilia-3=gtp:{program} --level 3 --no-book --threads 1 --hash 1
norvig-iago=gtp:{program} --player norvig-iago --hash 1
emilia-4=gtp:{program} --level 4 --no-book --threads 1 --hash 1
rhino-2=gtp:{rhino} -l 2 -b 0
emilia-5=gtp:{program} --level 5 --no-book --threads 1 --hash 1
emilia-6=gtp:{program} --level 6 --no-book --threads 1 --hash 1
emilia-7=gtp:{program} --level 7 --no-book --threads 1 --hash 1
emilia-8=gtp:{program} --level 8 --no-book --threads 1 --hash 1
rhino-3=gtp:{rhino} -l 3 -b 0
emilia-9=gtp:{program} --level 9 --no-book --threads 1 --hash 1
emilia-10=gtp:{program} --level 10 --no-book --threads 1 --hash 1
emilia-11=gtp:{program} --level 11 --no-book --threads 1 --hash 1
iago=gtp:{program} --player iago --hash 1
TABLE
}

# In the order of the results. The timed steps run one after the other while nothing else runs.
steps=(players round-robin iago-match ordering branching speed-up ladder)
untimed=(players round-robin iago-match branching)
timed=(ordering speed-up)

folder=$project/build/literature
only=()
games=400
wthor=''
threads=$cores
program=''
rhino=''
seed=1981 # for the ladder's openings

is_among() { # WORD WORDS...
    local word
    for word in "${@:2}"; do
        if [[ $word == "$1" ]]; then return 0; fi
    done
    return 1
}

while (($# > 0)); do
    case $1 in
    -h | --help)
        show_help
        exit
        ;;
    --*=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
    esac
    check_option "$@"
    case $1 in
    --folder) take_path folder "$1" "$2" ;;
    --only)
        if ! is_among "$2" "${steps[@]}"; then
            usage_error "there is no step '$2'$(printf '%s\n' "${steps[@]}" | did_you_mean "$2")"
        fi
        only+=("$2")
        ;;
    --games) take_number games "$1" 2 "$2" ;;
    --wthor) take_path wthor "$1" "$2" ;;
    --threads) take_number threads "$1" 1 "$2" ;;
    --program) take_program program "$1" "$2" ;;
    --rhino) rhino=$2 ;;
    esac
    shift 2
done
if ((games % 2 != 0)); then usage_error "--games must be an even number, not $games"; fi
if ((${#only[@]} == 0)); then only=("${steps[@]}"); fi
game_files=("$project/tests/data/literature/WTH_1980.wtb")
if [[ -n $wthor ]]; then take_bases "$wthor"; fi
if is_among ladder "${only[@]}" && ! has_command python3; then
    say "the ladder needs Python 3.10 or newer"
    exit 2
fi

at_exit() {
    local status=$?
    stop_jobs
    if ((status == 130)); then say "stopped; the same command continues from here"; fi
}
trap at_exit EXIT
exit_at_signals

if [[ -z $program ]]; then
    "$project/scripts/run.sh" --version >&2
    program=$project/build/emilia
fi

processor() {
    local name
    name=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
    echo "${name:-$(uname -m)}, $cores cores"
}

version=$("$program" --version)
title="$version, on $(processor)"
settings="$title; program $(checksum "$(type -P -- "$program")"), games $games, rhino '$rhino',"
settings+=" game files $(checksum "${game_files[@]}")"
take_folder "$folder" "$settings"

duration() { printf '%d:%02d' "$(($1 / 60))" "$(($1 % 60))"; }

is_wanted() { # STEP: requested and not done yet
    if ! is_among "$1" "${only[@]}"; then return 1; fi
    if [[ -e $folder/$1.md ]]; then
        say "$1: already done"
        return 1
    fi
}

arguments_of() { # STEP: sets `arguments`, the arguments of the step's command
    case $1 in
    branching) arguments=("${game_files[@]}") ;;
    *) arguments=() ;;
    esac
}

declare -A step_of=() begin_of=() # the steps that are running, by process

# A step's messages go to a log, as steps that run at the same time would overwrite each other's progress
# lines.
start_step() { # STEP
    local arguments
    arguments_of "$1"
    say "$1: started"
    renew "$folder/$1.md.new" "$folder/$1.log"
    ${bound[@]+"${bound[@]}"} "$program" literature "$1" ${arguments[@]+"${arguments[@]}"} \
        </dev/null >"$folder/$1.md.new" 2>"$folder/$1.log" &
    step_of[$!]=$1 begin_of[$!]=$SECONDS
}

# Waits for the end of one of the steps that are running, and saves its table.
finish_step() {
    local process step begin status=0
    wait_for_one step_of || status=$?
    step=${step_of[$process]} begin=${begin_of[$process]}
    unset "step_of[$process]" "begin_of[$process]"
    if ((status != 0)); then
        tail -n 20 "$folder/$step.log" >&2
        say "$step failed with status $status"
        return 1
    fi
    move_over "$folder/$step.md.new" "$folder/$step.md" || return 1
    say "$step: done in $(duration $((SECONDS - begin)))"
}

# Runs as many steps at a time as there are threads. After a failure the other steps still run.
run_together() { # STEPS...
    local step failed=0
    for step in "$@"; do
        if ! is_wanted "$step"; then continue; fi
        if ((${#step_of[@]} == threads)); then finish_step || failed=1; fi
        start_step "$step"
    done
    while ((${#step_of[@]} > 0)); do finish_step || failed=1; done
    return "$failed"
}

find_rhino() { # sets `rhino`; empty if there is none
    if [[ -n $rhino ]]; then
        if [[ ! -x $rhino ]]; then
            say "there is no '$rhino'"
            rhino=''
        fi
    else
        # Debian installs games in a folder that is not on every user's path.
        rhino=$(PATH=$PATH:/usr/games command -v gtp-rhino || true)
    fi
    if [[ -z $rhino ]]; then
        say "the ladder leaves out gtp-rhino, which is in Debian's package grhino"
    fi
}

# Plays the ladder, or the rest of it, and writes its table and its chart.
run_ladder() {
    local begin=$SECONDS engines=() line status=0 resume=()
    find_rhino
    while read -r line; do
        if [[ -z $rhino && $line == *'{rhino}'* ]]; then continue; fi
        line=${line//'{program}'/"$(quoted "$program")"}
        line=${line//'{rhino}'/"$(quoted "$rhino")"}
        engines+=(--engine "$line")
    done < <(ladder_engines)
    if [[ -e $folder/ladder/match.json ]]; then resume=(--resume); fi
    say "ladder: started; $((${#engines[@]} / 2)) players, $games games of each against the next one"
    renew "$folder/ladder.log" "$folder/ladder.md.new"
    # In the background, as the shell handles signals only between foreground commands.
    ${bound[@]+"${bound[@]}"} "$project/scripts/match.py" --ladder "${engines[@]}" \
        --games "$games" --random-plies 10 --seed "$seed" --reuse --concurrency "$threads" \
        --output "$folder/ladder" --chart "$folder/ladder.svg" ${resume[@]+"${resume[@]}"} \
        </dev/null >"$folder/ladder.log" &
    wait $! || status=$?
    if ((status != 0)); then
        say "ladder failed with status $status"
        return 1
    fi
    check_no_engine_was_killed "$folder/ladder" || return 1
    {
        echo "Each player plays $games games against the one below. Openings of 10 random plies, each" \
            "played with both colours."
        echo
        grep '^|' "$folder/ladder.log"
    } >"$folder/ladder.md.new"
    move_over "$folder/ladder.md.new" "$folder/ladder.md"
    say "ladder: done in $(duration $((SECONDS - begin)))"
}

join_all() {
    local step
    echo "$title"
    for step in "${steps[@]}"; do
        if [[ ! -e $folder/$step.md ]]; then continue; fi
        printf '\n## %s\n\n' "$step"
        cat "$folder/$step.md"
        if [[ $step == ladder ]]; then printf '\n![The ladder](ladder.svg)\n'; fi
    done
}

run_together "${untimed[@]}"
for step in "${timed[@]}"; do run_together "$step"; done
if is_wanted ladder; then run_ladder; fi
renew "$folder/literature.md.new"
join_all >"$folder/literature.md.new"
move_over "$folder/literature.md.new" "$folder/literature.md"
say "all tables are in '$folder/literature.md'; it took $(duration "$SECONDS")"
