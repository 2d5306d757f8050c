#!/usr/bin/env bash
# Makes packages of Emilia from the last commit, in build-packages/.
#
#   scripts/package.sh [OPTIONS] source     emilia-VERSION.tar.gz, the sources
#   scripts/package.sh [OPTIONS] deb        emilia_VERSION_ARCH.deb, and for
#                                           programs that embed Emilia
#                                           libemilia0.1, libemilia-dev and
#                                           python3-emilia
#   scripts/package.sh [OPTIONS] tarball    emilia-VERSION-linux-ARCH.tar.gz, the
#                                           program for any Linux in one file
#   scripts/package.sh [OPTIONS] windows    emilia-VERSION-windows-x86_64.zip
#   scripts/package.sh [OPTIONS] all        all of these
#   scripts/package.sh [OPTIONS] container  emilia-VERSION-container.tar, an image
#                                           for Podman or Docker, made by Buildah
#   scripts/package.sh --help               show this text
#
# It runs on Debian and Ubuntu and installs missing packages, as run.sh does.
# SHA256SUMS lists the checksums of all packages. The same commit gives the same
# bytes; changes that are not committed stay out.
#
#   --output FOLDER     put the packages there instead of in build-packages/
#   --test              also try each package: lintian checks the Debian packages,
#                       and the programs run a search whose nodes are known
#
# CMAKE_BUILD_PARALLEL_LEVEL sets the number of build jobs; by default all cores
# are used.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"

kinds=(source deb tarball windows all container)
kind='' test='' work=$project/build-packages output=''
while (($# > 0)); do
    case $1 in
    -h | --help)
        show_help
        exit
        ;;
    --output)
        check_option "$@"
        output=$2
        shift
        ;;
    --output=*) output=${1#*=} ;;
    --test) test=yes ;;
    -*) usage_error "there is no option '$1'$(list_options | did_you_mean "$1")" ;;
    *)
        if [[ -n $kind ]]; then usage_error "one kind of package at a time, or all"; fi
        kind=$1
        ;;
    esac
    shift
done
if [[ -z $kind ]]; then usage_error "which package? (${kinds[*]})"; fi
if [[ " ${kinds[*]} " != *" $kind "* ]]; then
    usage_error "there is no package '$kind'$(printf '%s\n' "${kinds[@]}" | did_you_mean "$kind")"
fi
if ! has_command git || ! commit=$(git -C "$project" rev-parse --verify --quiet 'HEAD^{commit}'); then
    say "packages are made from a commit, and this is no Git repository"
    exit 2
fi
if [[ $kind != source ]] && ! has_command apt-get; then
    say "this needs the packages of Debian or Ubuntu"
    exit 2
fi
wanted=("$kind")
if [[ $kind == all ]]; then wanted=(source deb tarball windows); fi
output=${output:-$work}
mkdir -p "$output"
output=$(cd "$output" && pwd -P)
if [[ -n $(git -C "$project" status --porcelain) ]]; then
    say "changes that are not committed stay out of the packages"
fi

