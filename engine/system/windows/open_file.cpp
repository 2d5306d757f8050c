#include "engine/system/open_file.h"

#include "engine/system/paths.h"
#include "engine/system/windows/windows_api.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace emilia {
namespace {

HANDLE handle_of(std::intptr_t handle) noexcept {
    return reinterpret_cast<HANDLE>(handle); // NOLINT(performance-no-int-to-ptr)
}

tl::unexpected<std::error_code> failure() noexcept {
    return tl::unexpected(last_error());
}

SystemResult<void> success_if(BOOL succeeded) noexcept {
    if (!succeeded) return failure();
    return {};
}

/// Others may read, write, rename and delete an open file, as on other systems.
constexpr DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

SystemResult<OpenFile> opened(const std::string& path, DWORD access, DWORD creation,
                              DWORD flags = FILE_ATTRIBUTE_NORMAL) {
    const HANDLE handle =
        ::CreateFileW(to_path(path).c_str(), access, shared, nullptr, creation, flags, nullptr);
    if (handle != INVALID_HANDLE_VALUE) return OpenFile(reinterpret_cast<std::intptr_t>(handle));
    auto error = last_error();
    // Windows says "access denied" of a folder, too.
    std::error_code ignored;
    if (error == std::errc::permission_denied
        && std::filesystem::is_directory(to_path(path), ignored)) {
        error = std::make_error_code(std::errc::is_a_directory);
    }
    return tl::unexpected(error);
}

/// Locks keep others from reading and writing the locked bytes, so the byte that is locked lies
/// beyond the end of any file.
OVERLAPPED locked_byte() noexcept {
    OVERLAPPED place{};
    place.OffsetHigh = 0x40000000;
    return place;
}

} // namespace

SystemResult<OpenFile> OpenFile::to_read(const std::string& path) {
    return opened(path, GENERIC_READ, OPEN_EXISTING);
}

SystemResult<OpenFile> OpenFile::to_append(const std::string& path) {
    return opened(path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS);
}

SystemResult<OpenFile> OpenFile::to_replace(const std::string& path, const std::string& /*old*/) {
    // A new file has the permissions that its folder hands down, as nearly every old one has.
    return opened(path, GENERIC_READ | GENERIC_WRITE, CREATE_NEW);
}

SystemResult<OpenFile> OpenFile::folder(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(to_path(path), ignored))
        return tl::unexpected(std::make_error_code(std::errc::not_a_directory));
    return opened(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
}

OpenFile::~OpenFile() {
    if (handle_ != -1) ::CloseHandle(handle_of(handle_));
}

bool OpenFile::is_regular() const noexcept {
    return ::GetFileType(handle_of(handle_)) == FILE_TYPE_DISK;
}

bool OpenFile::is_deleted() const noexcept {
    FILE_STANDARD_INFO status{};
    return ::GetFileInformationByHandleEx(handle_of(handle_), FileStandardInfo, &status,
                                          sizeof status)
           && (status.DeletePending || status.NumberOfLinks == 0);
}

SystemResult<std::size_t> OpenFile::size() const noexcept {
    LARGE_INTEGER size{};
    if (is_regular() && !::GetFileSizeEx(handle_of(handle_), &size)) return failure();
    return static_cast<std::size_t>(size.QuadPart);
}

SystemResult<void> OpenFile::cut(std::size_t size) noexcept {
    LARGE_INTEGER end{};
    end.QuadPart = static_cast<LONGLONG>(size);
    return success_if(::SetFilePointerEx(handle_of(handle_), end, nullptr, FILE_BEGIN)
                      && ::SetEndOfFile(handle_of(handle_)));
}

SystemResult<void> OpenFile::append(std::string_view bytes) noexcept {
    constexpr std::size_t most_bytes = std::size_t{1} << 30;
    while (!bytes.empty()) {
        OVERLAPPED at_end{};
        at_end.Offset = at_end.OffsetHigh = 0xffffffff; // as documented
        DWORD written = 0;
        const auto size = static_cast<DWORD>(std::min(bytes.size(), most_bytes));
        if (!::WriteFile(handle_of(handle_), bytes.data(), size, &written, &at_end))
            return failure();
        bytes.remove_prefix(written);
    }
    return {};
}

SystemResult<void> OpenFile::flush() noexcept {
    return success_if(::FlushFileBuffers(handle_of(handle_)));
}

SystemResult<bool> OpenFile::try_lock(Lock kind) noexcept {
    OVERLAPPED place = locked_byte();
    const DWORD flags =
        LOCKFILE_FAIL_IMMEDIATELY | (kind == Lock::exclusive ? LOCKFILE_EXCLUSIVE_LOCK : 0);
    if (!is_regular() || ::LockFileEx(handle_of(handle_), flags, 0, 1, 0, &place)) return true;
    const DWORD error = ::GetLastError();
    if (error == ERROR_LOCK_VIOLATION || error == ERROR_IO_PENDING) return false;
    return tl::unexpected(error_of_windows(error));
}

SystemResult<void> OpenFile::lock() noexcept {
    OVERLAPPED place = locked_byte();
    return success_if(::LockFileEx(handle_of(handle_), LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &place));
}

SystemResult<void> move_over(const std::string& from, const std::string& to) {
    // The old file can't be replaced while another program, such as a virus scanner, reads it.
    constexpr std::chrono::milliseconds interval{10};
    constexpr std::chrono::seconds patience{5};
    const auto patient_until = std::chrono::steady_clock::now() + patience;
    constexpr DWORD flags = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
    while (!::MoveFileExW(to_path(from).c_str(), to_path(to).c_str(), flags)) {
        const auto error = last_error();
        if (error != std::errc::permission_denied
            || std::chrono::steady_clock::now() >= patient_until) {
            return tl::unexpected(error);
        }
        std::this_thread::sleep_for(interval);
    }
    return {};
}

bool others_may_read(const std::string& /*path*/) noexcept {
    return false;
}

SystemResult<void> check_writable(const std::string& path) {
    const HANDLE handle = ::CreateFileW(to_path(path).c_str(), GENERIC_WRITE, shared, nullptr,
                                        OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        // Another program reads it just now; `move_over` waits for the end of that.
        if (::GetLastError() == ERROR_SHARING_VIOLATION) return {};
        return tl::unexpected(last_error());
    }
    ::CloseHandle(handle);
    return {};
}

} // namespace emilia
