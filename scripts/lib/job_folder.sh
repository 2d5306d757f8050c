# shellcheck shell=bash
# The folder of a job that may be stopped and continued. It belongs to one job, whose settings are in
# FOLDER/settings, and one process at a time works in it. Source prepare.sh before this file.

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
    local folder=$1 settings=$2 file=$1/settings contents before=''
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
    if [[ -n $contents && ! -f $file ]]; then
        say "'$folder' holds other files; choose another --folder"
        exit 2
    fi
    if [[ -n $contents ]]; then before=$(<"$file"); fi
    if [[ -n $contents && $before == "$settings" ]]; then return; fi
    # After a full disk or a kill there may be no more than a part of the settings.
    if [[ (-n $contents && $contents != settings) || $settings != "$before"* ]]; then
        say "'$folder' was made with other settings; choose another --folder"
        say "then: $before"
        say "now:  $settings"
        exit 2
    fi
    printf '%s\n' "$settings" >"$file"
}

checksum() { # FILES...: of their contents
    cat -- "$@" | cksum | tr ' ' -
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
