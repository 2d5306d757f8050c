#pragma once

// Runs a dialect without a client. The input has ended, so every search ends at once; the output is
// collected.

#include "protocol/dialects/session.h"
#include "tests/fuzz/fuzz.h"

#include <memory>
#include <optional>
#include <sstream>
#include <string>

namespace emilia::fuzz {

/// Shared by all conversations.
struct Surroundings {
    std::istringstream no_input;
    std::ostringstream output;
    Dialogue dialogue{no_input, output, ""};
    SessionBook no_book{std::nullopt};

    Surroundings() { demand(!dialogue.next(), "the input has ended"); }
};

class Conversation {
public:
    using MakeDialect = std::unique_ptr<Dialect> (*)(Session&);

    explicit Conversation(MakeDialect make) : dialect_(make(session_)) {}

    struct Answer {
        std::string text;
        bool goes_on = true;
    };
    [[nodiscard]] Answer handle(std::string_view line) {
        const bool goes_on = tell(line);
        return {heard(), goes_on};
    }

    /// Returns false if the line ended the conversation.
    [[nodiscard]] bool tell(std::string_view line) {
        const bool goes_on = dialect_->handle(line);
        check_game(session_.game);
        return goes_on;
    }
    /// Returns the output since the last call. Must not be called while a background search runs.
    [[nodiscard]] std::string heard() {
        std::string text = surroundings().output.str();
        surroundings().output.str("");
        return text;
    }

private:
    static Surroundings& surroundings() {
        static Surroundings the;
        return the;
    }
    static EngineSettings quick() {
        EngineSettings settings;
        settings.depth = 1;
        settings.nodes = 200;
        settings.hash_megabytes = 0;
        return settings;
    }

    Engine engine_{quick()};
    MoveChooser chooser_{engine_};
    Session session_{surroundings().dialogue, engine_, surroundings().no_book, chooser_};
    std::unique_ptr<Dialect> dialect_;
};

} // namespace emilia::fuzz
