#include "book/book_file.h"

#include "book/edax_book.h"
#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "engine/system/embedded.h"
#include "engine/system/paths.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::string_view magic = "EMILIABK";
constexpr std::uint32_t version = 1;
constexpr std::uint8_t within_bit = 128;
constexpr Depth max_depth = max_book_empties;
constexpr std::size_t max_book_bytes = std::size_t{4} << 30;

tl::unexpected<std::string> fail(std::string message) {
    return tl::unexpected<std::string>(std::move(message));
}

void put_position(std::string& to, const Board& board, const BookPosition& position) {
    put(to, board);
    put(to, static_cast<std::int16_t>(position.value.hundredths()));
    put(to, static_cast<std::uint8_t>(position.depth));
    put(to, position.confidence);
    put(to, position.games);
    put(to, static_cast<std::uint8_t>(position.moves.size()));
    for (const BookMove& move : position.moves) {
        put(to, static_cast<std::uint8_t>(index(move.square) | (move.within ? within_bit : 0)));
        put(to, static_cast<std::int16_t>(move.score.hundredths()));
    }
}

bool take_score(std::string_view& from, Score& score) noexcept {
    std::int16_t hundredths = 0;
    if (!take(from, hundredths)) return false;
    score = Score::from_hundredths(hundredths);
    return score >= min_score && score <= max_score;
}

bool take_moves(std::string_view& from, const Board& board, std::vector<BookMove>& moves) {
    std::uint8_t count = 0;
    if (!take(from, count) || count == 0) return false;
    for (; count > 0; --count) {
        std::uint8_t square = 0;
        BookMove move;
        if (!take(from, square) || !take_score(from, move.score)) return false;
        move.within = (square & within_bit) != 0;
        move.square = square_at(square & ~within_bit);
        if (!board.is_legal(move.square) || has_move(moves, move.square)) return false;
        moves.push_back(move);
    }
    return true;
}

bool take_position(std::string_view& from, Board& board, BookPosition& position) {
    std::uint8_t depth = 0;
    std::uint8_t confidence = 0;
    if (!take(from, board) || (board.player & board.opponent) != 0
        || board.empties() > max_book_empties || canonical(board) != board
        || !take_score(from, position.value) || !take(from, depth) || !take(from, confidence)
        || !take(from, position.games)) {
        return false;
    }
    position.depth = depth;
    position.confidence = static_cast<Confidence>(confidence);
    return depth <= max_depth && position.confidence <= Confidence::certain
           && take_moves(from, board, position.moves);
}

/// Leaves the file untouched, with its time, if it holds the same book.
tl::expected<void, std::string> replace_book(const std::string& place, const Book& book) {
    const std::string bytes = encode_book(book);
    std::error_code ignored;
    if (std::filesystem::file_size(to_path(place), ignored) == bytes.size()) {
        const auto before = read_file(place, max_book_bytes);
        if (before && *before == bytes) return {};
    }
    return replace_file(place, bytes);
}

} // namespace

std::string encode_book(const Book& book) {
    const auto ordered = book.in_order();
    std::string body;
    put(body, static_cast<std::uint32_t>(ordered.size()));
    put(body, static_cast<std::uint32_t>(book.games().size()));
    for (const auto* entry : ordered) put_position(body, entry->first, entry->second);
    for (const std::uint64_t game : book.games()) put(body, game);

    constexpr int level = 7; // a growing book is saved every few seconds, so packing must be quick
    const std::string packed = pack(body, level);
    std::string bytes(magic);
    put(bytes, version);
    put(bytes, checksum(packed));
    return bytes + packed;
}

bool begins_book_file(std::string_view bytes) noexcept {
    return bytes.starts_with(magic);
}

tl::expected<Book, std::string> decode_book(std::string_view bytes) {
    if (begins_edax_book(bytes))
        return fail("is an Edax book; convert it with 'emilia book import'");
    if (!begins_book_file(bytes)) return fail("is not an Emilia book");
    bytes.remove_prefix(magic.size());
    std::uint32_t found_version = 0;
    std::uint32_t found_checksum = 0;
    if (!take(bytes, found_version) || !take(bytes, found_checksum)) return fail("is cut off");
    if (found_version != version) {
        return fail(fmt::format("has book version {}; this program reads version {}", found_version,
                                version));
    }
    if (found_checksum != checksum(bytes)) return fail("is cut off or damaged");
    constexpr std::size_t max_ratio = 100; // boards pack far worse than this
    const auto unpacked = unpack(bytes, max_ratio * bytes.size());
    if (!unpacked) return fail("is damaged");

    std::string_view body = *unpacked;
    std::uint32_t positions = 0;
    std::uint32_t games = 0;
    if (!take(body, positions) || !take(body, games)) return fail("is damaged");
    Book book;
    book.reserve(std::min<std::size_t>(positions, body.size() / sizeof(Board)));
    for (; positions > 0; --positions) {
        Board board;
        BookPosition position;
        if (!take_position(body, board, position) || book.find_canonical(board) != nullptr)
            return fail("holds an impossible position");
        book.put(board, std::move(position));
    }
    for (; games > 0; --games) {
        std::uint64_t game = 0;
        if (!take(body, game)) return fail("is damaged");
        book.put_game(game);
    }
    if (!body.empty()) return fail("is damaged");
    return book;
}

tl::expected<Book, std::string> read_book(const std::string& path) {
    const auto bytes = read_file(path, max_book_bytes, begins_book_file);
    if (!bytes) return fail(bytes.error());
    return decode_book(*bytes).map_error(
        [&path](const std::string& error) { return fmt::format("'{}' {}", path, error); });
}

tl::expected<Book, std::string> read_book_or_none(const std::string& path) {
    std::error_code ignored;
    const bool missing = std::filesystem::status(to_path(path), ignored).type()
                         == std::filesystem::file_type::not_found;
    return missing ? Book() : read_book(path); // reports every other problem
}

tl::expected<void, std::string> update_book(const std::string& path,
                                            const std::function<void(Book&)>& change,
                                            const FolderLock::TellWait& tell_wait) {
    const std::string place = link_target(path);
    const auto lock = FolderLock::of(place, tell_wait);
    if (!lock) return fail(lock.error());
    remove_unfinished(place);
    auto book = read_book_or_none(place);
    if (!book) return fail(book.error());
    change(*book);
    return replace_book(place, *book);
}

tl::expected<void, std::string> write_book(const std::string& path, const Book& book,
                                           const FolderLock::TellWait& tell_wait) {
    const std::string place = link_target(path);
    const auto lock = FolderLock::of(place, tell_wait);
    if (!lock) return fail(lock.error());
    if (auto checked = check_replaceable(place); !checked) return checked;
    const auto before = read_beginning(place);
    if (!before) return fail(before.error());
    if (!before->empty()) {
        if (const auto known = read_book(path); !known)
            return fail(fmt::format("{}, so it is not replaced", known.error()));
    }
    remove_unfinished(place);
    return replace_book(place, book);
}

// CMake passes the path of the file.
EMILIA_EMBED(emilia_book, EMILIA_BOOK_FILE)

Book shipped_book() {
    auto book = decode_book(emilia_book());
    if (!book) throw std::logic_error("the embedded book " + book.error());
    return std::move(*book);
}

std::uint32_t shipped_book_checksum() noexcept {
    return checksum(emilia_book());
}

} // namespace emilia
