#pragma once

// What the functions of emilia.h share: how errors cross the border of the library, how structures
// of its callers are read, and the objects behind its pointers.

#include "engine/notation/position.h"
#include "engine/play/runner.h"
#include "engine/search/search_result.h"
#include "protocol/library/include/emilia/emilia.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace emilia::library {

/// What a caller did wrong, or what failed.
class Failure : public std::runtime_error {
public:
    Failure(emilia_status status, const std::string& message)
        : std::runtime_error(message), status_(status) {}
    [[nodiscard]] emilia_status status() const noexcept { return status_; }

private:
    emilia_status status_;
};

/// Remembers the message for `emilia_message` in this thread and returns `status`. Control
/// characters, for example of a file's name, are escaped. Without memory for this it is
/// EMILIA_OUT_OF_MEMORY.
[[nodiscard]] emilia_status fail(emilia_status status, std::string_view message) noexcept;

/// Turns the exception that is being handled into a status and a message.
[[nodiscard]] emilia_status fail_as_thrown() noexcept;

/// Runs the body of a function. No exception crosses the border of the library: whatever it throws
/// becomes a status and a message.
template <typename Body>
[[nodiscard]] emilia_status guarded(const Body& body) noexcept {
    try {
        body();
        return EMILIA_OK;
    } catch (...) {
        return fail_as_thrown();
    }
}

/// Throws a Failure that names the argument if it is null.
void require(const void* argument, const char* name);

/// Throws a Failure if a square has a disc of both sides; it calls the board `which`.
void check_board(Bitboard player, Bitboard opponent, std::string_view which = "the board");

/// Copies a structure that the caller has filled; a null pointer gives the defaults. Structures
/// begin with their size, as the caller's header has it: one from an older header is shorter, and
/// its missing members are zero; one from a newer header is longer, and members that this library
/// does not know must be zero. `name` is for the message.
template <typename Struct>
[[nodiscard]] Struct read_struct(const Struct* given, const char* name) {
    Struct read{};
    if (given == nullptr) return read;
    std::size_t size = 0;
    std::memcpy(&size, given, sizeof size);
    constexpr std::size_t most = 4096; // more can't be a size
    if (size <= sizeof size || size > most) {
        throw Failure(EMILIA_BAD_ARGUMENT,
                      std::string("the member 'size' must be sizeof(") + name + ")");
    }
    const char* const bytes = reinterpret_cast<const char*>(given);
    if (size > sizeof read
        && std::any_of(bytes + sizeof read, bytes + size, [](char byte) { return byte != 0; })) {
        throw Failure(EMILIA_BAD_ARGUMENT,
                      std::string(name) + " has members that this version does not know");
    }
    std::memcpy(&read, given, std::min(size, sizeof read));
    return read;
}

} // namespace emilia::library

/// The texts are made when the position changes, so that any number of threads may read it.
struct emilia_position {
    explicit emilia_position(const emilia::Position& start);

    emilia::Position position;
    std::string board;
    std::string moves;
};

namespace emilia::library {

/// Lines for callers, with the texts that they refer to.
class Lines {
public:
    /// Each line that is added stays where it is; there is room for `most`.
    explicit Lines(std::size_t most);

    const emilia_line& add(const Line& line);
    [[nodiscard]] const std::vector<emilia_line>& all() const noexcept { return lines_; }

private:
    struct Texts {
        std::string move;
        std::string variation;
    };
    std::vector<Texts> texts_;
    std::vector<emilia_line> lines_;
};

[[nodiscard]] emilia_kind kind_of(ScoreKind kind) noexcept;

/// A copy of the text that `emilia_text_free` frees.
[[nodiscard]] char* copied(std::string_view text);

} // namespace emilia::library

/// The lines refer to the texts, so it can't be copied.
struct emilia_result {
    explicit emilia_result(const emilia::SearchResult& result);
    emilia_result(const emilia_result&) = delete;
    emilia_result& operator=(const emilia_result&) = delete;

    emilia::library::Lines lines;
    std::uint64_t nodes;
    double seconds;
    bool interrupted;
};

struct emilia_stop_token {
    emilia::Stop stop;
};
