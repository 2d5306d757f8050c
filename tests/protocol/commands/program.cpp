#include "tests/protocol/commands/program.h"

#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/temporary_file.h"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace emilia::testing {
namespace {

/// Replaces the user's data folder by an empty one, so that the user's own book can't affect tests.
class NoData {
public:
    NoData() { set_environment(user_data_variable(), folder_.path()); }

private:
    TemporaryFolder folder_;
};
const NoData no_data;

std::vector<std::string> with_path(const std::string& path, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), path);
    return arguments;
}

} // namespace

Program::Program(const Words& arguments, const std::string& path, Reader reader)
    : process_(with_path(path, arguments), reader) {}

void Program::wait_for_output() {
    if (process_.wait_for_output(output_, errors_)) return;
    throw std::runtime_error("the program wrote nothing for a minute; unread output: '" + output_
                             + "', errors: '" + errors_ + "'");
}

std::optional<std::string> Program::read_line() {
    for (;;) {
        const std::size_t end = output_.find('\n', read_);
        const bool ended = process_.output_ended();
        if (end != std::string::npos || (ended && read_ < output_.size())) {
            std::string line = output_.substr(read_, end - read_);
            read_ = end == std::string::npos ? output_.size() : end + 1;
            return line;
        }
        output_.erase(0, std::exchange(read_, 0));
        if (ended) return std::nullopt;
        wait_for_output();
    }
}

void Program::wait_for_errors(std::string_view text) {
    while (!contains(errors_, text)) {
        if (process_.errors_ended())
            throw std::runtime_error("the program ended with the errors '" + errors_ + "'");
        wait_for_output();
    }
}

Finished Program::finish() {
    while (!process_.output_ended() || !process_.errors_ended()) wait_for_output();
    const int status = process_.wait();
    output_.erase(0, read_);
    return {status, std::move(output_), std::move(errors_)};
}

Finished run_program(const Words& arguments, std::string_view input, const std::string& path) {
    Program program(arguments, path);
    program.send(input);
    program.close_input();
    return program.finish();
}

Finished run_command(const std::string& command, const Words& words) {
    std::vector<std::string> arguments{command};
    arguments.insert(arguments.end(), words.begin(), words.end());
    return run_program(arguments);
}

std::string refusals(const std::vector<Words>& command_lines, int status) {
    std::string shown;
    for (const Words& words : command_lines) {
        CAPTURE(words);
        const Finished run = run_program(words, "name\n");
        CHECK(run.status == status);
        CHECK(run.output.empty());
        CHECK(run.errors.starts_with("emilia: "));
        CHECK(run.errors.find('\n') == run.errors.size() - 1);
        shown += fmt::format("$ emilia {}\n{}", fmt::join(words, " "), run.errors);
    }
    return shown;
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
