#include "engine/notation/wthor.h"

#include "engine/board/board.h"
#include "engine/notation/position.h"
#include "engine/notation/square_text.h"

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::size_t header_size = 16;
constexpr std::size_t game_size = 68;
constexpr std::size_t moves_offset = 8; // within a game
constexpr int most_discs = 64;

unsigned byte_at(std::string_view bytes, std::size_t offset) noexcept {
    return static_cast<unsigned char>(bytes[offset]);
}

std::uint16_t word_at(std::string_view bytes, std::size_t offset) noexcept {
    return static_cast<std::uint16_t>(byte_at(bytes, offset) | byte_at(bytes, offset + 1) << 8);
}

std::uint32_t number_at(std::string_view bytes, std::size_t offset) noexcept {
    return word_at(bytes, offset) | std::uint32_t{word_at(bytes, offset + 2)} << 16;
}

/// A move as the file writes it; `Square::none` where it is no square.
Square square_of(unsigned byte) noexcept {
    const unsigned row = byte / 10;
    const unsigned column = byte % 10;
    if (row < 1 || row > 8 || column < 1 || column > 8) return Square::none;
    return square_at(static_cast<int>(column) - 1, static_cast<int>(row) - 1);
}

/// The moves with the passes between them; `offset` is the game's in the file.
Parsed<std::vector<Square>> parse_moves(std::string_view game, std::size_t offset) {
    std::vector<Square> moves;
    Position position;
    for (std::size_t at = moves_offset; at < game_size; ++at) {
        const unsigned byte = byte_at(game, at);
        if (byte == 0) {
            const std::size_t more = game.find_first_not_of('\0', at);
            if (more == std::string_view::npos) break;
            return parse_failure("a move after the end of the game's moves", offset + more);
        }
        const Square move = square_of(byte);
        if (move == Square::none) {
            return parse_failure(fmt::format("{} is not a move", byte), offset + at);
        }
        if (position.board.must_pass()) {
            moves.push_back(Square::pass);
            position = position.after(Square::pass);
        }
        if (!position.board.is_legal(move)) {
            return parse_failure(fmt::format("{} is not a legal move for {}", to_string(move),
                                             to_string(position.to_move)),
                                 offset + at);
        }
        moves.push_back(move);
        position = position.after(move);
    }
    return moves;
}

Parsed<std::uint8_t> parse_discs(std::string_view game, std::size_t at, std::size_t offset) {
    const unsigned discs = byte_at(game, at);
    if (discs <= most_discs) return static_cast<std::uint8_t>(discs);
    return parse_failure(
        fmt::format("{} discs for black, which is more than {}", discs, most_discs), offset + at);
}

Parsed<WthorGame> parse_game(std::string_view game, std::size_t offset) {
    const auto final_discs = parse_discs(game, 6, offset);
    if (!final_discs) return tl::unexpected(final_discs.error());
    const auto perfect_discs = parse_discs(game, 7, offset);
    if (!perfect_discs) return tl::unexpected(perfect_discs.error());
    auto moves = parse_moves(game, offset);
    if (!moves) return tl::unexpected(moves.error());
    return WthorGame{.tournament = word_at(game, 0),
                     .black = word_at(game, 2),
                     .white = word_at(game, 4),
                     .final_discs = *final_discs,
                     .perfect_discs = *perfect_discs,
                     .moves = std::move(*moves)};
}

/// The base without its games.
Parsed<WthorBase> parse_header(std::string_view bytes) {
    constexpr std::size_t year_offset = 10;
    constexpr std::size_t board_offset = 12;
    constexpr std::size_t depth_offset = 14;
    constexpr int most_depth = 60;
    if (bytes.size() < header_size) {
        return parse_failure(
            fmt::format("the header ends after {} of {} bytes", bytes.size(), header_size),
            bytes.size());
    }
    const unsigned board = byte_at(bytes, board_offset);
    if (board != 0 && board != 8) {
        return parse_failure(fmt::format("a board of {} by {} squares, not 8 by 8", board, board),
                             board_offset);
    }
    WthorBase base;
    base.year = word_at(bytes, year_offset);
    base.depth = static_cast<int>(byte_at(bytes, depth_offset));
    if (base.depth < 1 || base.depth > most_depth) {
        return parse_failure(fmt::format("perfect play from {} empty squares on, not 1 to {}",
                                         base.depth, most_depth),
                             depth_offset);
    }
    return base;
}

Parsed<void> check_size(std::string_view bytes, std::size_t count) {
    constexpr std::size_t count_offset = 4;
    const std::size_t whole = (bytes.size() - header_size) / game_size;
    const std::size_t rest = (bytes.size() - header_size) % game_size;
    if (whole < count) {
        const std::string end = rest == 0 ? "" : fmt::format(" and a part of another");
        return parse_failure(
            fmt::format("{} games announced, but {}{} in the file", count, whole, end),
            bytes.size());
    }
    if (whole > count || rest != 0) {
        return parse_failure(
            fmt::format("{} games announced, but the file goes on after them", count),
            count_offset);
    }
    return {};
}

} // namespace

Parsed<WthorBase> parse_wthor(std::string_view bytes) {
    auto base = parse_header(bytes);
    if (!base) return base;
    const std::size_t count = number_at(bytes, 4);
    if (const auto right = check_size(bytes, count); !right) {
        return tl::unexpected(right.error());
    }
    base->games.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t offset = header_size + i * game_size;
        auto game = parse_game(bytes.substr(offset, game_size), offset);
        if (!game) return tl::unexpected(game.error());
        base->games.push_back(std::move(*game));
    }
    return base;
}

} // namespace emilia
