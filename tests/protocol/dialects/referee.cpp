#include "tests/protocol/dialects/referee.h"

#include "engine/base/text.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/dialects/typed_commands.h"

#include <fstream>
#include <sstream>
#include <vector>

namespace emilia::testing {
namespace {

/// NBoard sends every change itself; replies don't change the game.
class NBoardReferee : public Referee {
public:
    void sent(std::string_view line) override {
        std::istringstream words{std::string(line)};
        std::string first;
        std::string rest;
        words >> first;
        std::getline(words >> std::ws, rest);
        if (first == "set" && rest.starts_with("game ")) {
            if (auto game = parse_ggf(rest)) game_ = std::move(*game);
        } else if (first == "clear") {
            game_ = Game();
        } else if (first == "emilia-set-position") {
            if (auto game = typed_game(rest)) game_ = std::move(*game);
        } else {
            const auto move = parse_ggf_move(first == "move" ? rest : line, to_move());
            // The program must refuse an illegal move.
            if (move) static_cast<void>(game_.play(*move));
        }
    }

    std::optional<std::string> received(std::string_view) override { return std::nullopt; }
    Position position() const override { return game_.position(); }
    std::string move_text(Square move) const override {
        return move == Square::pass ? "PA" : to_string(move);
    }

private:
    Color to_move() const { return game_.position().to_move; }

    Game game_;
};

/// In GTP, a command takes effect when the program has accepted it.
class GtpReferee : public Referee {
public:
    void sent(std::string_view line) override {
        std::istringstream text{std::string(line.substr(0, line.find('#')))};
        std::vector<std::string> words;
        for (std::string word; text >> word;) words.push_back(word);
        if (words.empty()) return;
        if (words.front().find_first_not_of("0123456789") == std::string::npos) {
            words.erase(words.begin());
        }
        words.resize(3);
        unanswered_.push_back({words[0], words[1], words[2]});
    }

    std::optional<std::string> received(std::string_view line) override {
        if (inside_reply_) {
            inside_reply_ = !line.empty();
            return std::nullopt;
        }
        inside_reply_ = true;
        if (unanswered_.empty()) return "a reply without a command";
        const Command command = unanswered_.front();
        unanswered_.pop_front();
        if (!line.starts_with('=')) return std::nullopt;
        const std::size_t blank = line.find(' ');
        return accepted(command,
                        blank == std::string_view::npos ? std::string_view() : line.substr(blank));
    }

    Position position() const override {
        const Position& position = game_.position();
        if (unanswered_.empty() || !unanswered_.front().name.ends_with("genmove")) return position;
        const bool implicit_pass =
            color_of(unanswered_.front().first) != position.to_move && position.board.must_pass();
        return implicit_pass ? position.after(Square::pass) : position;
    }

    std::string move_text(Square move) const override {
        return move == Square::pass ? "pass" : to_string(move);
    }

private:
    struct Command {
        std::string name;
        std::string first;
        std::string second;
    };

    static Color color_of(const std::string& text) {
        return text.starts_with('b') || text.starts_with('B') ? Color::black : Color::white;
    }

    std::optional<std::string> accepted(const Command& command, std::string_view answer) {
        const std::string& name = command.name;
        if (name == "clear_board" || name == "boardsize" || name == "set_game") start(Game());
        if (name == "emilia-set-position")
            start(typed_game(command.first + ' ' + command.second).value());
        if (name == "loadsgf") return load(command);
        if (name == "undo") return undo();
        if (name == "play") return play(command.first, command.second);
        if (name == "genmove") {
            std::string move(answer);
            move.erase(0, move.find_first_not_of(' '));
            return play(command.first, move);
        }
        return std::nullopt;
    }

    std::optional<std::string> load(const Command& command) {
        std::ifstream file(command.first);
        std::ostringstream text;
        text << file.rdbuf();
        auto game = parse_sgf(text.str());
        if (!game) return "it loaded what is not a game";
        const std::size_t wanted =
            command.second.empty() ? game->moves().size() : std::stoul(command.second) - 1;
        while (game->moves().size() > wanted) game->undo();
        start(std::move(*game));
        return std::nullopt;
    }

