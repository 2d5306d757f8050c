#include "tests/protocol/commands/program.h"

#include "tests/locations.h"
#include "tests/protocol/temporary_file.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT: POSIX requires programs to declare it

namespace emilia::testing {
namespace {

constexpr int patience_milliseconds = 60'000; // far more than any step takes on a slow machine

struct Pipe {
    int read_end = -1;
    int write_end = -1;
};

Pipe make_pipe() {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    // A child must inherit only the ends that it uses; otherwise no pipe would ever end.
    for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
    return {ends[0], ends[1]};
}

void close_descriptor(int& descriptor) noexcept {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
}

/// The standard streams of a child process, and its signals as a shell would set them.
class SpawnPlan {
public:
    SpawnPlan(int input, int output, int errors) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
        posix_spawnattr_init(&attributes_);
        sigset_t signals;
        sigemptyset(&signals);
        sigaddset(&signals, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes_, &signals);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnPlan() {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    [[nodiscard]] int start(pid_t& process, const std::string& path, char* const* arguments) {
        return posix_spawn(&process, path.c_str(), &actions_, &attributes_, arguments, environ);
    }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

/// Replaces the user's data folder by an empty one, so that the user's own book can't affect tests.
class NoData {
public:
    NoData() { setenv("XDG_DATA_HOME", folder_.path().c_str(), 1); } // NOLINT: no threads exist yet
private:
    TemporaryFolder folder_;
};
const NoData no_data;

int exit_status(int wait_status) {
    return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
}

} // namespace

Program::Program(const std::vector<std::string>& arguments, const std::string& path,
                 Reader reader) {
    std::signal(SIGPIPE, SIG_IGN); // otherwise a program that has ended would kill the tests
    std::vector<std::string> words{path};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);

    Pipe input = make_pipe();
    Pipe output = make_pipe();
    Pipe errors = make_pipe();
    if (reader == Reader::gone) close_descriptor(output.read_end);
    pid_t process = -1;
    const int failure = SpawnPlan(input.read_end, output.write_end, errors.write_end)
                            .start(process, path, pointers.data());
    close_descriptor(input.read_end);
    close_descriptor(output.write_end);
    close_descriptor(errors.write_end);
    input_ = input.write_end;
    output_.descriptor = output.read_end;
    errors_.descriptor = errors.read_end;
    if (failure != 0) throw std::system_error(failure, std::generic_category(), path);
    process_ = process;
}

Program::~Program() {
    close_input();
    close_descriptor(output_.descriptor);
    close_descriptor(errors_.descriptor);
    if (process_ < 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
}

void Program::send(std::string_view text) {
    while (!text.empty() && input_ >= 0) {
        const ssize_t written = write(input_, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void Program::close_input() noexcept {
    close_descriptor(input_);
}

void Program::close_output() noexcept {
    close_descriptor(output_.descriptor);
}

void Program::take_what_has_come(Stream& stream) {
    std::array<char, 4096> buffer{};
    const ssize_t size = read(stream.descriptor, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) return;
    if (size <= 0) return close_descriptor(stream.descriptor);
    stream.text.append(buffer.data(), static_cast<std::size_t>(size));
}

void Program::wait_for_output() {
    // poll() ignores descriptors of −1.
    std::array<pollfd, 2> waiting{
        {{output_.descriptor, POLLIN, 0}, {errors_.descriptor, POLLIN, 0}}};
    const int ready = poll(waiting.data(), waiting.size(), patience_milliseconds);
    if (ready == 0) {
        throw std::runtime_error("the program wrote nothing for a minute; unread output: '"
                                 + output_.text + "', errors: '" + errors_.text + "'");
    }
    if (ready < 0) return; // a signal
    if (waiting[0].revents != 0) take_what_has_come(output_);
    if (waiting[1].revents != 0) take_what_has_come(errors_);
}

std::optional<std::string> Program::read_line() {
    for (;;) {
        const std::size_t end = output_.text.find('\n', output_.read);
        const bool ended = output_.descriptor < 0;
        if (end != std::string::npos || (ended && output_.read < output_.text.size())) {
            std::string line = output_.text.substr(output_.read, end - output_.read);
            output_.read = end == std::string::npos ? output_.text.size() : end + 1;
            return line;
        }
        output_.text.erase(0, std::exchange(output_.read, 0));
        if (ended) return std::nullopt;
        wait_for_output();
    }
}

Finished Program::finish() {
    while (output_.descriptor >= 0 || errors_.descriptor >= 0) wait_for_output();
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
    process_ = -1;
    output_.text.erase(0, output_.read);
    return {exit_status(status), std::move(output_.text), std::move(errors_.text)};
}

long Program::memory() const {
    std::ifstream status("/proc/" + std::to_string(process_) + "/status");
    for (std::string word; status >> word;) {
        long kilobytes = 0;
        if (word == "VmRSS:" && status >> kilobytes) return kilobytes;
    }
    throw std::runtime_error("the system does not tell the memory of the program");
}

Finished run_program(const std::vector<std::string>& arguments, std::string_view input,
                     const std::string& path) {
    Program program(arguments, path);
    program.send(input);
    program.close_input();
    return program.finish();
}

Finished run_command(const std::string& command, const std::vector<std::string>& words) {
    std::vector<std::string> arguments{command};
    arguments.insert(arguments.end(), words.begin(), words.end());
    return run_program(arguments);
}

Finished run_shell(const std::string& line) {
    return run_program({"-c", line, program_path()}, {}, "/bin/sh");
}

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

} // namespace emilia::testing
