#include "protocol/library/objects.h"

#include "engine/base/text.h"
#include "engine/notation/formats/pasted.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"

#include <array>
#include <memory>
#include <new>

#include <fmt/format.h>

namespace emilia::library {
namespace {

/// An array rather than a string, because there may be no memory for one.
thread_local std::array<char, 512> message_of_thread{};

constexpr std::string_view out_of_memory = "out of memory; a smaller hash table may help";

void remember(std::string_view message) noexcept {
    const std::size_t length = std::min(message.size(), message_of_thread.size() - 1);
    std::copy_n(message.begin(), length, message_of_thread.begin());
    message_of_thread[length] = '\0';
}

} // namespace

emilia_status fail(emilia_status status, std::string_view message) noexcept {
    try {
        remember(printable(message));
        return status;
    } catch (const std::bad_alloc&) {
        remember(out_of_memory);
        return EMILIA_OUT_OF_MEMORY;
    }
}

emilia_status fail_as_thrown() noexcept {
    try {
        throw;
    } catch (const Failure& failure) {
        return fail(failure.status(), failure.what());
    } catch (const std::bad_alloc&) {
        return fail(EMILIA_OUT_OF_MEMORY, out_of_memory);
    } catch (const std::exception& error) {
        return fail(EMILIA_FAILED, error.what());
    } catch (...) {
        return fail(EMILIA_FAILED, "an error of an unknown kind");
    }
}

void require(const void* argument, const char* name) {
    if (argument == nullptr) {
        throw Failure(EMILIA_BAD_ARGUMENT, std::string(name) + " must not be null");
    }
}

void check_board(Bitboard player, Bitboard opponent, std::string_view which) {
    const Bitboard both = player & opponent;
    if (both == 0) return;
    throw Failure(EMILIA_BAD_POSITION, fmt::format("{} has a disc of both sides on {}", which,
                                                   to_string(first_square(both))));
}

char* copied(std::string_view text) {
    auto copy = std::make_unique<char[]>(text.size() + 1);
    std::copy(text.begin(), text.end(), copy.get());
    return copy.release();
}

emilia_kind kind_of(ScoreKind kind) noexcept {
    switch (kind) {
    case ScoreKind::book: return EMILIA_BOOK;
    case ScoreKind::midgame: return EMILIA_MIDGAME;
    case ScoreKind::probable: return EMILIA_PROBABLE;
    case ScoreKind::wld: return EMILIA_OUTCOME;
    case ScoreKind::exact: break;
    }
    return EMILIA_EXACT;
}

Lines::Lines(std::size_t most) {
    texts_.reserve(most); // the texts must stay where they are
    lines_.reserve(most);
}

const emilia_line& Lines::add(const Line& line) {
    const Texts& text =
        texts_.emplace_back(Texts{to_string(line.move), to_string(line.principal_variation)});
    return lines_.emplace_back(emilia_line{.move = text.move.c_str(),
                                           .score = line.value.number(),
                                           .estimate = line.value.in_discs().discs(),
                                           .kind = kind_of(line.kind),
                                           .depth = line.depth,
                                           .confidence = percent(line.confidence),
                                           .variation = text.variation.c_str()});
}

} // namespace emilia::library

namespace {

using namespace emilia;

Position position_after(std::string_view moves, const Position& start) {
    auto game = parse_moves(moves, start);
    if (!game) throw library::Failure(EMILIA_BAD_POSITION, game.error().message);
    return game->position();
}

Position position_of(std::string_view text) {
    if (text.empty()) return {};
    const auto game = read_pasted_game(text);
    if (!game) throw library::Failure(EMILIA_BAD_POSITION, game.error().message);
    return game->position();
}

std::string legal_moves(const Board& board) {
    if (board.must_pass()) return to_string(Square::pass);
    std::string moves;
    for (const Square square : squares_of(board.legal_moves())) moves += to_string(square);
    return moves;
}

} // namespace

const char* emilia_message() {
    return emilia::library::message_of_thread.data();
}

void emilia_text_free(char* text) {
    delete[] text;
}

emilia_position::emilia_position(const Position& start)
    : position(start), board(to_string(start)), moves(legal_moves(start.board)) {}

emilia_status emilia_position_new(const char* text, emilia_position** position) {
    return library::guarded([&] {
        library::require(text, "text");
        library::require(position, "position");
        *position = std::make_unique<emilia_position>(position_of(text)).release();
    });
}

emilia_status emilia_position_new_board(uint64_t player, uint64_t opponent, emilia_color to_move,
                                        emilia_position** position) {
    return library::guarded([&] {
        library::require(position, "position");
        if (to_move != EMILIA_BLACK && to_move != EMILIA_WHITE) {
            throw library::Failure(EMILIA_BAD_ARGUMENT,
                                   "to_move must be EMILIA_BLACK or EMILIA_WHITE");
        }
        library::check_board(player, opponent);
        const Color color = to_move == EMILIA_BLACK ? Color::black : Color::white;
        const Position made{{player, opponent}, color};
        *position = std::make_unique<emilia_position>(made).release();
    });
}

uint64_t emilia_position_player(const emilia_position* position) {
    return position == nullptr ? 0 : position->position.board.player;
}

uint64_t emilia_position_opponent(const emilia_position* position) {
    return position == nullptr ? 0 : position->position.board.opponent;
}

emilia_color emilia_position_to_move(const emilia_position* position) {
    const bool white = position != nullptr && position->position.to_move == Color::white;
    return white ? EMILIA_WHITE : EMILIA_BLACK;
}

void emilia_position_free(emilia_position* position) {
    delete position;
}

emilia_status emilia_position_play(emilia_position* position, const char* moves) {
    return library::guarded([&] {
        library::require(position, "position");
        library::require(moves, "moves");
        *position = emilia_position(position_after(moves, position->position));
    });
}

const char* emilia_position_board(const emilia_position* position) {
    return position == nullptr ? nullptr : position->board.c_str();
}

const char* emilia_position_moves(const emilia_position* position) {
    return position == nullptr ? nullptr : position->moves.c_str();
}

emilia_result::emilia_result(const SearchResult& result)
    : lines(result.lines.size()),
      nodes(result.nodes),
      seconds(result.seconds),
      interrupted(result.interrupted) {
    for (const Line& line : result.lines) lines.add(line);
}

size_t emilia_result_size(const emilia_result* result) {
    return result == nullptr ? 0 : result->lines.all().size();
}

const emilia_line* emilia_result_line(const emilia_result* result, size_t index) {
    return index < emilia_result_size(result) ? &result->lines.all()[index] : nullptr;
}

uint64_t emilia_result_nodes(const emilia_result* result) {
    return result == nullptr ? 0 : result->nodes;
}

double emilia_result_seconds(const emilia_result* result) {
    return result == nullptr ? 0 : result->seconds;
}

int emilia_result_interrupted(const emilia_result* result) {
    return result != nullptr && result->interrupted ? 1 : 0;
}

void emilia_result_free(emilia_result* result) {
    delete result;
}

emilia_status emilia_stop_token_new(emilia_stop_token** token) {
    return library::guarded([&] {
        library::require(token, "token");
        *token = std::make_unique<emilia_stop_token>().release();
    });
}

void emilia_stop_token_request(emilia_stop_token* token) {
    if (token != nullptr) token->stop.request();
}

void emilia_stop_token_free(emilia_stop_token* token) {
    delete token;
}
