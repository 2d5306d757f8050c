#include "tests/protocol/dialects/transcript.h"

#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia::testing {
namespace {

struct Placeholder {
    std::string_view name;
    const char* form; ///< a regular expression
    bool (Referee::*accepts)(std::string_view) const = nullptr;
};

constexpr Placeholder placeholders[] = {
    {"{move}", "([a-zA-Z0-9]+)", &Referee::accepts_move},
    {"{pv}", "([a-zA-Z0-9]+)", &Referee::accepts_variation},
    {"{variation}", "([A-Z0-9-]+)", &Referee::accepts_dashed},
    {"{moves}", "([a-zA-Z0-9 ]+)", &Referee::accepts_list},
    {"{n}", "([0-9]+)"},
    {"{selectivity}", "([0-9]+%|full-width)"},
    {"{seconds}", "([0-9]+(?:\\.[0-9]+)?)"},
    {"{score}", "([+-]?[0-9]+(?:\\.[0-9]+)?)"},
};

/// A line with placeholders.
class Expectation {
public:
    explicit Expectation(std::string_view text) {
        std::string form;
        while (!text.empty()) {
            const Placeholder* here = nullptr;
            for (const Placeholder& placeholder : placeholders) {
                if (text.starts_with(placeholder.name)) here = &placeholder;
            }
            if (here != nullptr) {
                form += here->form;
                found_.push_back(here);
                text.remove_prefix(here->name.size());
            } else {
                if (std::string_view("^$\\.*+?()[]{}|").find(text.front()) != text.npos) {
                    form += '\\';
                }
                form += text.front();
                text.remove_prefix(1);
            }
        }
        form_ = Pattern(form);
    }

    [[nodiscard]] bool matches(const std::string& line, const Referee& referee) const {
        Parts parts;
        if (!emilia::testing::matches(line, parts, *form_)) return false;
        for (std::size_t i = 0; i < found_.size(); ++i) {
            const auto accepts = found_[i]->accepts;
            if (accepts != nullptr && !(referee.*accepts)(parts[i + 1])) return false;
        }
        return true;
    }

private:
    std::optional<Pattern> form_;
    std::vector<const Placeholder*> found_;
};

/// A difference from the transcript.
class Departure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One run of a transcript.
class Performance {
public:
    explicit Performance(const Transcript& transcript)
        : referee_(Referee::make(transcript.dialect)), program_(arguments(transcript)) {}

    void perform(const Step& step) {
        switch (step.kind) {
        case Step::Kind::send:
            dialogue_ += fmt::format("> {}\n", step.text);
            referee_->sent(step.text);
            program_.send(step.text + '\n');
            break;
        case Step::Kind::expect: expect(step.text); break;
        case Step::Kind::repeat: repeats_.emplace_back(step.text); break;
        case Step::Kind::end_input: program_.close_input(); break;
        }
    }

    void end() {
        program_.close_input();
        while (const auto line = next_line()) {
            if (!is_repeat(*line)) throw Departure("this line was not expected");
            note(*line);
        }
        const Finished finished = program_.finish();
        if (finished.status != 0) {
            throw Departure(fmt::format("its exit status is {}", finished.status));
        }
        if (!finished.errors.empty()) throw Departure("standard error: " + finished.errors);
    }

    [[nodiscard]] const std::string& dialogue() const { return dialogue_; }

private:
    static std::vector<std::string> arguments(const Transcript& transcript) {
        std::vector<std::string> all{"--threads", "1", "--hash", "16", "--no-book"};
        all.insert(all.end(), transcript.arguments.begin(), transcript.arguments.end());
        return all;
    }

    void expect(const std::string& text) {
        const Expectation pattern(text);
        for (;;) {
            const auto line = next_line();
            if (!line) throw Departure("the output ends before this line");
            const bool expected = pattern.matches(*line, *referee_);
            if (!expected && !is_repeat(*line)) {
                throw Departure("the last line is not the one that is expected");
            }
            note(*line);
            if (expected) break;
        }
        repeats_.clear();
    }

    std::optional<std::string> next_line() {
        auto line = program_.read_line();
        if (line) dialogue_ += fmt::format("< {}\n", *line);
        return line;
    }

    bool is_repeat(const std::string& line) const {
        return std::any_of(repeats_.begin(), repeats_.end(), [&](const Expectation& pattern) {
            return pattern.matches(line, *referee_);
        });
    }

    void note(const std::string& line) {
        if (const auto problem = referee_->received(line)) throw Departure(*problem);
    }

    std::unique_ptr<Referee> referee_;
    Program program_;
    std::vector<Expectation> repeats_;
    std::string dialogue_;
};

std::string with_folder(std::string text, const std::string& folder) {
    constexpr std::string_view name = "{folder}";
    if (const std::size_t at = text.find(name); at != std::string::npos) {
        text.replace(at, name.size(), folder);
    }
    return text;
}

std::optional<Step::Kind> kind_of(char mark) {
    switch (mark) {
    case '>': return Step::Kind::send;
    case '<': return Step::Kind::expect;
    case '*': return Step::Kind::repeat;
    case '.': return Step::Kind::end_input;
    default: return std::nullopt;
    }
}

} // namespace

Transcript parse_transcript(std::string_view text, Referee::Dialect dialect,
                            const std::string& folder) {
    Transcript transcript{.dialect = dialect, .arguments = {}, .steps = {}};
    int number = 0;
    for (const std::string& line : split_lines(text)) {
        ++number;
        if (line.empty() || line.front() == '#') continue;
        const std::string rest = with_folder(line.substr(line.size() > 1 ? 2 : 1), folder);
        const auto kind = kind_of(line.front());
        if (line.front() == '!') {
            std::istringstream words(rest);
            for (std::string word; words >> word;) transcript.arguments.push_back(word);
        } else if (kind && (line.size() == 1 || line[1] == ' ')) {
            transcript.steps.push_back({*kind, rest, number});
        } else {
            throw std::runtime_error(fmt::format("line {} is no line of a transcript", number));
        }
    }
    if (transcript.steps.empty()) throw std::runtime_error("the transcript is empty");
    return transcript;
}

Transcript read_transcript(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    const auto dialect = [&name] {
        if (name.starts_with("nboard-")) return Referee::Dialect::nboard;
        if (name.starts_with("gtp-")) return Referee::Dialect::gtp;
        if (name.starts_with("cassio-")) return Referee::Dialect::cassio;
        if (name.starts_with("ugi-")) return Referee::Dialect::ugi;
        throw std::runtime_error(name + ": the name does not begin with its dialect");
    }();
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    return parse_transcript(text.str(), dialect, file.parent_path().string());
}

std::string departure_from(const Transcript& transcript) {
    Performance performance(transcript);
    int line = 0;
    try {
        for (const Step& step : transcript.steps) {
            line = step.line;
            performance.perform(step);
        }
        performance.end();
        return {};
    } catch (const std::runtime_error& departure) {
        return fmt::format("line {}: {}\n{}", line, departure.what(), performance.dialogue());
    }
}

} // namespace emilia::testing
