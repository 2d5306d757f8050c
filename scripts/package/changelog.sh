#!/usr/bin/env bash
# Prints the changelog of the Debian package, made from .github/CHANGELOG.md.
#
#   scripts/package/changelog.sh SECONDS
#
# SECONDS since 1970 date a version that has no date of its own in the changelog.
set -euo pipefail

project=$(cd "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd -P)
maintainer=$(sed -n 's/^Maintainer: //p' "$project/scripts/package/debian/control")
undated=$(date -u -R -d "@$1")

version='' date='' item=''
end_item() { # in lines of at most 80 characters
    if [[ -n $item ]]; then fold -s -w 76 <<<"$item" | sed 's/ *$//; s/^/    /; 1s/^    /  * /'; fi
    item=''
}
end_version() {
    end_item
    if [[ -n $version ]]; then printf '\n -- %s  %s\n\n' "$maintainer" "$date"; fi
}
while IFS= read -r line; do
    case $line in
    '## '*)
        end_version
        read -r version date <<<"${line#\#\# }"
        printf 'emilia (%s) unstable; urgency=medium\n\n' "$version"
        date=${date:+$(date -u -R -d "${date//[()]/}")}
        date=${date:-$undated}
        ;;
    '- '*)
        end_item
        item=${line#- }
        ;;
    '  '*) item+=" ${line#  }" ;;
    esac
done <"$project/.github/CHANGELOG.md"
end_version
