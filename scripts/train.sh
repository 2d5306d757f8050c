#!/usr/bin/env bash
# Makes weights for Emilia's evaluation from nothing: plays games against itself, learns from their
# positions, and tells how far off the new evaluation is.
#
#   scripts/train.sh [OPTIONS]
#   scripts/train.sh --help
#
# The weights end up in FOLDER/emilia.weights; `emilia --weights FILE` plays with them. What is in
# the folder already is kept: after Ctrl-C or a crash the same command goes on where it was. Another
# attempt, with other settings, needs another folder.
#
#   --folder FOLDER       for all that is made (default: build/training)
#   --generations N       so many times (default 1). The first generation plays with the weights
#                         that are built in, each later one with the best so far, and learns from
#                         all games so far. From the second on, a match decides: weights that do
#                         not win it are refused.
#   --wthor FOLDER        learn from WTHOR's games, too; the years from --held-out-from on are left
#                         out and measure the error
#   --held-out-from YEAR  (default 2023). Without --wthor a twentieth as many games of self-play
#                         measure the error.
#
#   --games N             games of self-play, in each generation (default 2000)
#   --for SECONDS         self-play stops after so long, each time, with fewer games
#   --depth N, --exact-at N  of self-play: see `emilia selfplay --help`
#   --passes N            of training: see `emilia train --help`
#   --match-games N       games of a match, an even number (default 100)
#   --match-time SECONDS  a move in a match (default 0.02)
#   --threads N           (default: all cores)
#   --program FILE        the Emilia to run (default: build/emilia, built where needed)
#
# By default it takes some minutes: enough to see that it works, too few games to play well. For
# that, let it work for days:
#   scripts/train.sh --folder big --games 500000 --generations 3 --wthor wthor/ --match-games 1000
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"

folder=$project/build/training
generations=1
wthor=''
held_out_from=2023
games=2000
selfplay_options=()
train_options=()
match_games=100
match_time=0.02
threads=$cores
program=''

while (($# > 0)); do
    case $1 in
    -h | --help)
        sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
        exit
        ;;
    --*=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
    esac
    if (($# < 2)); then usage_error "there is no option '$1', or its value is missing"; fi
    case $1 in
    --folder) folder=$2 ;;
    --generations) take_number generations "$1" 1 "$2" ;;
    --wthor) wthor=$2 ;;
    --held-out-from) take_number held_out_from "$1" 1 "$2" ;;
    --games) take_number games "$1" 1 "$2" ;;
    --for | --depth | --exact-at) selfplay_options+=("$1" "$2") ;;
    --passes) train_options+=("$1" "$2") ;;
    --match-games) take_number match_games "$1" 2 "$2" ;;
    --match-time) match_time=$2 ;;
    --threads) take_number threads "$1" 1 "$2" ;;
    --program) program=$2 ;;
    *) usage_error "there is no option '$1'" ;;
    esac
    shift 2
done
if [[ -n $wthor && ! -e $wthor ]]; then usage_error "there is no '$wthor'"; fi
if ((match_games % 2 != 0)); then usage_error "--match-games is an even number, not $match_games"; fi
if ((generations > 1)) && ! has_command python3; then
    say "Python 3.10 or newer is needed to play matches"
    exit 2
fi

goes_on() {
    local status=$?
    if ((status == 130)); then say "stopped; the same command goes on from here"; fi
}
trap goes_on EXIT

if [[ -z $program ]]; then
    "$project/scripts/run.sh" --version
    program=$project/build/emilia
fi
mkdir -p "$folder"

# Positions to measure the error with, and those of WTHOR to learn from.
held_out=$folder/held-out.pos
files=()
label() { # YEARS FILE
    "$program" label --wthor "$wthor" --years "$1" --output "$2" --threads "$threads"
}
selfplay() { # FILE GAMES OPTIONS...
    "$program" selfplay --output "$1" --games "$2" --threads "$threads" \
        ${selfplay_options[@]+"${selfplay_options[@]}"} "${@:3}"
}
if [[ -n $wthor ]]; then
    say "labels for WTHOR's games from $held_out_from on, to measure the error with"
    label "$held_out_from-9999" "$held_out"
    say "labels for WTHOR's earlier games, to learn from"
    label "1-$((held_out_from - 1))" "$folder/wthor.pos"
    files+=("$folder/wthor.pos")
elif [[ ! -e $folder/held-out.done ]]; then
    say "self-play, to measure the error with"
    selfplay "$held_out" "$((games / 20 + 1))" --seed 0
    touch "$folder/held-out.done"
fi

# Makes FOLDER/emilia.weights of a generation, with the weights at hand; what is there stays.
make_weights() { # GENERATION FOLDER
    if [[ -e $2/emilia.weights ]]; then
        say "generation $1: there already"
        return
    fi
    say "generation $1: self-play"
    selfplay "$2/games.pos" "$games" --seed "$1" ${best:+--weights "$best"}
    say "generation $1: training"
    "$program" train "${files[@]}" --output "$2/new.weights" --threads "$threads" \
        ${train_options[@]+"${train_options[@]}"}
    mv "$2/new.weights" "$2/emilia.weights"
}

tell_error() { # GENERATION FOLDER
    if [[ ! -e $2/error.txt ]]; then
        "$program" evaluate "$held_out" --weights "$2/emilia.weights" --threads "$threads" \
            >"$2/error.txt.new"
        mv "$2/error.txt.new" "$2/error.txt"
    fi
    say "generation $1: the error of its evaluation, in discs"
    cat "$2/error.txt"
}

# Plays the match against the best weights so far, or what is left of it.
play_match() { # FOLDER
    local engine
    engine=$(printf '%q' "$program")" --threads 1 --hash 32 --time {time} --weights"
    if [[ -e $1/match ]]; then
        "$project/scripts/match.py" --resume --output "$1/match"
    else
        "$project/scripts/match.py" --output "$1/match" --games "$match_games" \
            --time "$match_time" --concurrency "$threads" \
            --engine "new=$engine $(printf '%q' "$1/emilia.weights")" \
            --engine "best=$engine $(printf '%q' "$best")"
    fi
}

# Leaves in FOLDER/verdict whether the weights of a generation are better than the best so far.
judge() { # GENERATION FOLDER
    if [[ ! -e $2/verdict ]]; then
        say "generation $1: a match against the best weights so far"
        play_match "$2"
        python3 - "$2/match/results.json" >"$2/verdict.new" <<'PYTHON'
import json, sys
result = json.load(open(sys.argv[1]))
print("better" if result["wins"] > result["losses"] else "refused")
PYTHON
        mv "$2/verdict.new" "$2/verdict"
    fi
    say "generation $1: $(<"$2/verdict")"
}

best=''
for ((generation = 1; generation <= generations; ++generation)); do
    here=$folder/generation-$generation
    mkdir -p "$here"
    files+=("$here/games.pos")
    make_weights "$generation" "$here"
    tell_error "$generation" "$here"
    if [[ -n $best ]]; then judge "$generation" "$here"; fi
    if [[ -z $best || $(<"$here/verdict") == better ]]; then best=$here/emilia.weights; fi
done
cp "$best" "$folder/emilia.weights.new"
mv "$folder/emilia.weights.new" "$folder/emilia.weights"
say "the best weights are '$folder/emilia.weights', a copy of '$best'"
