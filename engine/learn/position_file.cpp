#include "engine/learn/position_file.h"

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/crc.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace emilia {
namespace {

static_assert(std::endian::native == std::endian::little, "the files are read as they lie");

constexpr std::array<char, 8> magic = {'E', 'M', 'I', 'L', 'I', 'A', 'P', 'O'};
constexpr std::uint32_t version = 1;

struct FileHeader {
    std::array<char, 8> kind = magic;
    std::uint32_t version = emilia::version;
    std::uint32_t reserved = 0;
};
static_assert(sizeof(FileHeader) == 16);

struct BlockHeader {
    std::uint32_t game;
    std::uint32_t count;
    std::uint32_t checksum;
};
static_assert(sizeof(BlockHeader) == 12);

constexpr std::size_t record_size = 20;

template <typename Value>
void put(char*& to, Value value) noexcept {
    std::memcpy(to, &value, sizeof value);
    to += sizeof value;
}

template <typename Value>
Value take(const char*& from) noexcept {
    Value value;
    std::memcpy(&value, from, sizeof value);
    from += sizeof value;
    return value;
}

void put_position(char*& to, const LabelledPosition& position) noexcept {
    put(to, position.board.player);
    put(to, position.board.opponent);
    put(to, static_cast<std::int16_t>(position.score.hundredths()));
    put(to, static_cast<std::uint8_t>(position.source));
    put(to, position.distance);
}

LabelledPosition take_position(const char*& from) noexcept {
    LabelledPosition position;
    position.board.player = take<std::uint64_t>(from);
    position.board.opponent = take<std::uint64_t>(from);
    position.score = Score::from_hundredths(take<std::int16_t>(from));
    position.source = static_cast<LabelSource>(take<std::uint8_t>(from));
    position.distance = take<std::uint8_t>(from);
    return position;
}

bool is_possible(const LabelledPosition& position) noexcept {
    return (position.board.player & position.board.opponent) == 0 && position.score <= max_score
           && position.score >= min_score && position.source <= LabelSource::search;
}

std::uint32_t checksum(const BlockHeader& header, std::string_view records) noexcept {
    boost::crc_32_type crc;
    crc.process_bytes(&header, offsetof(BlockHeader, checksum));
    crc.process_bytes(records.data(), records.size());
    return crc.checksum();
}

/// What a pass over a file found: how far it is whole, and what ends it there, if anything.
struct Scan {
    std::size_t whole_bytes = 0;
    bool cut_off = false;    ///< ends within a block
    std::string complaint{}; ///< about what follows the whole part; empty if nothing follows
};

Scan scan(std::istream& file, const PositionVisitor& visit) {
    Scan result;
    FileHeader header;
    file.read(reinterpret_cast<char*>(&header), sizeof header);
    const auto got = static_cast<std::size_t>(file.gcount());
    if (std::memcmp(header.kind.data(), magic.data(), std::min(got, magic.size())) != 0) {
        result.complaint = "is not a file of positions";
        return result;
    }
    if (got < sizeof header) {
        result.cut_off = true;
        result.complaint = "is cut off within its header";
        return result;
    }
    if (header.version != version || header.reserved != 0) {
        result.complaint =
            fmt::format("is of version {}; this program reads version {}", header.version, version);
        return result;
    }
    result.whole_bytes = sizeof header;

    std::vector<LabelledPosition> positions;
    std::string records;
    for (;;) {
        BlockHeader block;
        file.read(reinterpret_cast<char*>(&block), sizeof block);
        if (file.gcount() == 0) return result;
        const auto complain = [&](const char* what) {
            result.complaint = fmt::format("{} at byte {}", what, result.whole_bytes);
            return result;
        };
        if (static_cast<std::size_t>(file.gcount()) < sizeof block) {
            result.cut_off = true;
            return complain("is cut off within the block that begins");
        }
        if (block.count > PositionWriter::most_positions) return complain("is damaged");
        records.resize(block.count * record_size);
        file.read(records.data(), static_cast<std::streamsize>(records.size()));
        if (static_cast<std::size_t>(file.gcount()) < records.size()) {
            result.cut_off = true;
            return complain("is cut off, or damaged, within the block that begins");
        }
        if (block.checksum != checksum(block, records)) return complain("is damaged");
        positions.clear();
        const char* from = records.data();
        for (std::uint32_t i = 0; i < block.count; ++i) {
            positions.push_back(take_position(from));
            if (!is_possible(positions.back())) return complain("holds an impossible position");
        }
        visit(block.game, positions);
        result.whole_bytes += sizeof block + records.size();
    }
}

std::string system_error() {
    return std::strerror(errno);
}

/// Writes all of it, or says why not.
bool write_all(int descriptor, std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

PositionWriter::PositionWriter(std::string path, int descriptor) noexcept
    : path_(std::move(path)), descriptor_(descriptor) {}

PositionWriter::PositionWriter(PositionWriter&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      games_(std::move(other.games_)),
      positions_(other.positions_),
      bytes_cut_off_(other.bytes_cut_off_) {}

PositionWriter& PositionWriter::operator=(PositionWriter&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(games_, other.games_);
    std::swap(positions_, other.positions_);
    std::swap(bytes_cut_off_, other.bytes_cut_off_);
    return *this;
}

PositionWriter::~PositionWriter() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

FileResult<PositionWriter> PositionWriter::open(const std::string& path) {
    const auto fail = [&path](const std::string& what) {
        return tl::unexpected(fmt::format("'{}' {}", path, what));
    };
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor < 0) return fail("can't be opened for writing: " + system_error());
    PositionWriter writer(path, descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) return fail("is being written by another job");
    const off_t size = ::lseek(descriptor, 0, SEEK_END);
    if (size == 0) {
        const FileHeader header;
        if (!write_all(descriptor, {reinterpret_cast<const char*>(&header), sizeof header})) {
            return fail("can't be written: " + system_error());
        }
        return writer;
    }
    std::ifstream file(path, std::ios::binary);
    const Scan found = scan(file, [&writer](std::uint32_t game, auto positions) {
        writer.games_.insert(game);
        writer.positions_ += positions.size();
    });
    if (!found.complaint.empty() && (!found.cut_off || found.whole_bytes == 0)) {
        return fail(found.complaint + "; nothing was changed");
    }
    writer.bytes_cut_off_ = static_cast<std::size_t>(size) - found.whole_bytes;
    if (::ftruncate(descriptor, static_cast<off_t>(found.whole_bytes)) != 0) {
        return fail("can't be written: " + system_error());
    }
    return writer;
}

FileResult<void> PositionWriter::append(std::uint32_t game,
                                        std::span<const LabelledPosition> positions) {
    BlockHeader header{game, static_cast<std::uint32_t>(positions.size()), 0};
    std::string block(sizeof header + positions.size() * record_size, '\0');
    char* to = block.data() + sizeof header;
    for (const LabelledPosition& position : positions) put_position(to, position);
    header.checksum = checksum(header, std::string_view(block).substr(sizeof header));
    std::memcpy(block.data(), &header, sizeof header);

    const off_t before = ::lseek(descriptor_, 0, SEEK_END);
    if (!write_all(descriptor_, block)) {
        std::string message = fmt::format("'{}' can't be written: {}", path_, system_error());
        if (::ftruncate(descriptor_, before) != 0) message += "; its end is cut off";
        return tl::unexpected(std::move(message));
    }
    games_.insert(game);
    positions_ += positions.size();
    return {};
}

FileResult<void> read_positions(const std::string& path, const PositionVisitor& visit) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return tl::unexpected(fmt::format("'{}' can't be read: {}", path, system_error()));
    }
    const Scan found = scan(file, visit);
    if (!found.complaint.empty()) {
        return tl::unexpected(fmt::format("'{}' {}", path, found.complaint));
    }
    return {};
}

} // namespace emilia