version=$(git -C "$project" show HEAD:CMakeLists.txt | sed -n 's/^project(emilia VERSION \([0-9.]*\).*/\1/p')
SOURCE_DATE_EPOCH=$(git -C "$project" log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
umask 022

git_archive() { # the sources in a folder of their own
    git -C "$project" archive --format=tar --prefix="emilia-$version/" HEAD
}

# A folder of the sources for each kind of package, which keeps what is built while the commit is the
# same. Its name does not get into what is built.
make_sources() { # KIND: sets `sources`
    sources=$work/$1/emilia-$version
    if [[ $(cat "$work/$1/commit" 2>/dev/null) == "$commit" ]]; then return; fi
    rm -rf "${work:?}/$1"
    mkdir -p "$work/$1"
    git_archive | tar -x -C "$work/$1"
    echo "$commit" >"$work/$1/commit"
}

# Packs a folder so that only names and contents matter.
pack_tar() { # FOLDER FILE
    tar -C "$(dirname "$1")" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
        --numeric-owner --mode=go=rX,u+rw -c "$(basename "$1")" | gzip -n9 >"$2.new"
    mv "$2.new" "$2"
}

pack_zip() ( # FOLDER FILE
    rm -f "$2.new"
    find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    cd "$(dirname "$1")"
    find "$(basename "$1")" | sort | zip -q -X -9 -@ "$2.new"
    mv "$2.new" "$2"
)

made=()
finish() { # FILE: of a package that is complete
    made+=("$(basename "$1")")
    say "made $1"
}

# Runs a packaged program. It must search the nodes that the project's own test expects.
check_bench() { # COMMAND...
    local expected nodes
    expected="Nodes searched: $(<"$sources/tests/bench.signature")"
    nodes=$("$@" bench | tail -n 1 | tr -d '\r')
    if [[ $nodes != "$expected" ]]; then
        say "'$*' should print '$expected' and prints '$nodes'"
        exit 1
    fi
}

make_source() {
    local file=$output/emilia-$version.tar.gz
    git_archive | gzip -n9 >"$file.new"
    mv "$file.new" "$file"
    finish "$file"
    if [[ -n $test ]]; then tar -tzf "$file" "emilia-$version/CMakeLists.txt" >/dev/null; fi
}

make_deb() {
    local file log
    install_missing program deb ${test:+deb-tests}
    make_sources deb
    log=$work/deb/log
    cp -R "$sources/scripts/package/debian" "$sources"
    "$sources/scripts/package/changelog.sh" "$SOURCE_DATE_EPOCH" >"$sources/debian/changelog"
    rm -f "$work"/deb/*.deb
    say "building the Debian packages; this takes some minutes"
    (
        cd "$sources"
        export DEB_BUILD_OPTIONS="nocheck noautodbgsym parallel=$CMAKE_BUILD_PARALLEL_LEVEL"
        quietly "$log" dpkg-buildpackage --build=binary --no-sign
    )
    for file in "$work"/deb/*.deb; do
        if [[ $output != "$work/deb" ]]; then cp "$file" "$output"; fi
        finish "$output/${file##*/}"
    done
    if [[ -z $test ]]; then return; fi
    lintian --allow-root --fail-on error,warning "$work"/deb/*.deb
    rm -rf "$work/deb/installed"
    dpkg-deb -x "$work/deb/emilia_${version}_$(dpkg --print-architecture).deb" "$work/deb/installed"
    check_bench "$work/deb/installed/usr/bin/emilia"
}

make_tarball() {
    local name build
    name=emilia-$version-linux-$(uname -m)
    install_missing program
    make_sources tarball
    build=$work/tarball/build
    if has_command ninja; then export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}; fi
    quietly "$work/tarball/log" cmake -S "$sources" -B "$build" -DCMAKE_BUILD_TYPE=Release \
        -DEMILIA_STATIC=ON -DEMILIA_TESTS=OFF
    cmake --build "$build" </dev/null >&2
    rm -rf "${work:?}/tarball/$name"
    quietly "$work/tarball/log" cmake --install "$build" --strip --prefix "$work/tarball/$name"
    "$sources/scripts/package/third_party.sh" linux \
        >"$work/tarball/$name/share/doc/emilia/THIRD_PARTY"
    pack_tar "$work/tarball/$name" "$output/$name.tar.gz"
    finish "$output/$name.tar.gz"
    if [[ -n $test ]]; then check_bench "$work/tarball/$name/bin/emilia"; fi
}

make_windows() {
    local name=emilia-$version-windows-x86_64 folder
    install_missing program windows zip ${test:+windows-tests}
    make_sources windows
    # The libraries, which take a network, are the same for all commits.
    mkdir -p "$work/windows-dependencies" "$sources/build-windows"
    ln -sfn "$work/windows-dependencies" "$sources/build-windows/dependencies"
    "$sources/scripts/release.sh" windows >&2
    folder=$work/windows/$name
    rm -rf "$folder"
    mkdir -p "$folder"
    cp "$sources/build-windows/emilia.exe" "$folder"
    cp "$sources/README.md" "$folder"
    cp "$sources/LICENSE" "$folder/LICENSE.txt"
    "$sources/scripts/package/third_party.sh" windows >"$folder/THIRD_PARTY.txt"
    pack_zip "$folder" "$output/$name.zip"
    finish "$output/$name.zip"
    if [[ -n $test ]]; then
        export WINEPREFIX=${WINEPREFIX:-$work/windows/wine} WINEDEBUG=${WINEDEBUG:--all}
        check_bench wine "$folder/emilia.exe"
    fi
}

make_container() {
    local image=emilia:$version file=$output/emilia-$version-container.tar
    install_missing program container
    make_sources container
    # Chroot isolation works without privileges and inside other containers.
    buildah build --isolation chroot --timestamp "$SOURCE_DATE_EPOCH" --tag "$image" \
        --file "$sources/scripts/package/Containerfile" "$sources" >&2
    rm -f "$file.new"
    buildah push --quiet "$image" "docker-archive:$file.new:$image" >&2
    mv "$file.new" "$file"
    finish "$file"
    if [[ -n $test ]]; then
        local container
        container=$(buildah from --pull-never "$image")
        check_bench buildah run --isolation chroot "$container" /emilia
        buildah rm "$container" >/dev/null
    fi
}

# Adds the packages of this run to those of earlier ones.
write_checksums() {
    local file=$output/SHA256SUMS name
    {
        for name in "${made[@]}"; do (cd "$output" && sha256sum "$name"); done
        if [[ -f $file ]]; then grep -vF "$(printf '  %s\n' "${made[@]}")" "$file" || true; fi
    } | sort -k 2 >"$file.new"
    mv "$file.new" "$file"
}

lock_folder "$work"
for part in "${wanted[@]}"; do "make_$part"; done
write_checksums