    void start(Game game) {
        game_ = std::move(game);
        turns_.clear();
        for (std::size_t i = 0; i < game_.moves().size(); ++i) turns_.push_back(i);
    }

    std::optional<std::string> play(const std::string& color, const std::string& move) {
        const auto square = parse_square(move);
        if (!square) return "it took '" + move + "' for a move";
        const std::size_t before = game_.moves().size();
        const PlayedMove last = before == 0 ? PlayedMove() : game_.moves().back();
        // GoGui sends some moves twice.
        if (last.move == *square && last.color == color_of(color)) return std::nullopt;
        const auto played = game_.play_with_pass({.move = *square, .color = color_of(color)});
        if (!played) return played.error().message;
        turns_.push_back(before);
        return std::nullopt;
    }

    std::optional<std::string> undo() {
        if (turns_.empty()) return "there was nothing to undo";
        while (game_.moves().size() > turns_.back()) game_.undo();
        turns_.pop_back();
        return std::nullopt;
    }

    Game game_;
    std::vector<std::size_t> turns_; ///< the game's length before each turn
    std::deque<Command> unanswered_;
    bool inside_reply_ = false;
};

/// In Cassio's protocol each search names its position.
class CassioReferee : public Referee {
public:
    void sent(std::string_view line) override {
        std::istringstream words{std::string(line)};
        std::string prefix;
        std::string command;
        std::string position;
        words >> prefix >> command >> position;
        if (!command.ends_with("-search")) return;
        if (const auto asked = parse_position(position)) position_ = *asked;
    }

    std::optional<std::string> received(std::string_view) override { return std::nullopt; }
    Position position() const override { return position_; }
    std::string move_text(Square move) const override { return to_upper(to_string(move)); }

private:
    Position position_;
};

/// In UGI each `position` names the start and all moves.
class UgiReferee : public Referee {
public:
    void sent(std::string_view line) override {
        std::istringstream words{std::string(line)};
        std::string word;
        std::string board;
        std::string moves;
        words >> word;
        if (word == "uginewgame") position_ = Position();
        if (word != "position") return;
        words >> word;
        const bool at_start = word == "startpos";
        while (words >> word && word != "moves") board += word;
        while (words >> word) moves += word == "0000" ? "pa" : word;
        const auto start = at_start ? Position() : parse_position(board);
        if (!start) return;
        if (const auto game = parse_moves(moves, *start)) position_ = game->position();
    }

    std::optional<std::string> received(std::string_view) override { return std::nullopt; }
    Position position() const override { return position_; }
    std::string move_text(Square move) const override {
        return move == Square::pass ? "0000" : to_string(move);
    }

private:
    Position position_;
};

} // namespace

std::unique_ptr<Referee> Referee::make(Dialect dialect) {
    switch (dialect) {
    case Dialect::nboard: return std::make_unique<NBoardReferee>();
    case Dialect::cassio: return std::make_unique<CassioReferee>();
    case Dialect::ugi: return std::make_unique<UgiReferee>();
    case Dialect::gtp: break;
    }
    return std::make_unique<GtpReferee>();
}

bool Referee::accepts_move(std::string_view text) const {
    const auto move = text == move_text(Square::pass) ? Square::pass : parse_square(text);
    return move && position().board.is_legal(*move) && text == move_text(*move);
}

bool Referee::accepts_variation(std::string_view text) const {
    const auto game = parse_moves(text, position());
    return game && !game->moves().empty() && text.size() == 2 * game->moves().size();
}

bool Referee::accepts_dashed(std::string_view text) const {
    std::string moves;
    for (std::size_t at = 0; at < text.size(); at += 3) {
        if (at > 0 && text[at - 1] != '-') return false;
        moves += text.substr(at, 2);
    }
    return accepts_variation(moves);
}

bool Referee::accepts_list(std::string_view text) const {
    Position now = position();
    std::istringstream words{std::string(text)};
    for (std::string word; words >> word;) {
        const auto move = word == move_text(Square::pass) ? Square::pass : parse_square(word);
        if (!move || !now.board.is_legal(*move) || word != move_text(*move)) return false;
        now = now.after(*move);
    }
    return now != position();
}

} // namespace emilia::testing
