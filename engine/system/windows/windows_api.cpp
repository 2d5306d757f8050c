#include "engine/system/windows/windows_api.h"

namespace emilia {

std::error_code error_of_windows(DWORD error) noexcept {
    const auto make = [](std::errc code) { return std::make_error_code(code); };
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_INVALID_DRIVE: return make(std::errc::no_such_file_or_directory);
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT: return make(std::errc::permission_denied);
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: return make(std::errc::file_exists);
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: return make(std::errc::no_space_on_device);
    case ERROR_FILENAME_EXCED_RANGE: return make(std::errc::filename_too_long);
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: return make(std::errc::not_enough_memory);
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA: return make(std::errc::broken_pipe);
    case ERROR_INVALID_FUNCTION:
    case ERROR_NOT_SUPPORTED: return make(std::errc::not_supported);
    case ERROR_DIRECTORY: return make(std::errc::not_a_directory);
    case ERROR_FILE_TOO_LARGE: return make(std::errc::file_too_large);
    default: return make(std::errc::io_error);
    }
}

std::error_code last_error() noexcept {
    return error_of_windows(::GetLastError());
}

} // namespace emilia
