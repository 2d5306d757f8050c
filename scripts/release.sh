#!/usr/bin/env bash
# Builds Emilia for another system, with everything that it needs in one file.
#
#   scripts/release.sh [OPTIONS] arm64      build-arm64/emilia for Linux on 64-bit
#                                           ARM, with Debian's cross compiler
#   scripts/release.sh [OPTIONS] windows    build-windows/emilia.exe for Windows on
#                                           x86-64, with MinGW-w64
#   scripts/release.sh [OPTIONS] web        build-web/emilia.html, a page for browsers,
#                                           with Emscripten
#   scripts/release.sh [OPTIONS] python     build-python/emilia-VERSION-….whl, the
#                                           Python package for pip on this processor
#   scripts/release.sh --help               show this text
#
# It runs on Debian and Ubuntu, installs missing packages, as run.sh does, and
# compiles Boost.Program_options and Zstandard from the system's source packages.
#
#   --test              also build the tests and run them: those for ARM by QEMU, for
#                       Windows those that need no Unix shell by Wine, and the page
#                       in Chromium; this takes some minutes. Those for ARM and
#                       Windows need Catch2 2. The wheel is installed into a folder
#                       of its own, where the tests of the Python package run.
#
# CMAKE_BUILD_PARALLEL_LEVEL sets the number of build jobs; by default all cores
# are used.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=lib/prepare.sh
source "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/lib/prepare.sh"
# shellcheck source-path=SCRIPTDIR source=lib/dependencies.sh
source "$project/scripts/lib/dependencies.sh"

systems=(arm64 windows web python)
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
if [[ -n $test && ($system == arm64 || $system == windows) ]]; then # the others have no tests in C++
    needs+=(tests)
    headers=(catch2/catch.hpp)
fi
install_missing "${needs[@]}"
# Catch2 3 is a library that is compiled for this system.
if ((${#headers[@]} > 0)) && ! has_header "${headers[@]}"; then
    say "these tests need Catch2 2, which is a header for every system; here is Catch2 3"
    exit 2
fi
lock_folder "$build"
fill_dependencies "$build/dependencies" ${headers[@]+"${headers[@]}"}
export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH} # where Emscripten's own scripts look
if has_command ninja; then export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}; fi
options=(--toolchain "$project/scripts/cmake/$system.cmake" "-DEMILIA_TESTS=${test:-OFF}")
if [[ $system == python ]]; then options=(-DEMILIA_WHEEL=ON -DEMILIA_TESTS=OFF); fi
quietly "$build/configure.log" cmake -S "$project" -B "$build" --preset release \
    "-DEMILIA_DEPENDENCIES=$build/dependencies" "${options[@]}"
targets=(all)
# Neither the page nor the Python package has use for all libraries.
if [[ $system == web ]]; then targets=(emilia_page); fi
if [[ $system == python ]]; then targets=(emilia_python); fi
cmake --build "$build" --target "${targets[@]}" </dev/null
if [[ $system == python ]]; then
    python=$(cached "$build" Python3_EXECUTABLE)
    wheel=$("$python" "$project/protocol/library/python/make_wheel.py" "$build/python" "$build")
    say "made $wheel"
fi
unlock_folder
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
web) cd "$project/tests/release" && python3 -m unittest -v test_web ;;
python)
    rm -rf "$build/installed"
    "$python" -m pip install --quiet --no-index --no-deps --target "$build/installed" "$wheel"
    cd "$project/tests/protocol/library/python"
    PYTHONPATH=$build/installed "$python" -m unittest -v
    ;;
esac
