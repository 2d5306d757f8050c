#pragma once

// Which challenges to accept. A file of rules has one rule a line; the first rule that fits a
// challenge decides, and a challenge that none fits is declined:
//
//   # Nobody's second account.
//   decline users=alice2,bot*
//   accept  users=alice,bob main=1:00-30:00 mode=rated,unrated
//   accept  types=8,s8,s8r14-24 main=5:00-15:00 extension=0:00-2:00 mode=unrated
//
// Whatever the rules say, types of games that the engine can't play are declined. A rule that
// accepts limits the clock as a whole: it must say the main time, and where it says nothing about
// the increment or the extension, at most 1:00 or 5:00 fits. Where each player has a clock of his
// own, both must fit.

#include "protocol/server/game_terms.h"
#include "protocol/server/messages.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace emilia::ggs {

/// Whether the game counts for the rating, or is an unfinished game that continues.
enum class Mode : std::uint8_t { unrated, rated, stored };

/// Parses `U`, `R` or `S`, perhaps with more letters behind it.
[[nodiscard]] std::optional<Mode> parse_mode(std::string_view text) noexcept;
[[nodiscard]] std::string_view to_string(Mode mode) noexcept;

struct Range {
    double least = 0;
    double most = 0;
    [[nodiscard]] bool contains(double value) const noexcept {
        return value >= least && value <= most;
    }
};

/// What fits a rule that accepts and says nothing about these parts of the clock, in seconds.
inline constexpr Range usual_increment{0, 60};
inline constexpr Range usual_extension{0, 300};

/// `8`, `8b`, `s8r14-24`, `s8r20`. `8` also stands for `8b` and `8w`.
struct TypePattern {
    bool synchro = false;
    std::optional<Range> random_discs{};             ///< none: the usual start
    ChallengerColor color = ChallengerColor::unsaid; ///< unsaid: any

    /// With `any_color` the colour does not matter.
    [[nodiscard]] bool fits(const GameType& type, bool any_color) const noexcept;
};

/// A line of the file. An empty list or range stands for anything.
struct Rule {
    int line = 0; ///< in the file
    bool accepts = false;
    std::vector<std::string> users{}; ///< exact names, or beginnings with a `*` behind them
    std::vector<TypePattern> types{};
    std::vector<Mode> modes{};
    std::optional<Range> main{};      ///< seconds; every rule that accepts has one
    std::optional<Range> increment{}; ///< likewise
    std::optional<Range> extension{}; ///< likewise
    std::optional<Range> rating{};    ///< of the challenger
    std::string text{};               ///< as in the file
};

struct Decision {
    bool accept = false;
    std::string why; ///< for the user: `line 3 of the rules`
};

class Rules {
public:
    /// The rules of a client that was given none: unrated and stored games with a main time
    /// of 1 to 30 minutes and the usual increments and extensions.
    Rules();

    /// Parses the text of a file. The error names the line, what is wrong and the cure.
    [[nodiscard]] static tl::expected<Rules, std::string> parse(std::string_view text);

    [[nodiscard]] Decision decide(const Challenge& challenge) const;

    /// Whether any rule accepts games of this mode.
    [[nodiscard]] bool accept(Mode mode) const noexcept;

    [[nodiscard]] const std::vector<Rule>& list() const noexcept { return rules_; }

private:
    explicit Rules(std::vector<Rule> rules) noexcept : rules_(std::move(rules)) {}

    std::vector<Rule> rules_;
};

/// The rules of `Rules()`, as a file.
inline constexpr std::string_view default_rules = "accept main=1:00-30:00 mode=unrated,stored\n";

} // namespace emilia::ggs
