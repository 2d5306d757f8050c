#include "engine/learn/position_file.h"

#include "engine/base/bytes.h"
#include "engine/system/standard_streams.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <istream>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/crc.hpp>
#include <fmt/format.h>

namespace emilia {
namespace {

static_assert(std::endian::native == std::endian::little, "the files are read as they lie");

constexpr std::array<char, 8> magic = {'E', 'M', 'I', 'L', 'I', 'A', 'P', 'O'};
constexpr std::uint32_t version = 2;
constexpr std::uint32_t version_without_settings = 1;

struct FileHeader {
    std::array<char, 8> kind = magic;
    std::uint32_t version = emilia::version;
    std::uint32_t checksum = 0; ///< of the settings; 0 without them
};
static_assert(sizeof(FileHeader) == 16);

/// The settings as they lie in a file after its header.
using SettingsField = std::array<char, PositionWriter::longest_settings>;

struct BlockHeader {
    std::uint32_t game;
    std::uint32_t count;
    std::uint32_t checksum;
};
static_assert(sizeof(BlockHeader) == 12);

/// A position as it lies in a block.
struct [[gnu::packed]] Record {
    std::uint64_t player;
    std::uint64_t opponent;
    std::int16_t score;
    std::uint8_t source;
    std::uint8_t distance;
};
static_assert(sizeof(Record) == bytes_per_position);

bool is_possible(const LabelledPosition& position) noexcept {
    constexpr int most_empties = 60;
    return (position.board.player & position.board.opponent) == 0
           && position.board.empties() <= most_empties && position.score <= max_score
           && position.score >= min_score && position.source <= LabelSource::search;
}

std::uint32_t checksum(const BlockHeader& header, std::string_view records) noexcept {
    boost::crc_32_type crc;
    crc.process_bytes(&header, offsetof(BlockHeader, checksum));
    crc.process_bytes(records.data(), records.size());
    return crc.checksum();
}

std::uint32_t checksum(const SettingsField& field) noexcept {
    return emilia::checksum({field.data(), field.size()});
}

/// Returns none if the field holds anything else than printable ASCII filled up with zeros.
std::optional<std::string> settings_in(const SettingsField& field) {
    const auto* const end = std::find(field.begin(), field.end(), '\0');
    const bool printable =
        std::all_of(field.begin(), end, [](char letter) { return letter >= ' ' && letter <= '~'; });
    const bool filled_up =
        std::all_of(end, field.end(), [](char letter) { return letter == '\0'; });
    if (!printable || !filled_up) return std::nullopt;
    return std::string(field.begin(), end);
}

/// What is wrong with a file; thrown while it is read.
struct Flaw {
    std::string what;
    bool cut_off = false; ///< it ends within a block, as after the writer was killed
};

[[noreturn]] void fail(const std::istream& file, std::string what, bool cut_off = false) {
    throw file.bad() ? Flaw{fmt::format("can't be read: {}", std::strerror(errno))}
                     : Flaw{std::move(what), cut_off};
}

/// What is intact of a file, and what is wrong after that.
struct Scan {
    std::optional<std::string> settings; ///< none in a file of version 1
    std::size_t whole_bytes = 0;
    std::optional<Flaw> flaw;
};

/// A block of a file.
struct Block {
    BlockHeader header{};
    std::string records;
};

std::size_t read_up_to(std::istream& file, void* to, std::size_t size) {
    file.read(static_cast<char*>(to), static_cast<std::streamsize>(size));
    return static_cast<std::size_t>(file.gcount());
}

/// Reads what stands before the first block.
void read_beginning(std::istream& file, Scan& scan) {
    FileHeader header;
    const std::size_t got = read_up_to(file, &header, sizeof header);
    if (std::memcmp(header.kind.data(), magic.data(), std::min(got, magic.size())) != 0)
        fail(file, "is not a file of positions");
    // A writer that is killed leaves nothing or more than this; a text may begin with the same
    // letters.
    if (got > 0 && got < offsetof(FileHeader, checksum))
        fail(file, "is too short for a file of positions");
    if (got < sizeof header) fail(file, "is cut off within its header", true);
    if (header.version == version) {
        SettingsField field{};
        if (read_up_to(file, field.data(), field.size()) < field.size())
            fail(file, "is cut off within its header", true);
        scan.settings = settings_in(field);
        if (header.checksum != checksum(field) || !scan.settings)
            fail(file, "is damaged within its header");
        scan.whole_bytes = sizeof header + field.size();
    } else if (header.version == version_without_settings) {
        if (header.checksum != 0) fail(file, "is damaged within its header");
        scan.whole_bytes = sizeof header;
    } else {
        fail(file, fmt::format("is of version {}; this program reads versions {} and {}",
                               header.version, version_without_settings, version));
    }
}

/// Whether a complete block begins anywhere in the text.
bool holds_block(std::string_view bytes) noexcept {
    for (; bytes.size() >= sizeof(BlockHeader); bytes.remove_prefix(1)) {
        std::string_view records = bytes;
        BlockHeader header;
        if (!take(records, header) || header.count > records.size() / bytes_per_position) continue;
        if (header.checksum
            == checksum(header, records.substr(0, header.count * bytes_per_position))) {
            return true;
        }
    }
    return false;
}

/// Reads the next block; returns nothing at the end of the file.
std::optional<Block> read_block(std::istream& file) {
    Block block;
    const std::size_t got = read_up_to(file, &block.header, sizeof block.header);
    if (got == 0 && !file.bad()) return std::nullopt;
    if (got < sizeof block.header) fail(file, "is cut off", true);
    if (block.header.count > PositionWriter::most_positions) fail(file, "is damaged");
    block.records.resize(block.header.count * bytes_per_position);
    const std::size_t got_records = read_up_to(file, block.records.data(), block.records.size());
    if (got_records < block.records.size()) {
        // Either the writer was killed, or the count is damaged. In the second case more blocks
        // follow.
        block.records.resize(got_records);
        const bool others_follow = holds_block(block.records);
        fail(file, others_follow ? "is damaged" : "is cut off", !others_follow);
    }
    if (block.header.checksum != checksum(block.header, block.records)) fail(file, "is damaged");
    return block;
}

void read_blocks(std::istream& file, const PositionVisitor& visit, Scan& scan) {
    std::vector<LabelledPosition> positions;
    while (const auto block = read_block(file)) {
        positions.clear();
        std::string_view rest = block->records;
        for (Record record; take(rest, record);) {
            positions.push_back({{record.player, record.opponent},
                                 Score::from_hundredths(record.score),
                                 static_cast<LabelSource>(record.source),
                                 record.distance});
            if (!is_possible(positions.back())) fail(file, "holds impossible positions");
        }
        visit(block->header.game, positions);
        scan.whole_bytes += sizeof block->header + block->records.size();
    }
}

Scan scan(const std::string& path, const PositionVisitor& visit) {
    Scan result;
    const auto file = open_input(path);
    try {
        if (!*file) throw Flaw{fmt::format("can't be read: {}", std::strerror(errno))};
        read_beginning(*file, result);
        try {
            read_blocks(*file, visit, result);
        } catch (Flaw& flaw) {
            flaw.what += fmt::format(" at byte {0} ('truncate --size={0}' keeps what is whole)",
                                     result.whole_bytes);
            throw;
        }
    } catch (Flaw& flaw) {
        result.flaw = std::move(flaw);
    }
    return result;
}

/// What stands before the blocks of a new file.
std::string beginning_with(std::string_view settings) {
    SettingsField field{};
    assert(settings.size() <= field.size());
    std::copy(settings.begin(), settings.end(), field.begin());
    std::string bytes;
    put(bytes, FileHeader{.checksum = checksum(field)});
    return bytes.append(field.begin(), field.end());
}

} // namespace

FileResult<PositionWriter> PositionWriter::open(const std::string& path,
                                                std::string_view settings) {
    auto appended = AppendFile::open(path);
    if (!appended) return tl::unexpected(appended.error());
    PositionWriter writer(std::move(*appended));
    const Scan found =
        scan(path, [&writer](std::uint32_t game, auto positions) { writer.note(game, positions); });
    if (found.flaw && !found.flaw->cut_off) {
        return tl::unexpected(fmt::format("'{}' {}; nothing was changed", path, found.flaw->what));
    }
    const bool has_games = !writer.games_.empty();
    if (has_games && found.settings && *found.settings != settings) {
        return tl::unexpected(fmt::format("'{}' was made by '{}', not by '{}'; nothing was "
                                          "changed; use the settings of the file, or another file",
                                          path, *found.settings, settings));
    }
    writer.bytes_cut_off_ = writer.file_.size() - found.whole_bytes;
    if (const auto cut = writer.file_.cut(has_games ? found.whole_bytes : 0); !cut)
        return tl::unexpected(cut.error());
    writer.lacks_settings_ = has_games && !found.settings;
    if (has_games) return writer;
    if (const auto begun = writer.file_.append(beginning_with(settings)); !begun)
        return tl::unexpected(begun.error());
    return writer;
}

FileResult<void> PositionWriter::append(std::uint32_t game,
                                        std::span<const LabelledPosition> positions) {
    std::string records;
    for (const auto& [board, score, source, distance] : positions) {
        put(records,
            Record{board.player, board.opponent, static_cast<std::int16_t>(score.hundredths()),
                   static_cast<std::uint8_t>(source), distance});
    }
    BlockHeader header{game, static_cast<std::uint32_t>(positions.size()), 0};
    header.checksum = checksum(header, records);
    std::string block;
    put(block, header);
    if (auto written = file_.append(block + records); !written) return written;
    note(game, positions);
    return {};
}

void PositionWriter::note(std::uint32_t game, std::span<const LabelledPosition> positions) {
    std::optional<Board>& last = games_[game];
    if (!positions.empty()) last = positions.back().board;
    positions_ += positions.size();
}

FileResult<void> read_positions(const std::string& path, const PositionVisitor& visit) {
    const Scan found = scan(path, visit);
    if (found.flaw) return tl::unexpected(fmt::format("'{}' {}", path, found.flaw->what));
    return {};
}

} // namespace emilia
