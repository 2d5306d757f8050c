# shellcheck shell=bash
# The folder of a job that may be stopped and continued. It belongs to one job, whose settings are in
# FOLDER/settings, and one process at a time works in it. Source prepare.sh before this file.

# A daemon may start a job with closed streams. What opens a file then must not get their numbers.
[[ -e /dev/fd/0 ]] || exec </dev/null
[[ -e /dev/fd/1 ]] || exec >/dev/null
# For a closed standard error bash has the script itself.
[[ -e /dev/fd/2 && ! /dev/fd/2 -ef $0 ]] || exec 2>/dev/null

take_path() { # VARIABLE OPTION PATH: reads a name that no command takes as an option
    if [[ -z $3 ]]; then usage_error "$2 needs a name"; fi
    if [[ $3 == -* ]]; then printf -v "$1" %s "./$3"; else printf -v "$1" %s "$3"; fi
}

take_program() { # VARIABLE OPTION PROGRAM: reads the name of a program that is there
    if ! type -P -- "$3" >/dev/null; then usage_error "there is no program '$3'"; fi
    printf -v "$1" %s "$3"
}

# Takes a folder until this process and all that it has started end. Refuses one that has other
# settings or holds other files, or in which a job runs already.
take_folder() { # FOLDER SETTINGS
    local folder=$1 settings=$2 file=$1/settings contents
    if [[ -e $folder && ! -d $folder ]]; then
        say "'$folder' is no folder; choose another --folder"
        exit 2
    fi
    mkdir -p "$folder"
    # What the script starts holds the lock as well, so nothing runs twice after a kill. It may take a
    # moment to end.
    exec {lock}<"$folder"
    if has_command flock && ! flock --timeout 1 "$lock"; then
        say "another ${0##*/} is running in '$folder'"
        exit 1
    fi
    contents=$(ls -A "$folder")
    if [[ -z $contents ]]; then
        # At once, as a part of the settings would be refused later.
        if ! printf '%s\n' "$settings" >"$file.new"; then
            rm -f "$file.new"
            exit 1
        fi
        mv "$file.new" "$file"
        folder_is_new=yes
    elif [[ ! -f $file ]]; then
        say "'$folder' holds other files; choose another --folder"
        exit 2
    elif ! printf '%s\n' "$settings" | cmp -s - "$file"; then
        say "'$folder' was made with other settings; choose another --folder"
        say "then: $(head -c 1000 "$file" | tr -d '\0')"
        say "now:  $settings"
        exit 2
    fi
}

# Empties a folder that this process took as a new one and that holds no more than these files, so that
# a mistake in a command does not keep the right command out.
leave_folder() { # FOLDER FILES...
    local name others
    if [[ -z ${folder_is_new-} ]]; then return; fi
    others=$(ls -A "$1" | grep -vxF "$(printf '%s\n' settings "${@:2}")" || true)
    if [[ -n $others ]]; then return; fi
    for name in settings "${@:2}"; do rm -f "$1/$name"; done
}

# Sets `game_files` to the bases that --wthor names: a base, or all in a folder.
take_bases() { # PATH
    shopt -s nullglob nocaseglob
    game_files=("$1"/*.wtb)
    shopt -u nullglob nocaseglob
    if [[ -f $1 ]]; then game_files=("$1"); fi
    if ((${#game_files[@]} == 0)); then usage_error "there are no .wtb files in '$1'"; fi
}

# Writes a word of a command that match.py reads. match.py does not know the $'...' of `printf %q`.
quoted() ( # WORD
    LC_ALL=C # bytes, as a name need not be text
    quote="'\"'\"'"
    if [[ $1 =~ ^[A-Za-z0-9_./+-]+$ ]]; then
        printf %s "$1"
    else
        printf "'%s'" "${1//"'"/$quote}"
    fi
)

# An engine that was killed from outside has lost games that say nothing about its strength.
check_no_engine_was_killed() { # FOLDER: of a match
    if ! grep -qF '"killed": true' "$1/games.jsonl"; then return; fi
    say "an engine was killed from outside; the same command replays the games that it lost"
    return 1
}

checksum() { # FILES...: of their contents
    cat -- "$@" | cksum | tr ' ' -
}

# Removes a file of the job that is to be written anew. A killed job may have left it, and a link of
# this name leads to another file.
renew() { # FILES...
    rm -f -- "$@"
}

# Moves a file of the job over another, at once. If that holds the same it stays as it is; it keeps its
# permissions, and a symbolic link keeps leading to it.
move_over() { # NEW FILE
    local place
    place=$(readlink -f -- "$2")
    if [[ -e $place ]]; then
        if cmp -s -- "$1" "$place"; then
            rm -- "$1"
            return
        fi
        if [[ ! -f $place || ! -w $place ]]; then
            say "cannot write '$2': it is read-only or no ordinary file"
            return 1
        fi
        # Not every system has this option.
        chmod --reference="$place" -- "$1" 2>/dev/null || true
    fi
    mv -f -- "$1" "$place"
}
