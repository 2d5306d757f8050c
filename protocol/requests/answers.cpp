// The answers that need no search.

#include "protocol/requests/answers.h"

#include "book/book_file.h"
#include "book/book_player.h"
#include "book/opening_names.h"
#include "engine/classic/players.h"
#include "engine/notation/formats/pasted.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/formats/written.h"
#include "engine/notation/move_list.h"
#include "engine/play/level.h"
#include "protocol/reports/analysis_text.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"
#include "protocol/requests/values.h"

#include <array>
#include <random>

namespace emilia {

using nlohmann::ordered_json;

namespace {

/// Far more than any game has; a longer text is a whole file pasted by mistake.
constexpr std::size_t longest_text = 100'000;

} // namespace

ordered_json Answers::about(Fields& request, const Call&) {
    request.end();
    ordered_json players = ordered_json::array();
    for (const classic::PlayerKind& kind : classic::player_kinds()) {
        players.push_back(
            {{"name", kind.name}, {"description", kind.description}, {"source", kind.source}});
    }
    ordered_json levels = ordered_json::array();
    for (int number = least_level; number <= greatest_level; ++number) {
        const Level level = level_of(number);
        levels.push_back({{"level", number},
                          {"name", level.name},
                          {"elo", level.elo ? ordered_json(*level.elo) : ordered_json()},
                          {"depth", level.depth},
                          {"exact_at", level.exact_at},
                          {"errs", level.misjudgement > 0}});
    }
    return {{"version", program_version()},
            {"levels", levels},
            {"level_for_people", level_for_people},
            {"players", players}};
}

ordered_json Answers::read(Fields& request, const Call&) {
    const std::string text = request.required_text("text");
    request.end();
    if (text.size() > longest_text) {
        request.refuse(
            "text",
            fmt::format("the text has {} characters; one game or board at a time", text.size()));
    }
    const Pasted pasted = value_of(read_pasted(text, Trees::kept), request.path_of("text"));
    ordered_json games = ordered_json::array();
    for (const Game& game : pasted.games) games.push_back(game_json(game));
    ordered_json answer = {{"games", games}, {"understood", pasted.understood}};
    if (pasted.tree) answer["tree"] = tree_json(*pasted.tree);
    return answer;
}

ordered_json Answers::write(Fields& request, const Call&) {
    static constexpr auto names = [] {
        std::array<std::string_view, written_formats.size()> all{};
        std::transform(written_formats.begin(), written_formats.end(), all.begin(),
                       [](const WrittenFormat& format) { return format.name; });
        return all;
    }();
    const Game game = game_in(request);
    const WrittenFormat& chosen = written_formats[request.required_choice("format", names)];
    const auto tree = tree_in(request, game.start());
    request.end();
    if (tree && chosen.name != "sgf")
        request.refuse("tree", "only SGF has variations", "with the format sgf");
    return {{"text", tree ? to_sgf(game, *tree) : chosen.write(game)}};
}

ordered_json Answers::moves(Fields& request, const Call&) {
    const Position position = position_in(request);
    request.end();
    ordered_json json = to_json(position);
    json["moves"] = legal_json(position.board);
    json["over"] = position.board.is_over();
    if (position.board.is_over()) json["score"] = position.board.final_score();
    return json;
}

ordered_json Answers::positions(Fields& request, const Call&) {
    const Game game = game_in(request);
    request.end();
    ordered_json moves = ordered_json::array();
    for (const PlayedMove& played : game.moves()) {
        if (played.move == Square::pass) continue;
        moves.push_back({{"move", to_string(played.move)},
                         {"player", played.color == Color::black ? "X" : "O"}});
    }
    ordered_json positions = ordered_json::array();
    const std::vector<Position> all = positions_of(game, moves.size());
    for (const Position& position : all) {
        positions.push_back(to_json(position));
        positions.back()["moves"] = legal_json(position.board);
    }
    return {{"moves", moves},
            {"positions", positions},
            {"over", all.back().board.is_over()},
            {"result", result_of(game)},
            {"opening", opening_name(game)},
            {"record", to_string(moves_of(game))},
            {"note", note_on(game.start())}};
}

ordered_json Answers::opening(Fields& request, const Call&) {
    const Game game = game_in(request);
    request.end();
    return {{"name", opening_name(game)}};
}

ordered_json Answers::look_up(Fields& request, const Call&) {
    const Position position = position_in(request);
    request.end();
    ordered_json moves = ordered_json::array();
    if (book()) {
        for (const BookLine& known : book()->lines(position.board)) {
            moves.push_back(line_json(known.line));
            moves.back()["doubt"] = discs_json(known.doubt);
            moves.back()["games"] = known.games;
        }
    }
    return {{"moves", moves}};
}

ordered_json Answers::evaluate(Fields& request, const Call&) {
    const ordered_json* const list = request.find("positions");
    const auto score = [this](const Board& board) {
        return discs_json(static_value(*settings_.engine.instruction_set, weights(), board));
    };
    if (list == nullptr) {
        const Position position = position_in(request);
        request.end();
        return {{"score", score(position.board)}};
    }
    request.end();
    if (!list->is_array())
        request.refuse("positions", "positions must be a list of texts", "a list of texts");
    ordered_json scores = ordered_json::array();
    for (const ordered_json& text : *list) {
        const std::string path = fmt::format("/positions/{}", scores.size());
        scores.push_back(score(position_of(text, path).board));
    }
    return {{"scores", scores}};
}

/// Unpacks weights and book, which takes a part of a second.
ordered_json Answers::prepare(Fields& request, const Call&) {
    request.end();
    static_cast<void>(weights());
    static_cast<void>(book());
    return ordered_json::object();
}

const std::shared_ptr<OpeningBook>& Answers::book() {
    if (!has_book_) {
        if (settings_.book) {
            book_ = settings_.book();
        } else {
            book_ =
                std::make_shared<BookPlayer>(shipped_book(), BookVariety{}, std::random_device()());
        }
        has_book_ = true;
    }
    return book_;
}

const Weights& Answers::weights() const {
    return settings_.engine.weights ? *settings_.engine.weights : embedded_weights();
}

} // namespace emilia
