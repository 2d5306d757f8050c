#!/usr/bin/env bash
# Prints the copyright notices of the libraries that a program without other files holds, as Debian's
# packages of these libraries have them. Boost is not among them: its licence asks for no notice in a
# program.
#
#   scripts/package/third_party.sh linux
#   scripts/package/third_party.sh windows    as MinGW-w64 links it
#   scripts/package/third_party.sh python     the extension in a wheel
#   scripts/package/third_party.sh web        the module, as Emscripten links it
set -euo pipefail

# Files of the packages: headers, and the libraries that the compiler links.
files=(/usr/include/{fmt/format.h,nlohmann/json.hpp,tl/expected.hpp,zstd.h})
libraries=() licenses=()
case ${1-} in
linux)
    compiler=${CXX:-c++}
    libraries=(libc.a libstdc++.a)
    files+=(/usr/include/ncurses.h)
    licenses=(LGPL-2.1) # the GNU C library's, whose notice only names it
    ;;
windows)
    compiler=x86_64-w64-mingw32-g++-posix
    libraries=(libwinpthread.a libstdc++.a)
    ;;
python)
    compiler=${CXX:-c++}
    libraries=(libstdc++.a)
    ;;
web) files+=(/usr/share/emscripten/emcc.py) ;; # with the C and C++ libraries
*)
    echo "for linux, windows, python or web?" >&2
    exit 2
    ;;
esac
for library in ${libraries[@]+"${libraries[@]}"}; do
    # Unquoted, because CXX may contain arguments.
    files+=("$(realpath "$($compiler "-print-file-name=$library")")")
done

print_file() { # TITLE FILE
    printf '\n%s\n%s\n\n' "$1" "${1//?/=}"
    cat "$2"
}

echo "Emilia's program contains these libraries. Their sources are packages of Debian or Ubuntu."
for file in "${files[@]}"; do
    package=$(dpkg -S "$file" | sed 's/[:,].*//')
    # shellcheck disable=SC2016 # for dpkg-query
    source=$(dpkg-query -W -f '${source:Package} ${source:Version}' "$package" | head -n 1)
    print_file "$source" "/usr/share/doc/$package/copyright"
done
for license in ${licenses[@]+"${licenses[@]}"}; do
    print_file "$license" "/usr/share/common-licenses/$license"
done
