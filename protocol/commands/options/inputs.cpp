#include "protocol/commands/options/inputs.h"

#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/options/arguments.h"

#include <algorithm>

#include <fmt/format.h>

namespace emilia {
namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

} // namespace

bool looks_like_position(const std::vector<std::string>& words) {
    const std::string text = joined(words);
    if (begins_with_move(text)) return is_move_list(text);
    const auto squares = std::count_if(text.begin(), text.end(), [](char character) {
        return std::string_view("XxOo*.-").find(character) != std::string_view::npos;
    });
    return squares >= square_count / 2 && text.find('/') == std::string::npos;
}

Game given_game(const std::vector<std::string>& words) {
    const std::string text = joined(words);
    if (begins_with_move(text)) {
        auto game = parse_moves(text);
        if (!game) throw UsageError(fmt::format("invalid moves: {}", game.error().message));
        return std::move(*game);
    }
    const auto position = parse_position(text);
    if (!position) throw UsageError(fmt::format("invalid board: {}", position.error().message));
    return Game(*position);
}

Game game_or_start(const std::vector<std::string>& words) {
    return words.empty() ? Game() : given_game(words);
}

std::string input_path(const std::string& word) {
    return word == "-" ? standard_input_path() : word;
}

std::vector<std::string> input_paths(const std::vector<std::string>& words) {
    std::vector<std::string> paths;
    for (const std::string& word : words) paths.push_back(input_path(word));
    return paths;
}

} // namespace emilia
