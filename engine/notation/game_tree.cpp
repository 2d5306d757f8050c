#include "engine/notation/game_tree.h"

#include <algorithm>
#include <array>

namespace emilia {
namespace {

constexpr auto marks = std::to_array<std::string_view>({"", "!!", "!", "!?", "?!", "?", "??"});

} // namespace

std::string_view to_string(Mark mark) noexcept {
    return marks.at(static_cast<std::size_t>(mark));
}

std::optional<Mark> parse_mark(std::string_view text) noexcept {
    const auto* const found = std::find(marks.begin(), marks.end(), text);
    if (found == marks.end()) return std::nullopt;
    return static_cast<Mark>(found - marks.begin());
}

Parsed<std::size_t> GameTree::add(std::size_t parent, const PlayedMove& move) {
    Game game(nodes_[parent].position);
    if (Parsed<void> played = game.play_with_pass(move); !played)
        return tl::unexpected(std::move(played.error()));
    if (move.move == Square::pass) return parent;
    nodes_.push_back({.parent = parent, .move = move.move, .position = game.position()});
    return nodes_.size() - 1;
}

std::vector<std::vector<std::size_t>> GameTree::followers() const {
    std::vector<std::vector<std::size_t>> followers(nodes_.size());
    for (std::size_t node = 1; node < nodes_.size(); ++node)
        followers[nodes_[node].parent].push_back(node);
    return followers;
}

std::size_t GameTree::variations() const {
    std::size_t variations = 0;
    for (const auto& following : followers())
        variations += std::max<std::size_t>(following.size(), 1) - 1;
    return variations;
}

} // namespace emilia
