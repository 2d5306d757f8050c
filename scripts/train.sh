#!/usr/bin/env bash
# Makes weights for Emilia's evaluation from nothing: it plays games against
# itself, learns from their positions, and keeps the new weights if they play
# better. It also fits the margins of Multi-ProbCut to these weights.
#
#   scripts/train.sh [OPTIONS]
#   scripts/train.sh --help
#
# The weights end up in FOLDER/emilia.weights; `emilia --weights FILE` plays with
# them. To build them into the program, copy them over engine/eval/emilia.weights,
# copy FOLDER/probcut_margins.h over engine/search/probcut_margins.h, and build
# again; a test fails if the two don't belong together. After a change of the
# shapes in engine/eval/patterns.h this is the way to new weights: the program
# then starts with simple ones until it is built with these.
#
# Training goes in generations. Each one plays its games with the best weights so
# far and learns from the games of all generations: first the tables, then the
# network that corrects them. Games that are played with trained weights also give
# the values of their searches (`emilia selfplay --searched`).
#
# Then a match against the best weights so far decides, without an opening book:
# weights that do not win it are refused, in the first generation, too, whose
# opponent are the weights of --start. The error of the evaluation is printed as
# well, but it decides nothing, as a smaller error does not always play better.
#
# The script keeps what is in the folder: after Ctrl-C or a crash the same command
# continues, also with more --generations or other --threads. With other settings,
# another file for --start or other games for --wthor, and in a folder that holds
# anything else, it refuses to start. When another program continues a job, the
# script says so; a program of another version adds no games to a self-play that
# has begun, so it goes on only where that is done.
#
#   --folder FOLDER       put everything here (default: build/training)
#   --generations N       make N generations (default 1)
#   --start FILE          begin with these weights (default: simple ones that need
#                         no training, see `emilia train --initial`)
#   --wthor FOLDER        also learn from WTHOR's games. The years from
#                         --held-out-from on are left out and measure the error.
#                         Games that cannot be read are named and left out.
#   --held-out-from YEAR  (default 2023). Without --wthor, games of self-play
#                         measure the error, one for every twenty that are learned
#                         from.
#
#   --games N             play N games of self-play in each generation (default
#                         2000)
#   --for SECONDS         stop each self-play after SECONDS, even with fewer games
#   --depth N, --exact-at N  options of self-play: see `emilia selfplay --help`
#   --passes N            passes over the positions to fit the tables: see `emilia
#                         train --help`
#   --match-games N       play N games in each match, an even number (default 100)
#   --match-time SECONDS  time for a move in a match (default 0.02)
#   --margin-depth N      search N plies deep to fit the margins (default 10)
#   --threads N           (default: all cores)
#   --program FILE        the Emilia to run (default: build/emilia, built if
#                         necessary)
#
# The default takes some minutes. That is enough to see that it works, but too few
# games to play well. For good weights, let it run for days:
#   scripts/train.sh --folder big --games 500000 --generations 3 --wthor wthor/ \
#       --match-games 1000
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"
# shellcheck source-path=SCRIPTDIR source=lib/job_folder.sh
source "$project/scripts/lib/job_folder.sh"

folder=$project/build/training
generations=1
start=''
wthor=''
held_out_from=2023
games=2000
seconds=''
depth=''
exact_at=''
passes=''
match_games=100
match_time=0.02
margin_depth=''
threads=$cores
program=''

take_seconds() { # VARIABLE OPTION TEXT
    # Other programs would say so as well, but only after the first steps.
    if [[ ! $3 =~ ^([0-9]+\.?[0-9]*|\.[0-9]+)$ || ! $3 =~ [1-9] ]]; then
        usage_error "$2 must be a number of seconds greater than 0, not '$3'"
    fi
    printf -v "$1" %s "$(LC_ALL=C && printf %.10g "$3")" # .01 and 0.010 are the same setting
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
    --generations) take_number generations "$1" 1 "$2" ;;
    --start) take_path start "$1" "$2" ;;
    --wthor) take_path wthor "$1" "$2" ;;
    --held-out-from) take_number held_out_from "$1" 2 "$2" ;;
    --games) take_number games "$1" 1 "$2" ;;
    --for) take_seconds seconds "$1" "$2" ;;
    --depth) take_number depth "$1" 1 "$2" ;;
    --exact-at) take_number exact_at "$1" 1 "$2" ;;
    --passes) take_number passes "$1" 1 "$2" ;;
    --match-games) take_number match_games "$1" 2 "$2" ;;
    --match-time) take_seconds match_time "$1" "$2" ;;
    --margin-depth) take_number margin_depth "$1" 5 "$2" ;;
    --threads) take_number threads "$1" 1 "$2" ;;
    --program) take_program program "$1" "$2" ;;
    esac
    shift 2
