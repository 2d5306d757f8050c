#include "engine/system/standard_streams.h"

#include "engine/system/paths.h"
#include "engine/system/windows/windows_api.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <fcntl.h>
#include <io.h>

namespace emilia {
namespace {

constexpr std::array<StandardStream, 3> all_streams{StandardStream::input, StandardStream::output,
                                                    StandardStream::error};

HANDLE handle_of(StandardStream stream) noexcept {
    switch (stream) {
    case StandardStream::input: return ::GetStdHandle(STD_INPUT_HANDLE);
    case StandardStream::output: return ::GetStdHandle(STD_OUTPUT_HANDLE);
    case StandardStream::error: return ::GetStdHandle(STD_ERROR_HANDLE);
    }
    return INVALID_HANDLE_VALUE;
}

/// The encodings that the terminal had, which belong to the shell, too.
UINT input_encoding_before = 0;
UINT output_encoding_before = 0;

void restore_encodings() {
    ::SetConsoleCP(input_encoding_before);
    ::SetConsoleOutputCP(output_encoding_before);
}

void use_utf8_on_terminal() {
    input_encoding_before = ::GetConsoleCP();
    output_encoding_before = ::GetConsoleOutputCP();
    if (output_encoding_before == 0) return; // there is no terminal
    std::atexit(restore_encodings);
    ::SetConsoleCP(CP_UTF8);
    ::SetConsoleOutputCP(CP_UTF8);
}

} // namespace

void prepare_standard_streams() {
    for (const StandardStream stream : all_streams) {
        // On a terminal's input Ctrl-Z ends the text, so it stays a text stream.
        if (stream == StandardStream::input && is_terminal(stream)) continue;
        ::_setmode(static_cast<int>(stream), _O_BINARY); // fails if the stream is closed
    }
    use_utf8_on_terminal();
}

bool is_terminal(StandardStream stream) noexcept {
    DWORD mode = 0;
    return ::GetConsoleMode(handle_of(stream), &mode) != 0;
}

bool obeys_escapes(StandardStream stream) noexcept {
    DWORD mode = 0;
    return ::GetConsoleMode(handle_of(stream), &mode) != 0
           && ::SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

std::size_t terminal_columns() noexcept {
    CONSOLE_SCREEN_BUFFER_INFO info{};
    if (::GetConsoleScreenBufferInfo(handle_of(StandardStream::output), &info)
        && info.srWindow.Right > info.srWindow.Left) {
        return static_cast<std::size_t>(info.srWindow.Right - info.srWindow.Left + 1);
    }
    return 80;
}

bool suffers_from(const std::string& path, StandardStream stream) {
    BY_HANDLE_FILE_INFORMATION of_stream{};
    if (::GetFileType(handle_of(stream)) != FILE_TYPE_DISK
        || !::GetFileInformationByHandle(handle_of(stream), &of_stream)) {
        return false;
    }
    constexpr DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const HANDLE file = ::CreateFileW(to_path(path).c_str(), 0, shared, nullptr, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (file == INVALID_HANDLE_VALUE) return false;
    BY_HANDLE_FILE_INFORMATION of_path{};
    const bool known = ::GetFileInformationByHandle(file, &of_path) != 0;
    ::CloseHandle(file);
    return known && of_stream.dwVolumeSerialNumber == of_path.dwVolumeSerialNumber
           && of_stream.nFileIndexHigh == of_path.nFileIndexHigh
           && of_stream.nFileIndexLow == of_path.nFileIndexLow;
}

bool output_reader_has_gone() noexcept {
    // A pipe fails for no other reason.
    return ::GetFileType(handle_of(StandardStream::output)) == FILE_TYPE_PIPE;
}

void end_without_reader() noexcept {}

std::string standard_input_path() {
    return "<standard input>"; // no file can have this name
}

std::unique_ptr<std::istream> open_input(const std::string& path) {
    if (path == standard_input_path()) return std::make_unique<std::istream>(std::cin.rdbuf());
    return std::make_unique<std::ifstream>(to_path(path), std::ios::binary);
}

} // namespace emilia
