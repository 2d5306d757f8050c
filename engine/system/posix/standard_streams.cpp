#include "engine/system/standard_streams.h"

#include "engine/system/paths.h"

#include <cerrno>
#include <csignal>
#include <fstream>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace emilia {
namespace {

int descriptor_of(StandardStream stream) noexcept {
    return static_cast<int>(stream);
}

/// Occupies the descriptors of closed standard streams. Otherwise the first file of a job would get
/// one of them, and messages would end up in that file. Reading or writing them still fails.
void occupy_closed_streams() noexcept {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) == -1)
            static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
}

} // namespace

void prepare_standard_streams() {
    occupy_closed_streams();
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // a file that gets too long is an error like a full disk
}

bool is_terminal(StandardStream stream) noexcept {
    return ::isatty(descriptor_of(stream)) != 0;
}

bool obeys_escapes(StandardStream stream) noexcept {
    return is_terminal(stream) && environment("TERM").value_or("dumb") != "dumb";
}

std::size_t terminal_columns() noexcept {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

bool suffers_from(const std::string& path, StandardStream stream) {
    struct stat of_stream {};
    struct stat of_path {};
    if (::fstat(descriptor_of(stream), &of_stream) != 0 || ::stat(path.c_str(), &of_path) != 0)
        return false;
    if (of_stream.st_dev != of_path.st_dev || of_stream.st_ino != of_path.st_ino) return false;
    return S_ISREG(of_stream.st_mode)
           || (stream == StandardStream::output && !S_ISCHR(of_stream.st_mode));
}

bool output_reader_has_gone() noexcept {
    // Other things may have failed since the write, so errno no longer says why.
    pollfd output{STDOUT_FILENO, 0, 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

void end_without_reader() noexcept {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
}

std::string standard_input_path() {
    return "/dev/stdin";
}

std::unique_ptr<std::istream> open_input(const std::string& path) {
    auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
    // A folder can be opened, and not every C++ library notices that it can't be read.
    struct stat about {};
    if (*file && ::stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode)) {
        file->setstate(std::ios::failbit);
        errno = EISDIR;
    }
    return file;
}

} // namespace emilia
