#include "engine/notation/formats/pasted.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/board_text.h"
#include "engine/notation/formats/plain_text.h"
#include "engine/notation/formats/record_text.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/move_list.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

std::string describe_board(const Game& game) {
    const Board& board = game.start().board;
    const auto discs = static_cast<std::uint64_t>(square_count - board.empties());
    std::string text = fmt::format("a board with {}, {} to move", counted(discs, "disc"),
                                   to_string(game.start().to_move));
    const std::size_t moves = moves_without_passes(game);
    return moves == 0 ? text : fmt::format("{}, then {}", text, counted(moves, "move"));
}

std::string describe_game(const Game& game, TextKind kind) {
    if (kind == TextKind::positions || game.start() != Position{}) return describe_board(game);
    std::string text = fmt::format("a game{}", in_format(kind));
    if (!game.black_name.empty() || !game.white_name.empty()) {
        const auto named = [](const std::string& name) { return name.empty() ? "?" : name; };
        text += fmt::format(", {} against {},", named(game.black_name), named(game.white_name));
    }
    return fmt::format("{} with {}", text, counted(moves_without_passes(game), "move"));
}

/// Says how many variations are left out, and why the first of them can't be read.
std::string describe_left_out(std::size_t variations, const std::string& reason = {}) {
    if (variations == 0) return "";
    const std::string why = reason.empty() ? "" : ": " + reason;
    return fmt::format("; {} left out{}", counted(variations, "variation"), why);
}

std::string describe(const std::vector<Game>& games, TextKind kind) {
    std::string text = games.size() == 1
                           ? describe_game(games.front(), kind)
                           : counted(games.size(), kind == TextKind::positions ? "board" : "game");
    if (games.size() > 1) text += in_format(kind);
    return text;
}

/// Reads the variations of the first game in SGF, and says so in `pasted`.
void add_tree(std::string_view text, Pasted& pasted) {
    SgfTree read = parse_sgf_tree(text, pasted.games.front().start());
    if (const std::size_t variations = read.tree.variations(); variations > 0)
        pasted.understood += fmt::format(" and {}", counted(variations, "variation"));
    pasted.understood += describe_left_out(read.left_out, read.reason);
    pasted.tree = std::move(read.tree);
}

/// Whether a text looks like a board, perhaps a damaged one. The first letter that is no disc says
/// little about another text.
bool looks_like_board(std::string_view text) noexcept {
    const auto squares = std::count_if(text.begin(), text.end(), is_square_character);
    const auto blanks = std::count_if(text.begin(), text.end(), is_blank);
    return squares + blanks == static_cast<std::ptrdiff_t>(text.size())
           || (squares >= square_count / 2 && text.find_first_of("<{") == std::string_view::npos);
}

Parsed<Pasted> read_text(std::string_view text, Trees trees) {
    const TextKind kind = text_kind(text);
    Pasted pasted;
    std::optional<ParseError> error;
    std::size_t games = 0;
    std::string place;
    const TextSummary summary =
        read_text_games(text, kind, [&](Parsed<Game> game, const TextPlace& at) {
            ++games;
            if (game) {
                pasted.games.push_back(std::move(*game));
            } else if (!error) {
                error = std::move(game.error());
                if (at.line > 1 || at.game > 1) place = to_string(at) + ": ";
            }
        });
    if (error) {
        const bool is_a_line = kind == TextKind::lines && games == 1;
        const bool is_unknown = kind == TextKind::lines && !begins_with_move(text);
        if (is_unknown && is_a_line && looks_like_board(text)) {
            return parse_position(text).map([](const Position& position) {
                return Pasted{{Game(position)}, {}};
            });
        }
        if (is_unknown && pasted.games.empty() && !error->message.starts_with("this "))
            return parse_failure("it is neither moves nor a board nor a game");
        return parse_failure(place + error->message, std::min(error->offset, text.size()));
    }
    if (pasted.games.empty()) return parse_failure("it is neither moves nor a board nor a game");
    const auto says_nothing = [](const Game& game) {
        return game.moves().empty() && game.start() == Position{};
    };
    if (kind == TextKind::lines
        && std::all_of(pasted.games.begin(), pasted.games.end(), says_nothing))
        return parse_failure("this text has no moves");
    pasted.understood = describe(pasted.games, kind);
    if (kind == TextKind::sgf && trees == Trees::kept && pasted.games.size() == 1)
        add_tree(text, pasted);
    else
        pasted.understood += describe_left_out(summary.variations);
    return pasted;
}

/// A board string or a move list in one line, as most people write them. Moves in several lines may
/// be several games.
std::optional<Pasted> read_plain(std::string_view text) {
    std::optional<Game> game;
    if (begins_with_move(text)) {
        if (text.find_first_of("\r\n") != std::string_view::npos) return std::nullopt;
        auto moves = parse_moves(text);
        if (moves && !moves->moves().empty()) game = std::move(*moves);
    } else if (const auto position = parse_position(text)) {
        game.emplace(*position);
    }
    if (!game) return std::nullopt;
    const TextKind kind = game->moves().empty() ? TextKind::positions : TextKind::lines;
    Pasted pasted{.games = {std::move(*game)}, .understood = {}, .is_plain = true};
    pasted.understood = describe(pasted.games, kind);
    return pasted;
}

} // namespace

Parsed<Pasted> read_pasted(std::string_view bytes, Trees trees) {
    const DecodedText decoded = decoded_text(bytes);
    const std::string_view text = trimmed(decoded.text);
    if (text.empty()) return parse_failure("there is no text");
    if (auto plain = read_plain(text)) return std::move(*plain);
    auto pasted = read_text(text, trees);
    if (!pasted) {
        const std::string other = in_plain_characters(text);
        if (other != text) pasted = read_text(other, trees);
    }
    if (!pasted) pasted.error().offset = std::min(pasted.error().offset, bytes.size());
    return pasted;
}

Parsed<Game> read_pasted_game(std::string_view text) {
    return read_pasted(text).and_then([](Pasted&& pasted) -> Parsed<Game> {
        if (pasted.games.size() == 1) return std::move(pasted.games.front());
        return parse_failure(fmt::format("there are {}; give one", pasted.understood));
    });
}

} // namespace emilia
