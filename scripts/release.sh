#!/usr/bin/env bash
# Builds Emilia for another system, with everything that it needs in one file, or for
# JavaScript.
#
#   scripts/release.sh [OPTIONS] arm64      build-arm64/emilia for Linux on 64-bit
#                                           ARM, with Debian's cross compiler
#   scripts/release.sh [OPTIONS] windows    build-windows/emilia.exe for Windows on
#                                           x86-64, with MinGW-w64
#   scripts/release.sh [OPTIONS] web        build-web/emilia.html, a page for browsers,
#                                           with Emscripten
#   scripts/release.sh [OPTIONS] site       build-site/site, a folder for a web host: the
#                                           page as an app for use without a network
#   scripts/release.sh [OPTIONS] python     build-python/emilia-VERSION-….whl, the
#                                           Python package for pip on this processor
#   scripts/release.sh [OPTIONS] npm        build-npm/emilia-VERSION.tgz, a package
#                                           for Node and browsers
#   scripts/release.sh --help               show this text
#
# It runs on Debian and Ubuntu, installs missing packages, as run.sh does, and
# compiles Boost.Program_options and Zstandard from the system's source packages.
#
#   --test              also build the tests and run them: those for ARM by QEMU, for
#                       Windows those that need no Unix shell by Wine, the page in
#                       Chromium, the package there and in Node, and the wheel in a
#                       folder where pip installs it; this takes some minutes. Those
#                       for ARM and Windows need Catch2 2.
#
# CMAKE_BUILD_PARALLEL_LEVEL sets the number of build jobs; by default all cores
# are used.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"
# shellcheck source-path=SCRIPTDIR source=lib/dependencies.sh
source "$project/scripts/lib/dependencies.sh"

systems=(arm64 windows web site npm python)
system='' test=''
for argument in "$@"; do
    case $argument in
    -h | --help)
        show_help
        exit
        ;;
    --test) test=ON ;;
    -*) usage_error "there is no option '$argument'$(list_options | did_you_mean "$argument")" ;;
    *)
        if [[ -n $system ]]; then usage_error "one system at a time"; fi
        system=$argument
        ;;
    esac
done
if [[ -z $system ]]; then usage_error "for which system? (${systems[*]})"; fi
if [[ " ${systems[*]} " != *" $system "* ]]; then
    usage_error "there is no system '$system'$(printf '%s\n' "${systems[@]}" | did_you_mean "$system")"
fi
if ! has_command apt-get; then
    say "this needs the source packages of Debian or Ubuntu"
    exit 2
fi

build=$project/build-$system
needs=(program "$system")
headers=()
if [[ -n $test ]]; then needs+=("$system-tests"); fi
if [[ -n $test && $system != @(web|site|npm|python) ]]; then # these have no tests in C++
    needs+=(tests)
    headers=(catch2/catch.hpp)
fi
install_missing "${needs[@]}"
# Catch2 3 is a library that is compiled for this system.
if ((${#headers[@]} > 0)) && ! has_header "${headers[@]}"; then
    say "these tests need Catch2 2, which is a header for every system; here is Catch2 3"
    exit 2
fi
export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH} # where Emscripten's own scripts look
if has_command ninja; then export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}; fi

build_for() { # SYSTEM TARGET [DEPENDENCIES]: in a folder of its own
    local folder=$project/build-$1
    local dependencies=${3:-$folder/dependencies}
    lock_folder "$folder"
    fill_dependencies "$dependencies" ${headers[@]+"${headers[@]}"}
    local options=(--toolchain "$project/scripts/cmake/$1.cmake" "-DEMILIA_TESTS=${test:-OFF}")
    if [[ $1 == python ]]; then options=(-DEMILIA_WHEEL=ON -DEMILIA_TESTS=OFF); fi
    quietly "$folder/configure.log" cmake -S "$project" -B "$folder" --preset release \
        "-DEMILIA_DEPENDENCIES=$dependencies" "${options[@]}"
    cmake --build "$folder" --target "$2" </dev/null
    unlock_folder
}

build_modules() { # with one thread and with several
    build_for web emilia_module
    build_for web-threads emilia_module "$project/build-web/dependencies"
}

lay_out_site() {
    lock_folder "$build"
    python3 "$project/protocol/page/make_site.py" "$project/build-web/protocol" \
        "$project/build-web-threads/protocol" "$build/site"
    unlock_folder
}

pack_npm() {
    local version
    version=$(cached "$project/build-web" CMAKE_PROJECT_VERSION)
    lock_folder "$build"
    python3 "$project/protocol/library/javascript/make_package.py" "$version" \
        "$project/build-web/protocol" "$project/build-web-threads/protocol" "$build/package"
    "$project/scripts/package/third_party.sh" web >"$build/package/THIRD_PARTY.txt"
    rm -f "$build"/emilia-*.tgz
    (cd "$build" && npm pack --silent ./package)
    unlock_folder
}

pack_wheel() {
    lock_folder "$build"
    "$project/scripts/package/third_party.sh" python >"$build/THIRD_PARTY"
    "$(cached "$build" Python3_EXECUTABLE)" "$project/protocol/library/python/make_wheel.py" \
        "$build/python" "$build/THIRD_PARTY" "$build"
    unlock_folder
}

case $system in
python)
    build_for python emilia_python
    pack_wheel
    ;;
web) build_for web emilia_page ;; # the page has no use for all libraries
site)
    build_modules
    lay_out_site
    ;;
npm)
    build_modules
    pack_npm
    ;;
*) build_for "$system" all ;;
esac
if [[ -z $test ]]; then exit; fi

run_tests() { ctest --test-dir "$build" --output-on-failure --no-tests=error; }

# Wine keeps its own settings in a folder, and messages about what this system lacks to itself.
under_wine() { # COMMAND...
    local status=0
    export WINEPREFIX=${WINEPREFIX:-$build/wine} WINEDEBUG=${WINEDEBUG:--all}
    "$@" || status=$?
    wineserver -k || true
    return "$status"
}

case $system in
arm64) run_tests ;;
windows) under_wine run_tests ;;
python)
    python=$(cached "$build" Python3_EXECUTABLE)
    rm -rf "$build/installed"
    "$python" -m pip install --quiet --no-index --no-deps --target "$build/installed" \
        "$build"/emilia-*.whl
    cd "$project/tests/protocol/library/python"
    PYTHONPATH=$build/installed "$python" -m unittest -v
    ;;
*)
    if [[ -z ${EMILIA_PROGRAM-} ]]; then "$project/scripts/run.sh" --version; fi # they compare with it
    cd "$project/tests/release"
    python3 -m unittest discover -v -p "test_$system*.py"
    ;;
esac
