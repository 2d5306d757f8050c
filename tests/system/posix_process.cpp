#include "tests/system/process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <libproc.h>
#endif

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

void take_what_has_come(int& descriptor, std::string& text) {
    std::array<char, 4096> buffer{};
    const ssize_t size = read(descriptor, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) return;
    if (size <= 0) return close_descriptor(descriptor);
    text.append(buffer.data(), static_cast<std::size_t>(size));
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

int exit_status(int wait_status) {
    return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
}

} // namespace

struct Process::State {
    pid_t process = -1; ///< −1: it has ended
    int input = -1;     ///< −1 in this and the next two: closed
    int output = -1;
    int errors = -1;
};

Process::Process(const std::vector<std::string>& words, Reader reader)
    : state_(std::make_unique<State>()) {
    std::signal(SIGPIPE, SIG_IGN); // otherwise a program that has ended would kill the tests
    std::vector<std::string> arguments = words;
    std::vector<char*> pointers;
    for (std::string& word : arguments) pointers.push_back(word.data());
    pointers.push_back(nullptr);

    Pipe input = make_pipe();
    Pipe output = make_pipe();
    Pipe errors = make_pipe();
    if (reader == Reader::gone) close_descriptor(output.read_end);
    pid_t process = -1;
    const int failure = SpawnPlan(input.read_end, output.write_end, errors.write_end)
                            .start(process, words.front(), pointers.data());
    close_descriptor(input.read_end);
    close_descriptor(output.write_end);
    close_descriptor(errors.write_end);
    *state_ = {failure == 0 ? process : -1, input.write_end, output.read_end, errors.read_end};
    if (failure != 0) throw std::system_error(failure, std::generic_category(), words.front());
}

Process::~Process() {
    close_input();
    close_output();
    close_descriptor(state_->errors);
    if (state_->process < 0) return;
    kill(state_->process, SIGKILL);
    waitpid(state_->process, nullptr, 0);
}

void Process::send(std::string_view text) {
    while (!text.empty() && state_->input >= 0) {
        const ssize_t written = write(state_->input, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void Process::close_input() noexcept {
    close_descriptor(state_->input);
}

void Process::close_output() noexcept {
    close_descriptor(state_->output);
}

bool Process::output_ended() const {
    return state_->output < 0;
}

bool Process::errors_ended() const {
    return state_->errors < 0;
}

bool Process::wait_for_output(std::string& output, std::string& errors) {
    // poll() ignores descriptors of −1.
    std::array<pollfd, 2> waiting{{{state_->output, POLLIN, 0}, {state_->errors, POLLIN, 0}}};
    const int ready = poll(waiting.data(), waiting.size(), patience_milliseconds);
    if (ready < 0) return true; // a signal
    if (waiting[0].revents != 0) take_what_has_come(state_->output, output);
    if (waiting[1].revents != 0) take_what_has_come(state_->errors, errors);
    return ready > 0;
}

int Process::wait() {
    int status = 0;
    while (waitpid(state_->process, &status, 0) < 0 && errno == EINTR) continue;
    state_->process = -1;
    return exit_status(status);
}

std::size_t Process::memory() const {
#ifdef __APPLE__
    proc_taskinfo info{};
    constexpr int size = sizeof info;
    if (proc_pidinfo(state_->process, PROC_PIDTASKINFO, 0, &info, size) == size)
        return static_cast<std::size_t>(info.pti_resident_size) / 1024;
#else
    std::ifstream status("/proc/" + std::to_string(state_->process) + "/status");
    for (std::string word; status >> word;) {
        std::size_t kilobytes = 0;
        if (word == "VmRSS:" && status >> kilobytes) return kilobytes;
    }
#endif
    throw std::runtime_error("the system does not tell the memory of the program");
}

int status_without_reader() noexcept {
    return 128 + SIGPIPE;
}

void set_environment(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
}

std::string user_data_variable() {
    return "XDG_DATA_HOME";
}

} // namespace emilia::testing
