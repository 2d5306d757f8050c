#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace emilia::testing {

/// A process of this system with a pipe for each of its standard streams.
class Process {
public:
    enum class Reader { here, gone };

    /// Starts the program `words.front()`. If the reader of its standard output is gone, it can
    /// write nothing from the start. Throws std::system_error if that fails.
    Process(const std::vector<std::string>& words, Reader reader);
    /// Kills the process if it still runs.
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Writes to its standard input. If the process no longer reads it, the text is lost.
    void send(std::string_view text);
    void close_input() noexcept;
    /// Stops reading its standard output.
    void close_output() noexcept;

    [[nodiscard]] bool output_ended() const;
    [[nodiscard]] bool errors_ended() const;
    /// Waits until some output has come or has ended, and appends it to these texts. Returns false
    /// if a minute passes without any.
    [[nodiscard]] bool wait_for_output(std::string& output, std::string& errors);

    /// Waits for its end. Returns its exit status, or 128 and the signal that killed it.
    [[nodiscard]] int wait();

    /// Its resident memory in kilobytes.
    [[nodiscard]] std::size_t memory() const;

private:
    struct State;
    const std::unique_ptr<State> state_;
};

/// The exit status, as `wait` returns it, of a program that ends because nobody reads its output.
[[nodiscard]] int status_without_reader() noexcept;

/// Sets a variable for this process and those that it starts.
void set_environment(const std::string& name, const std::string& value);

/// The variable that names the user's data folder.
[[nodiscard]] std::string user_data_variable();

} // namespace emilia::testing
