#include "engine/system/paths.h"
#include "engine/system/windows/windows_api.h"
#include "tests/system/process.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace emilia::testing {
namespace {

constexpr std::chrono::minutes patience{1}; // far more than any step takes on a slow machine

struct Pipe {
    HANDLE read_end = nullptr;
    HANDLE write_end = nullptr;
};

Pipe make_pipe() {
    Pipe pipe;
    if (!::CreatePipe(&pipe.read_end, &pipe.write_end, nullptr, 0))
        throw std::system_error(last_error(), "pipe");
    return pipe;
}

void close(HANDLE& handle) noexcept {
    if (handle != nullptr) ::CloseHandle(std::exchange(handle, nullptr));
}

/// A word as the started program reads it from its command line: backslashes count before quotes
/// only.
std::wstring quoted(const std::string& word) {
    std::wstring result = L"\"";
    std::size_t backslashes = 0;
    const std::filesystem::path wide = to_path(word);
    for (const wchar_t letter : wide.native()) {
        if (letter == L'"') result.append(backslashes + 1, L'\\');
        backslashes = letter == L'\\' ? backslashes + 1 : 0;
        result += letter;
    }
    return result.append(backslashes, L'\\') + L'"';
}

std::wstring command_line(const std::vector<std::string>& words) {
    std::wstring line;
    for (const std::string& word : words) line += (line.empty() ? L"" : L" ") + quoted(word);
    return line;
}

/// Starts a process that inherits these ends of pipes only.
PROCESS_INFORMATION start(const std::vector<std::string>& words, HANDLE input, HANDLE output,
                          HANDLE errors) {
    STARTUPINFOW plan{};
    plan.cb = sizeof plan;
    plan.dwFlags = STARTF_USESTDHANDLES;
    plan.hStdInput = input;
    plan.hStdOutput = output;
    plan.hStdError = errors;
    for (const HANDLE end : {input, output, errors})
        ::SetHandleInformation(end, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    std::wstring line = command_line(words);
    PROCESS_INFORMATION started{};
    if (!::CreateProcessW(to_path(words.front()).c_str(), line.data(), nullptr, nullptr, TRUE, 0,
                          nullptr, nullptr, &plan, &started)) {
        throw std::system_error(last_error(), words.front());
    }
    ::CloseHandle(started.hThread);
    return started;
}

/// Reads a pipe in a thread of its own, as Windows can't wait for two pipes at once.
struct Stream {
    HANDLE handle = nullptr;
    std::string text; ///< what has come since the last look
    bool ended = false;
    std::thread reader;
};

} // namespace

struct Process::State {
    HANDLE process = nullptr; ///< nullptr: it has ended
    HANDLE input = nullptr;   ///< nullptr: closed
    std::mutex mutex;         ///< guards the text and the end of both streams
    std::condition_variable arrival;
    Stream output, errors;

    void read(Stream& stream) {
        std::array<char, 4096> buffer{};
        for (DWORD size = 0;;) {
            const bool came =
                ::ReadFile(stream.handle, buffer.data(), buffer.size(), &size, nullptr) != 0;
            const std::lock_guard lock(mutex);
            stream.ended = stream.ended || !came;
            if (!stream.ended) stream.text.append(buffer.data(), size);
            arrival.notify_one();
            if (stream.ended) break;
        }
        close(stream.handle); // what else the program writes is lost, and it can tell
    }
    void start_reading(Stream& stream, HANDLE handle) {
        stream.handle = handle;
        stream.reader = std::thread([this, &stream] { read(stream); });
    }
};

Process::Process(const std::vector<std::string>& words, Reader reader)
    : state_(std::make_unique<State>()) {
    // A process inherits every handle that is inheritable when it starts.
    static std::mutex starting;
    const std::lock_guard lock(starting);
    Pipe input = make_pipe();
    Pipe output = make_pipe();
    Pipe errors = make_pipe();
    if (reader == Reader::gone) close(output.read_end);
    state_->process = start(words, input.read_end, output.write_end, errors.write_end).hProcess;
    close(input.read_end);
    close(output.write_end);
    close(errors.write_end);
    state_->input = input.write_end;
    state_->output.ended = reader == Reader::gone;
    if (reader == Reader::here) state_->start_reading(state_->output, output.read_end);
    state_->start_reading(state_->errors, errors.read_end);
}

Process::~Process() {
    close_input();
    if (state_->process != nullptr) {
        ::TerminateProcess(state_->process, 1);
        static_cast<void>(wait());
    }
    for (Stream* stream : {&state_->output, &state_->errors})
        if (stream->reader.joinable()) stream->reader.join();
}

void Process::send(std::string_view text) {
    while (!text.empty() && state_->input != nullptr) {
        DWORD written = 0;
        if (!::WriteFile(state_->input, text.data(), static_cast<DWORD>(text.size()), &written,
                         nullptr)) {
            return;
        }
        text.remove_prefix(written);
    }
}

void Process::close_input() noexcept {
    close(state_->input);
}

void Process::close_output() noexcept {
    Stream& output = state_->output;
    {
        const std::lock_guard lock(state_->mutex);
        output.ended = true;
    }
    // The reader waits within a call that only this ends.
    while (output.reader.joinable() && output.handle != nullptr) {
        ::CancelSynchronousIo(
            reinterpret_cast<HANDLE>(::pthread_gethandle(output.reader.native_handle())));
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

bool Process::output_ended() const {
    const std::lock_guard lock(state_->mutex);
    return state_->output.ended && state_->output.text.empty();
}

bool Process::errors_ended() const {
    const std::lock_guard lock(state_->mutex);
    return state_->errors.ended && state_->errors.text.empty();
}

bool Process::wait_for_output(std::string& output, std::string& errors) {
    std::unique_lock lock(state_->mutex);
    const bool output_had_ended = state_->output.ended;
    const bool errors_had_ended = state_->errors.ended;
    const bool came = state_->arrival.wait_for(lock, patience, [&] {
        return !state_->output.text.empty() || !state_->errors.text.empty()
               || state_->output.ended != output_had_ended
               || state_->errors.ended != errors_had_ended
               || (state_->output.ended && state_->errors.ended);
    });
    output += std::exchange(state_->output.text, {});
    errors += std::exchange(state_->errors.text, {});
    return came;
}

int Process::wait() {
    DWORD status = 0;
    ::WaitForSingleObject(state_->process, INFINITE);
    ::GetExitCodeProcess(state_->process, &status);
    close(state_->process);
    return static_cast<int>(status);
}

std::size_t Process::memory() const {
    PROCESS_MEMORY_COUNTERS counters{};
    if (!::GetProcessMemoryInfo(state_->process, &counters, sizeof counters))
        throw std::system_error(last_error(), "memory");
    return counters.WorkingSetSize / 1024;
}

int status_without_reader() noexcept {
    return 1;
}

void set_environment(const std::string& name, const std::string& value) {
    ::_wputenv_s(to_path(name).c_str(), to_path(value).c_str());
}

std::string user_data_variable() {
    return "LOCALAPPDATA";
}

} // namespace emilia::testing
