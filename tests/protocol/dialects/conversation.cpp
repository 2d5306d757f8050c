#include "tests/protocol/dialects/conversation.h"

#include "tests/pattern.h"

#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace emilia::testing {
namespace {

std::string shown(std::string text) {
    constexpr std::size_t most = 200;
    if (text.size() > most) text = fmt::format("{}… ({} bytes)", text.substr(0, most), text.size());
    return text;
}

/// The last lines in both directions, for error messages.
class Record {
public:
    void note(char direction, const std::string& line) {
        constexpr std::size_t most = 60;
        lines_.push_back(fmt::format("{} {}\n", direction, shown(line)));
        if (lines_.size() > most) lines_.pop_front();
    }
    [[nodiscard]] std::string text() const {
        std::string all;
        for (const std::string& line : lines_) all += line;
        return all;
    }

private:
    std::deque<std::string> lines_;
};

} // namespace

void Script::expect(Check check, std::string what) {
    steps_.push_back({Step::Kind::one, std::move(check), std::move(what), {}});
}

void Script::expect(const std::string& line) {
    expect([line](const std::string& come) { return come == line; }, line);
}

void Script::allow(Check check, std::string what) {
    steps_.push_back({Step::Kind::any, std::move(check), std::move(what), {}});
}

void Script::then(std::function<void()> action) {
    steps_.push_back({Step::Kind::action, {}, {}, std::move(action)});
}

void Script::take(const std::string& line) {
    while (!steps_.empty()) {
        const Step& step = steps_.front();
        if (step.kind == Step::Kind::action) {
            step.action();
        } else if (step.check(line)) {
            if (step.kind == Step::Kind::one) steps_.pop_front();
            return;
        } else if (step.kind == Step::Kind::one) {
            throw std::runtime_error(fmt::format("'{}' came, not {}", shown(line), step.what));
        }
        steps_.pop_front();
    }
    throw std::runtime_error(fmt::format("'{}' came, but nothing was to come", shown(line)));
}

bool Script::settled() const {
    for (const Step& step : steps_) {
        if (step.kind == Step::Kind::one) return false;
    }
    return true;
}

Script::Check form(const std::string& expression) {
    return
        [pattern = Pattern(expression)](const std::string& line) { return matches(line, pattern); };
}

std::string nonsense(Random& random) {
    std::string line = "z";
    const int kind = below(random, 40);
    std::size_t length = static_cast<std::size_t>(below(random, 40));
    if (kind == 0) length = 1'000'000 + static_cast<std::size_t>(below(random, 100'000));
    if (kind == 1) length = 4096;
    for (std::size_t i = 0; i < length; ++i) {
        char byte = kind < 20 ? static_cast<char>(random()) : "éü\xff a1;()[]/%-+09"[random() % 18];
        if (byte == '\n') byte = '\0';
        line += byte;
    }
    return line;
}

Memory converse(Conversation& conversation, int commands, std::uint64_t seed) {
    Program program(conversation.arguments());
    Random random(seed);
    Record record;
    Memory memory{};
    const auto say = [&](const std::string& line) {
        record.note('>', line);
        program.send(line + (random() % 8 == 0 ? "\r\n" : "\n"));
    };
    const auto listen = [&] {
        while (!conversation.script.settled()) {
            const auto line = program.read_line();
            if (!line) throw std::runtime_error("the output has ended");
            record.note('<', *line);
            conversation.script.take(*line);
        }
    };
    int said = 0;
    try {
        while (said < commands) {
            // Send some commands at once, perhaps during a search, then read the replies.
            for (int burst = 1 + below(random, 12); burst > 0; --burst, ++said) {
                say(conversation.next(random));
                if (random() % 16 == 0) {
                    std::this_thread::sleep_for(std::chrono::microseconds(below(random, 3000)));
                }
            }
            if (random() % 4 == 0) {
                say(conversation.last());
                listen();
            }
            if (memory.early == 0 && said > commands / 10) memory.early = program.memory();
        }
        say(conversation.last());
        listen();
        memory.late = program.memory();
        program.close_input();
        const Finished finished = program.finish();
        if (finished.status != 0)
            throw std::runtime_error(fmt::format("its exit status is {}", finished.status));
        if (!finished.output.empty())
            throw std::runtime_error(fmt::format("after the end came '{}'", finished.output));
        if (!finished.errors.empty())
            throw std::runtime_error(fmt::format("standard error: {}", finished.errors));
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("after {} commands with seed {}: {}\n{}", said, seed,
                                             error.what(), record.text()));
    }
    return memory;
}

} // namespace emilia::testing
