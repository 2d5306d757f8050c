# shellcheck shell=bash
# Gets the libraries that a program for another system, or with another C++ library, needs: a link to the
# headers that are installed, which are the same for every system, and the sources of the libraries that
# must be compiled, from Debian's or Ubuntu's source packages. Scripts source this file after prepare.sh.

fill_dependencies() { # FOLDER [HEADER...]: also links these headers
    local folder=$1 status=0
    if [[ ! -f $folder/complete ]]; then
        mkdir -p "$folder"
        find "$folder/" -mindepth 1 -delete # the folder itself may be a link to a shared one
        say "fetching the sources of Boost.Program_options and Zstandard"
        quietly "$folder/log" get_sources "$folder" || status=$?
        if ((status != 0)); then
            say "the sources could not be fetched; they are source packages of Debian and Ubuntu"
            exit "$status"
        fi
        touch "$folder/complete"
    fi
    link_headers "$folder/include" boost/version.hpp fmt/format.h nlohmann/json.hpp \
        tl/expected.hpp "${@:2}"
}

# `set -e` has no effect here, as the caller looks at the status.
get_sources() ( # FOLDER
    cd "$1" &&
        use_source_packages &&
        fetch_source boost/version.hpp &&
        tar -xf boost*.orig.tar.* --wildcards '*/libs/program_options/src/*.cpp' &&
        mv ./*/libs/program_options . &&
        fetch_source zstd.h &&
        mkdir include zstd &&
        tar -xf libzstd*.orig.tar.* -C zstd --strip-components 1 &&
        ln -s ../zstd/lib/zstd.h ../zstd/lib/zstd_errors.h ../zstd/lib/zdict.h include &&
        rm -rf boost* libzstd* sources lists
)

link_headers() { # FOLDER HEADER...: links the folder of each
    local header
    for header in "${@:2}"; do
        if [[ ! -f /usr/include/$header ]]; then
            say "the header '/usr/include/$header' is missing"
            exit 1
        fi
        ln -sfn "/usr/include/${header%/*}" "$1/${header%/*}"
    done
}

# Makes package lists of sources in this folder; those of the system stay as they are.
use_source_packages() {
    local file
    mkdir -p sources lists/partial
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
        case $file in
        *.list) sed -n 's/^deb /deb-src /p' "$file" >"sources/${file##*/}" ;;
        *.sources) sed 's/^Types:.*/Types: deb-src/' "$file" >"sources/${file##*/}" ;;
        esac
    done
    apt_sources update || true # a source of packages that fails may not matter
}

apt_sources() { # ARGUMENTS
    apt-get -q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$PWD/sources" \
        -o "Dir::State::lists=$PWD/lists" -o APT::Sandbox::User=root "$@"
}

# Fetches the original sources of the package that a header belongs to, in the same version.
fetch_source() { # HEADER
    local package source
    package=$(dpkg -S "/usr/include/$1" | sed 's/: .*//')
    # shellcheck disable=SC2016 # for dpkg-query
    source=$(dpkg-query -W -f '${source:Package}=${source:Version}' "$package")
    apt_sources source --download-only --tar-only "$source"
}
