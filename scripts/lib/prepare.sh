# shellcheck shell=bash
# Installs what a build needs and configures build folders; the scripts in the parent folder source
# this file. Standard input and output belong to the program that a script runs in the end, so nothing
# here reads standard input, and all messages go to standard error.

project=$(cd "$(dirname "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd -P)

cores=$(getconf _NPROCESSORS_ONLN)
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$cores}
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$cores}

# What is started with these words ends when the script is killed.
bound=()
# shellcheck disable=SC2034 # the scripts use it
if setpriv --pdeathsig TERM true 2>/dev/null; then bound=(setpriv --pdeathsig TERM); fi

# The only list of requirements: Debian's package, its purpose, and a test for it. A test instead of
# the package database also accepts a compiler or CMake from elsewhere.
# FOR...: `program`, `tests`, `style`, `cpu`, a system and SYSTEM-tests, `deb`, `deb-tests`, `zip`,
# `container`, or a preset
list_needs() {
    local python_headers="import os, sysconfig; os.stat(sysconfig.get_path('include') + '/Python.h')"
    need g++ "a C++20 compiler" has_command "${CXX:-c++}"
    need cmake "CMake 3.25 or newer" has_command cmake
    need ninja-build "Ninja or make" has_command ninja make
    need libboost-program-options-dev "Boost.Program_options (reads the command line)" \
        has_header boost/program_options.hpp
    need libboost-dev "Boost.Asio (the network, for the game server)" has_header boost/asio.hpp
    need libfmt-dev "{fmt} (writes text)" has_header fmt/format.h
    need nlohmann-json3-dev "nlohmann-json (writes JSON)" has_header nlohmann/json.hpp
    need libexpected-dev "tl::expected (results that may be errors)" has_header tl/expected.hpp
    need libzstd-dev "Zstandard (packs the evaluation's weights)" has_header zstd.h
    need pkg-config "pkg-config (finds Zstandard)" has_command pkg-config pkgconf
    need libarchive-dev "libarchive (reads compressed files of games)" has_header archive.h
    need libncurses-dev "ncurses (the screen of emilia play)" has_header ncurses.h
    case " $* " in *" tests "*)
        need catch2 "Catch2 (the tests)" has_header catch2/catch_all.hpp catch2/catch.hpp
        need python3 "Python 3.10 or newer (the match runner and its tests)" has_command python3
        want parallel "GNU parallel (the tests of distribute.py)" has_command parallel
        want python3-pyte "pyte (the tests of emilia play's screen)" has_build_python "import pyte"
        want python3-jsonschema "jsonschema (the tests of the requests)" \
            has_build_python "import jsonschema"
        want nodejs "Node (tests of the requests and of the package for it)" has_command node
        want node-typescript "TypeScript (the types of that package)" has_command tsc
        want libpython3-dev "Python's headers (the Python package)" has_build_python "$python_headers"
        want python3-cffi "cffi (the Python package)" has_build_python "import cffi"
        want python3-numpy "NumPy (the Python package)" has_build_python "import numpy"
        want python3-matplotlib "matplotlib (the example of the Python package)" \
            has_build_python "import matplotlib"
        want mypy "mypy (the types of the Python package)" has_command mypy
        want zsh "zsh (the tests of its completion)" has_command zsh
        want fish "fish (the tests of its completion)" has_command fish
        need git "Git (the tests of the mutants)" has_command git
    esac
    case " $* " in *" style "*)
        need clang "Clang (the headers of clang-tidy)" has_command clang++
        need clang-format "clang-format (the layout of the sources)" has_command clang-format
        need clang-tidy "clang-tidy (finds what compilers don't)" has_command clang-tidy
        need codespell "codespell (the spelling)" has_command codespell
        need git "Git (knows what has changed)" has_command git
    esac
    case " $* " in *" clang "* | *" libcxx "*)
        need clang "Clang (the preset of that name)" has_command clang++
    esac
    case " $* " in *" libcxx "*)
        need libc++-dev "Clang's C++ library" has_libcxx
        need libc++abi-dev "what that library is based on" has_libcxx
    esac
    case " $* " in *" fuzz "*)
        need clang "Clang (the fuzzers)" has_command clang++
        need libclang-rt-dev "Clang's sanitizers and libFuzzer" has_fuzzer
        need llvm "LLVM (shows the source lines of a finding)" has_command llvm-symbolizer
    esac
    case " $* " in *" coverage "*)
        need llvm "LLVM (counts the lines that ran)" has_command llvm-cov
    esac
    case " $* " in *" arm64 "*)
        need g++-aarch64-linux-gnu "GCC for 64-bit ARM (compiles for it)" \
            has_command aarch64-linux-gnu-g++
    esac
    case " $* " in *" arm64-tests "*)
        need qemu-user "QEMU (runs the tests for 64-bit ARM)" has_command qemu-aarch64
    esac
    case " $* " in *" windows "*)
        need g++-mingw-w64-x86-64-posix "MinGW-w64 (compiles for Windows)" \
            has_command x86_64-w64-mingw32-g++-posix
    esac
    case " $* " in *" windows-tests "*)
        need wine "Wine (runs the tests for Windows)" has_command wine
    esac
    case " $* " in *" python "*)
        need libpython3-dev "Python's headers (the extension module)" has_build_python "$python_headers"
        need python3-cffi "cffi (calls the library)" has_build_python "import cffi"
        need python3-numpy "NumPy (arrays of boards)" has_build_python "import numpy"
    esac
    case " $* " in *" python-tests "*)
        need python3-pip "pip (installs the wheel)" has_build_python "import pip"
        need python3-matplotlib "matplotlib (the example)" has_build_python "import matplotlib"
        need mypy "mypy (the types)" has_command mypy
    esac
    case " $* " in *" web "* | *" site "* | *" npm "*)
        need emscripten "Emscripten (compiles for browsers)" has_command em++
        need python3 "Python 3.10 or newer (makes the page)" has_command python3
    esac
    case " $* " in *" npm "*)
        need npm "npm (packs the package)" has_command npm
    esac
    case " $* " in *" npm-tests "*)
        need nodejs "Node 18 or newer (runs the tests of the package)" has_command node
        need python3-jsonschema "jsonschema (checks the package's answers)" \
            has_python_module jsonschema
    esac
    case " $* " in *" web-tests "* | *" site-tests "* | *" npm-tests "*)
        need chromium "Chromium (runs the tests of the page)" \
            has_command "${EMILIA_CHROMIUM:-chromium}" chromium-browser google-chrome
    esac
    case " $* " in *" deb "*)
        need dpkg-dev "dpkg-buildpackage (makes Debian packages)" has_command dpkg-buildpackage
        need debhelper "debhelper (makes Debian packages)" has_command dh
        need dh-python "dh-python (makes Debian packages of Python)" has_command dh_python3
        need libpython3-dev "Python's headers (the Python package)" has_build_python "$python_headers"
        need python3-cffi "cffi (the Python package)" has_build_python "import cffi"
        need python3-numpy "NumPy (the Python package)" has_build_python "import numpy"
    esac
    case " $* " in *" deb-tests "*)
        need lintian "lintian (checks Debian packages)" has_command lintian
    esac
    case " $* " in *" zip "*)
        need zip "zip (packs the program for Windows)" has_command zip
    esac
    case " $* " in *" container "*)
        need buildah "Buildah (makes container images)" has_command buildah
    esac
    case " $* " in *" cpu "*)
        need qemu-user "QEMU (emulates other processors)" has_command qemu-x86_64
    esac
}

