#include "engine/system/paths.h"

#include "engine/system/windows/windows_api.h"

#include <cstdlib>

namespace emilia {
namespace {

namespace fs = std::filesystem;

/// What is not UTF-8 becomes U+FFFD, which names no file.
std::wstring wide(std::string_view text) {
    const auto size = static_cast<int>(text.size());
    std::wstring result(text.size(), L'\0'); // UTF-16 never takes more units
    const int units = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, result.data(), size);
    result.resize(static_cast<std::size_t>(units));
    return result;
}

std::string narrow(std::wstring_view text) {
    constexpr std::size_t most_bytes_of_a_unit = 3;
    std::string result(most_bytes_of_a_unit * text.size(), '\0');
    const int bytes =
        ::WideCharToMultiByte(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), result.data(),
                              static_cast<int>(result.size()), nullptr, nullptr);
    result.resize(static_cast<std::size_t>(bytes));
    return result;
}

/// Removes the mark with which Windows begins paths that it has resolved.
std::wstring_view without_mark(std::wstring_view path) {
    constexpr std::wstring_view mark = L"\\\\?\\";
    constexpr std::wstring_view network = L"UNC\\";
    if (path.starts_with(mark) && !path.substr(mark.size()).starts_with(network))
        path.remove_prefix(mark.size());
    return path;
}

} // namespace

fs::path to_path(std::string_view text) {
    return wide(text);
}

std::string to_text(const fs::path& path) {
    return narrow(path.native());
}

std::vector<std::string> program_arguments(int /*count*/, char** /*arguments*/) {
    // The arguments of `main` lack the characters that the system's old code page lacks.
    int count = 0;
    const std::unique_ptr<LPWSTR, decltype(&::LocalFree)> words(
        ::CommandLineToArgvW(::GetCommandLineW(), &count), &::LocalFree);
    std::vector<std::string> arguments;
    for (int i = 1; i < count; ++i) arguments.push_back(narrow(words.get()[i]));
    return arguments;
}

std::optional<std::string> environment(const std::string& name) {
    const wchar_t* const value = ::_wgetenv(wide(name).c_str());
    if (value == nullptr) return std::nullopt;
    return narrow(value);
}

std::optional<fs::path> user_data_folder() {
    fs::path data = to_path(environment("LOCALAPPDATA").value_or(""));
    if (data.is_absolute()) return data;
    return std::nullopt;
}

std::string_view why_no_user_data_folder() noexcept {
    return "LOCALAPPDATA names none";
}

std::optional<fs::path> user_cache_folder() {
    return user_data_folder();
}

std::string link_target(const std::string& path) {
    const HANDLE file = ::CreateFileW(to_path(path).c_str(), 0,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                      nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (file == INVALID_HANDLE_VALUE) return path;
    std::wstring target(32'768, L'\0'); // the longest path
    const DWORD size =
        ::GetFinalPathNameByHandleW(file, target.data(), static_cast<DWORD>(target.size()), 0);
    ::CloseHandle(file);
    if (size == 0 || size >= target.size()) return path;
    target.resize(size);
    return narrow(without_mark(target));
}

unsigned long process_number() noexcept {
    return ::GetCurrentProcessId();
}

} // namespace emilia