done
for path in "$start" "$wthor"; do
    if [[ -n $path && ! -e $path ]]; then usage_error "there is no '$path'"; fi
done
if [[ -n $start && ! -f $start ]]; then usage_error "'$start' is no file of weights"; fi
game_files=()
if [[ -n $wthor ]]; then take_bases "$wthor"; fi
if ((held_out_from > 9999)); then usage_error "--held-out-from is at most 9999, not $held_out_from"; fi
if ((match_games % 2 != 0)); then usage_error "--match-games is an even number, not $match_games"; fi
if ! has_command python3; then
    say "Python 3.10 or newer is needed to play matches"
    exit 2
fi

at_exit() {
    local status=$?
    if ((status == 130)); then
        say "stopped; the same command continues from here"
    elif ((status != 0)); then
        leave_folder "$folder" program start.weights start.weights.new label.txt
    fi
}
trap at_exit EXIT

if [[ -z $program ]]; then
    "$project/scripts/run.sh" --version
    program=$project/build/emilia
fi

selfplay_options=(${seconds:+--for "$seconds"} ${depth:+--depth "$depth"}
    ${exact_at:+--exact-at "$exact_at"})
train_options=(${passes:+--passes "$passes"})
settings="start '${start:+$(checksum "$start")}',"
settings+=" wthor '${wthor:+$(checksum "${game_files[@]}")}',"
settings+=" held-out-from $held_out_from, games $games,"
settings+=" self-play '${selfplay_options[*]-}', training '${train_options[*]-}',"
settings+=" match-games $match_games, match-time $match_time${margin_depth:+, margin-depth $margin_depth}"

take_folder "$folder" "$settings"

# A newer program may continue the job, but then the results are of both.
this_program=$(checksum "$(type -P -- "$program")")
if [[ ! -s $folder/program ]]; then
    echo "$this_program" >"$folder/program"
elif [[ $(<"$folder/program") != "$this_program" ]]; then
    say "'$folder' was begun with another program than '$program' is now; this one continues it," \
        "but one of another version adds no games to a self-play that has begun"
fi

best=$folder/start.weights
if [[ ! -e $best && -n $start ]]; then
    # Shows now that they can be used, not after hours of other steps.
    "$program" analyze f5d6 --depth 1 --no-book --weights "$start" >/dev/null
    renew "$best.new"
    cp "$start" "$best.new"
    mv "$best.new" "$best"
elif [[ ! -e $best ]]; then
    "$program" train --initial --output "$best"
fi

# Positions to measure the error with, and those of WTHOR to learn from.
held_out=$folder/held-out.pos
files=()
label() { # YEARS FILE
    local report=$folder/label.txt status=0
    renew "$report"
    ${bound[@]+"${bound[@]}"} "$program" label --wthor "$wthor" --years "$1" --output "$2" \
        --threads "$threads" >"$report" || status=$?
    cat "$report"
    # Games that cannot be read give this status although all others have their labels.
    if ((status == 1)) && grep -q "' holds " "$report"; then
        say "some of WTHOR's games cannot be read; the others are used"
    elif ((status != 0)); then
        exit "$status"
    fi
}
selfplay() { # FILE GAMES OPTIONS...
    ${bound[@]+"${bound[@]}"} "$program" selfplay --output "$1" --games "$2" \
        --threads "$threads" ${selfplay_options[@]+"${selfplay_options[@]}"} "${@:3}"
}
if [[ -n $wthor ]]; then
    say "labels for WTHOR's games from $held_out_from on, to measure the error with"
    label "$held_out_from-9999" "$held_out"
    say "labels for WTHOR's earlier games, to learn from"
    label "1-$((held_out_from - 1))" "$folder/wthor.pos"
    files+=("$folder/wthor.pos")
elif [[ ! -e $folder/held-out.done ]]; then
    say "self-play, to measure the error with"
    selfplay "$held_out" "$((games / 20 + 1))" --seed 0 --weights "$best"
    touch "$folder/held-out.done"
fi