need() { # PACKAGE PURPOSE TEST...
    purposes+="  $2"$'\n'
    if ! "${@:3}"; then
        missing_packages+=" $1"
        missing_purposes+="  $2"$'\n'
    fi
}

want() { # as need, for something without which tests are skipped where nothing can be installed
    if has_command apt-get; then need "$@"; fi
}

has_command() { # NAME...: whether any of them is a command
    local name
    for name in "$@"; do
        # CXX may contain arguments after the command's name.
        if command -v "${name%% *}" >/dev/null; then return 0; fi
    done
    return 1
}

has_header() { # HEADER...: whether the compiler finds any of them
    # Without apt this script can install nothing, and CMake searches more places for libraries.
    if ! has_command apt-get; then return 0; fi
    local header condition=0
    for header in "$@"; do condition+=" || __has_include(<$header>)"; done
    # Unquoted, because CXX may contain arguments.
    # shellcheck disable=SC2086
    ${CXX:-c++} -x c++ -E - >/dev/null 2>&1 <<<"#if !($condition)
#error missing
#endif"
}

has_libcxx() { # whether Clang can link a program with its own C++ library
    has_command clang++ && clang++ -stdlib=libc++ -x c++ - -o /dev/null 2>/dev/null <<'END'
#include <string>
int main(int count, char**) { return std::to_string(count).size() > 9; }
END
}

