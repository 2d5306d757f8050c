#pragma once

// A game with its variations: moves that were tried beside those that were played, and what
// somebody has said of them.

#include "engine/notation/game.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// What somebody thinks of a move.
enum class Mark : std::uint8_t { none, brilliant, good, interesting, doubtful, bad, blunder };

/// Writes `!!`, `!`, `!?`, `?!`, `?` or `??`; `none` is empty.
[[nodiscard]] std::string_view to_string(Mark mark) noexcept;
[[nodiscard]] std::optional<Mark> parse_mark(std::string_view text) noexcept;

/// What is said of a move, or of the start.
struct Remarks {
    std::string comment = {}; ///< UTF-8 without control characters except `\n`
    Mark mark = Mark::none;
    std::optional<double> value = {}; ///< the score after the move in discs, for Black
    [[nodiscard]] friend bool operator==(const Remarks&, const Remarks&) = default;
};

/// A move of a tree, or the start. Forced passes are not moves.
struct TreeNode {
    std::size_t parent = 0;     ///< the number of the node before; smaller than its own
    Square move = Square::none; ///< none at the start
    Position position = {};     ///< after the move; a forced pass comes with the move after it
    Remarks remarks = {};
    [[nodiscard]] friend bool operator==(const TreeNode&, const TreeNode&) = default;
};

/// Node 0 is the start. The first node that follows another continues its line; the others are
/// variations. All moves are legal.
class GameTree {
public:
    explicit GameTree(const Position& start) : nodes_{{.position = start}} {}

    [[nodiscard]] const std::vector<TreeNode>& nodes() const noexcept { return nodes_; }
    [[nodiscard]] Remarks& remarks(std::size_t node) { return nodes_[node].remarks; }

    /// Adds a move after a node, and returns its number. If the side to move has no move, it passes
    /// first. A pass adds nothing and returns `parent`. An illegal move changes nothing and returns
    /// the reason.
    [[nodiscard]] Parsed<std::size_t> add(std::size_t parent, const PlayedMove& move);

    /// The numbers of the nodes that follow each node, in their order.
    [[nodiscard]] std::vector<std::vector<std::size_t>> followers() const;
    /// How many lines branch off from others.
    [[nodiscard]] std::size_t variations() const;

    [[nodiscard]] friend bool operator==(const GameTree&, const GameTree&) = default;

private:
    std::vector<TreeNode> nodes_;
};

} // namespace emilia
