#pragma once

// Clients that talk at random: right and wrong commands in any order, sent ahead of the replies,
// while searches run. Each keeps account of what the program must answer, line by line.

#include "tests/protocol/commands/program.h"
#include "tests/random_game.h"

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace emilia::testing {

/// What the output must be next.
class Script {
public:
    /// Whether a line is right. Asked in the order of the output, so that what was answered before
    /// is known.
    using Check = std::function<bool(const std::string& line)>;

    /// One line, which must come.
    void expect(Check check, std::string what);
    void expect(const std::string& line);
    /// Any number of lines; the first one that is not right ends them.
    void allow(Check check, std::string what);
    /// Something to note when the output has got here.
    void then(std::function<void()> action);

    /// Throws std::runtime_error where the line is not right.
    void take(const std::string& line);
    /// Whether nothing must come any more.
    [[nodiscard]] bool settled() const;

private:
    struct Step {
        enum class Kind { one, any, action };
        Kind kind;
        Check check;
        std::string what;
        std::function<void()> action;
    };
    std::deque<Step> steps_;
};

class Conversation {
public:
    virtual ~Conversation() = default;
    Conversation() = default;
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    /// The next command, and notes what it must bring.
    [[nodiscard]] virtual std::string next(Random& random) = 0;
    /// What ends a search that runs, so that all replies come.
    [[nodiscard]] virtual std::string last() = 0;
    /// Arguments that the program needs for it.
    [[nodiscard]] virtual std::vector<std::string> arguments() const = 0;

    Script script;
};

[[nodiscard]] std::unique_ptr<Conversation> make_gtp_conversation();
[[nodiscard]] std::unique_ptr<Conversation> make_nboard_conversation();
[[nodiscard]] std::unique_ptr<Conversation> make_cassio_conversation();

/// Whether `line` fits the regular expression.
[[nodiscard]] Script::Check form(const std::string& expression);

/// A line that no dialect has: long, binary, with NUL bytes, in UTF-8, … It begins with `z`.
[[nodiscard]] std::string nonsense(Random& random);

/// One of them.
template <typename Value>
[[nodiscard]] const Value& any_of(const std::vector<Value>& values, Random& random) {
    return values[random() % values.size()];
}

/// Kilobytes of the program's memory.
struct Memory {
    long early; ///< after a tenth of the conversation
    long late;  ///< at its end
};

/// Has a conversation of so many commands with the program; throws std::runtime_error, with the
/// dialogue's end, where a reply is not right or does not come.
Memory converse(Conversation& conversation, int commands, std::uint64_t seed);

} // namespace emilia::testing