has_python_module() { # MODULE
    # Debian's own Python has Debian's modules, even if another one comes first.
    { has_command python3 && python3 -c "import $1" || /usr/bin/python3 -c "import $1"; } 2>/dev/null
}

has_build_python() { # CODE: whether the Python that CMake takes runs it
    local python=python3
    if [[ -e /etc/debian_version ]]; then python=/usr/bin/python3; fi
    "$python" -c "$1" 2>/dev/null
}

has_fuzzer() { # whether Clang can link a program with libFuzzer
    has_command clang++ && clang++ -fsanitize=fuzzer -x c++ - -o /dev/null 2>/dev/null <<'END'
extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, decltype(sizeof 0)) { return 0; }
END
}

say() { echo "Emilia: $(printable "$*")" >&2; }

# Prints a text on one line and without characters that control a terminal or turn the direction of a
# text: \x1b stands for ESC.
printable() ( # TEXT
    LC_ALL=C # bytes, as a name need not be text
    rest=$1
    control=$'[[:cntrl:]]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]|\xe2\x81[\xa6-\xa9]'
    while [[ $rest =~ $control ]]; do
        found=${BASH_REMATCH[0]}
        printf %s "${rest%%"$found"*}"
        for ((i = 0; i < ${#found}; ++i)); do
            printf -v byte %d "'${found:i:1}"
            printf '\\x%02x' "$((byte & 255))"
        done
        rest=${rest#*"$found"}
    done
    printf '%s\n' "$rest"
)

usage_error() {
    say "$1; see '$0 --help'"
    exit 2
}

show_help() { # the comment at the beginning of the script
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
}

list_options() { # the options that the help explains, which begin their lines with two blanks
    show_help | sed -n 's/^  \(--.*\)/\1/p' | sed 's/   *.*//' | grep -o -e '--[a-z][a-z-]*'
}

check_option() { # OPTION [VALUE...]: whether there is such an option, and a value for it
    if ! list_options | grep -xF -e "$1" >/dev/null; then
        usage_error "there is no option '$1'$(list_options | did_you_mean "$1")"
    fi
    if (($# < 2)); then usage_error "$1 needs a value"; fi
}

# Prints ` (did you mean 'NAME'?)` with the line of standard input that the word was most likely
# meant to be: one that begins with it, or else the one with the fewest characters changed,
# inserted, removed or swapped with the next.
did_you_mean() { # WORD
    word=$1 awk '
        function least(a, b) { return a < b ? a : b }
        function at(text, i) { return substr(text, i, 1) }
        function changes(from, to,    i, j, d) {
            for (i = 0; i <= length(from); ++i) d[i, 0] = i
            for (j = 0; j <= length(to); ++j) d[0, j] = j
            for (i = 1; i <= length(from); ++i) {
                for (j = 1; j <= length(to); ++j) {
                    d[i, j] = least(least(d[i - 1, j], d[i, j - 1]) + 1,
                                    d[i - 1, j - 1] + (at(from, i) != at(to, j)))
                    if (i > 1 && j > 1 && at(from, i) == at(to, j - 1) && at(from, i - 1) == at(to, j))
                        d[i, j] = least(d[i, j], d[i - 2, j - 2] + 1)
                }
            }
            return d[length(from), length(to)]
        }
        BEGIN { word = ENVIRON["word"]; fewest = int(length(word) / 3) + 1 }
        {
            count = length(word) > 3 && index($0, word) == 1 ? 1 : changes(word, $0)
            if (count < fewest) { fewest = count; nearest = $0 }
        }
        END { if (nearest != "") printf " (did you mean '"'%s'"'?)", nearest }'
}

take_number() { # VARIABLE OPTION MINIMUM TEXT: reads a whole number of at least MINIMUM
    if [[ ! $4 =~ ^[0-9]{1,9}$ ]] || ((10#$4 < $3)); then
        usage_error "$2 must be a whole number of at least $3, not '$4'"
    fi
    printf -v "$1" %d "$((10#$4))"
}

# Runs a command and shows its output only if it fails.
quietly() { # LOG COMMAND...
    local log=$1 status=0
    "${@:2}" </dev/null >"$log" 2>&1 || status=$?
    if ((status != 0)); then cat "$log" >&2; fi
    return "$status"
}

install_missing() { # FOR...: the same as for list_needs
    purposes='' missing_packages='' missing_purposes=''
    list_needs "$@"
    if [[ -z $missing_packages ]]; then return; fi

    if ! has_command apt-get; then
        say "these requirements were not found:"
        printf '%s' "$missing_purposes" >&2
        say "all requirements are:"
        printf '%s' "$purposes" >&2
        exit 2
    fi
    local as_root=''
    if ((EUID != 0)); then
        if ! has_command sudo; then
            say "this needs root: apt-get install$missing_packages"
            exit 2
        fi
        as_root=sudo
    fi

    say "installing$missing_packages"
    local log status=0
    log=$(mktemp)
    # Fetches the package lists only if the installation fails: they may be missing or outdated.
    apt_get install "$missing_packages" >"$log" 2>&1 ||
        quietly "$log" update_and_install "$missing_packages" || status=$?
    rm -f "$log"
    if ((status != 0)); then
        say "the installation failed"
        exit "$status"
    fi
}

update_and_install() { # PACKAGES
    # A package source that fails may not matter to Emilia; if it does, the installation fails, too.
    apt_get update || true
    apt_get install "$1"
}

apt_get() { # COMMAND [PACKAGES]
    # Unquoted, because `as_root` may be empty and $2 is a list of packages.
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$1" ${2:-} </dev/null
}

# Two scripts that start at the same time, as for a match, must not build in the same folder at once.
# Descriptor 9 holds the lock until unlock_folder.
lock_folder() { # FOLDER
    mkdir -p "$1"
    exec 9>"$1/.lock"
    if ! has_command flock || flock --timeout 2 9; then return; fi
    say "waiting for another script that builds in '$1'"
    flock 9
}

unlock_folder() { exec 9>&-; }

cached() { # FOLDER NAME: the value of a CMake variable in a build folder, or nothing
    sed -n "s/^$2:[A-Z]*=//p" "$1/CMakeCache.txt" 2>/dev/null || true
}

# A folder that was copied or moved with the project would still build the old sources.
is_configured() { # FOLDER
    [[ -f $1/build.ninja || -f $1/Makefile ]] &&
        [[ $(cached "$1" CMAKE_HOME_DIRECTORY) -ef $project ]]
}

is_set() { # FOLDER -DNAME=VALUE...: whether a build folder has these values
    local setting
    for setting in "${@:2}"; do
        setting=${setting#-D}
        if [[ $(cached "$1" "${setting%%=*}") != "${setting#*=}" ]]; then return 1; fi
    done
}

# Lets a signal end the script. A second one does not keep it from ending its jobs.
exit_at_signals() { trap "trap '' INT TERM; exit 130" INT TERM; }

# Waits for the end of one of the jobs that are running. Sets `process`, and returns its exit status.
wait_for_one() { # ARRAY: whose keys are the jobs' processes
    local -n running=$1
    local ended='' status=0
    wait -n -p ended || status=$?
    if [[ -z ${running[${ended:-none}]-} ]]; then # bash has told of its death already
        for ended in "${!running[@]}"; do break; done
        status=0
        wait "$ended" || status=$?
    fi
    # shellcheck disable=SC2034 # the caller uses it
    process=$ended
    return "$status"
}

# Ends what the script has started in the background, which Ctrl-C does not reach.
stop_jobs() {
    local working
    mapfile -t working < <(jobs -p)
    if ((${#working[@]} > 0)); then
        kill "${working[@]}" 2>/dev/null || true
        wait
    fi
}

configure() { # FOLDER PRESET -DNAME=VALUE...
    local version status=0
    version=$(cmake --version | sed -n '1s/[^0-9]*//p')
    if ! printf '%s\n' 3.25 "$version" | sort -V -C; then
        say "CMake 3.25 or newer is needed; this is $version"
        exit 2
    fi
    if is_configured "$1"; then
        quietly "$1/configure.log" cmake "${@:3}" "$1" || status=$?
    else
        if has_command ninja; then export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}; fi
        quietly "$1/configure.log" cmake --fresh -S "$project" --preset "$2" "${@:3}" || status=$?
    fi
    if ((status == 0)); then return; fi
    if ! has_command apt-get; then
        say "CMake could not configure the build. All requirements are:"
        printf '%s' "$purposes" >&2
        exit 2
    fi
    exit "$status"
}