# Makes FOLDER/emilia.weights of a generation, unless it exists.
make_weights() { # GENERATION FOLDER
    if [[ -e $2/emilia.weights ]]; then
        say "generation $1: its weights exist"
        return
    fi
    # A training that goes on needs the same games as before; with --for there would be more.
    if [[ ! -e $2/games.done ]]; then
        say "generation $1: self-play"
        # The values that untrained weights give to searches teach nothing.
        local searched=()
        if [[ -n $start || $best != "$folder/start.weights" ]]; then searched=(--searched); fi
        selfplay "$2/games.pos" "$games" --seed "$1" --weights "$best" \
            ${searched[@]+"${searched[@]}"}
        touch "$2/games.done"
    fi
    say "generation $1: training"
    ${bound[@]+"${bound[@]}"} "$program" train "${files[@]}" --output "$2/new.weights" \
        --threads "$threads" ${train_options[@]+"${train_options[@]}"}
    mv "$2/new.weights" "$2/emilia.weights"
}

tell_error() { # GENERATION FOLDER
    if [[ ! -e $2/error.txt ]]; then
        renew "$2/error.txt.new"
        ${bound[@]+"${bound[@]}"} "$program" evaluate "$held_out" --threads "$threads" \
            --weights "$2/emilia.weights" >"$2/error.txt.new"
        mv "$2/error.txt.new" "$2/error.txt"
    fi
    say "generation $1: the error of its evaluation, in discs"
    cat "$2/error.txt"
}

# Plays the match against the best weights so far, or the rest of it.
play_match() { # FOLDER
    local engine
    engine=$(quoted "$program")" --threads 1 --hash 32 --no-book --time {time} --weights"
    if [[ -e $1/match/match.json ]]; then
        ${bound[@]+"${bound[@]}"} "$project/scripts/match.py" --resume --output "$1/match" \
            --concurrency "$threads"
    else
        ${bound[@]+"${bound[@]}"} "$project/scripts/match.py" --output "$1/match" \
            --games "$match_games" --time "$match_time" --concurrency "$threads" \
            --engine "new=$engine $(quoted "$1/emilia.weights")" \
            --engine "best=$engine $(quoted "$best")"
    fi
}

# Writes to FOLDER/verdict whether the weights of a generation are better than the best so far.
judge() { # GENERATION FOLDER
    if [[ ! -e $2/verdict ]]; then
        say "generation $1: a match against the best weights so far"
        play_match "$2"
        check_no_engine_was_killed "$2/match"
        renew "$2/verdict.new"
        python3 - "$2/match/results.json" >"$2/verdict.new" <<'PYTHON'
import json, sys
result = json.load(open(sys.argv[1]))
print("better" if result["wins"] > result["losses"] else "refused")
PYTHON
        mv "$2/verdict.new" "$2/verdict"
    fi
    say "generation $1: $(<"$2/verdict")"
}

# Fits the margins of Multi-ProbCut to weights, unless that is done. Without enough positions there
# are none.
fit_margins() { # WEIGHTS MARGINS
    local status=0
    if [[ -e $2 ]]; then return; fi
    say "the margins of Multi-ProbCut for '$1'"
    renew "$2.new"
    ${bound[@]+"${bound[@]}"} "$program" calibrate "${files[@]}" --weights "$1" --sample 4000 \
        --depth "${margin_depth:-10}" --threads "$threads" --output "$2.new" || status=$?
    if ((status == 0)); then
        mv "$2.new" "$2"
    elif ((status != 1)); then
        exit "$status"
    fi
}

for ((generation = 1; generation <= generations; ++generation)); do
    here=$folder/generation-$generation
    mkdir -p "$here"
    files+=("$here/games.pos")
    make_weights "$generation" "$here"
    tell_error "$generation" "$here"
    judge "$generation" "$here"
    if [[ $(<"$here/verdict") == better ]]; then best=$here/emilia.weights; fi
done
margins=${best%.weights}.margins.h
fit_margins "$best" "$margins"
put_in_place() { # FROM TO
    renew "$2.new"
    cp "$1" "$2.new"
    move_over "$2.new" "$2"
}
put_in_place "$best" "$folder/emilia.weights"
say "the best weights are '$folder/emilia.weights', a copy of '$best'"
if [[ -e $margins ]]; then
    put_in_place "$margins" "$folder/probcut_margins.h"
    say "to build them into the program, run these commands and build it again:"
    echo "    cp $(quoted "$folder/emilia.weights") $(quoted "$project/engine/eval/emilia.weights")"
    echo "    cp $(quoted "$folder/probcut_margins.h") $(quoted "$project/engine/search/probcut_margins.h")"
else
    renew "$folder/probcut_margins.h"
    say "they have no margins yet, so do not build them into the program; play more games first"
fi
