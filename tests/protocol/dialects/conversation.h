#pragma once

// Clients that send random commands, right and wrong ones in any order, before the replies come and
// while searches run. Each client knows which replies must come, line by line.

#include "tests/protocol/commands/program.h"
#include "tests/random_game.h"

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace emilia::testing {

/// What the next output must be.
class Script {
public:
    /// Returns whether a line is right. It is called in the order of the output, so that it can use
    /// earlier replies.
    using Check = std::function<bool(const std::string& line)>;

    /// One line must come.
    void expect(Check check, std::string what);
    void expect(const std::string& line);
    /// Any number of lines may come; the first line that is not right ends them.
    void allow(Check check, std::string what);
    /// Calls a function when the output has reached this point.
    void then(std::function<void()> action);

    /// Throws std::runtime_error if the line is not right.
    void take(const std::string& line);
    /// Returns whether no more output must come.
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

    /// Returns the next command and adds the expected replies.
    [[nodiscard]] virtual std::string next(Random& random) = 0;
    /// Returns the command that ends a running search, so that all replies come.
    [[nodiscard]] virtual std::string last() = 0;
    /// Returns the program arguments that this client needs.
    [[nodiscard]] virtual std::vector<std::string> arguments() const = 0;

    Script script;
};

[[nodiscard]] std::unique_ptr<Conversation> make_gtp_conversation();
[[nodiscard]] std::unique_ptr<Conversation> make_nboard_conversation();
[[nodiscard]] std::unique_ptr<Conversation> make_cassio_conversation();
[[nodiscard]] std::unique_ptr<Conversation> make_ugi_conversation();

/// Returns whether `line` matches the regular expression.
[[nodiscard]] Script::Check form(const std::string& expression);

/// Returns a line that is a command of no dialect: long, binary, with NUL bytes, in UTF-8, … It
/// begins with `z`.
[[nodiscard]] std::string nonsense(Random& random);

/// Returns one of the values.
template <typename Value>
[[nodiscard]] const Value& any_of(const std::vector<Value>& values, Random& random) {
    return values[random() % values.size()];
}

/// The memory of the program in kilobytes.
struct Memory {
    std::size_t early = 0; ///< after a tenth of the conversation
    std::size_t late = 0;  ///< at its end
};

/// Sends N commands to the program. Throws std::runtime_error with the end of the dialogue
/// if a reply is wrong or missing.
Memory converse(Conversation& conversation, int commands, std::uint64_t seed);

} // namespace emilia::testing
