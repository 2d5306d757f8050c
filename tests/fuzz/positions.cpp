#include "engine/base/bytes.h"
#include "engine/learn/position_file.h"
#include "tests/fuzz/checksummed.h"

#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

using namespace emilia;

namespace {

/// A file in memory with a path that any function can open.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("positions", 0)) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        fuzz::demand(written == static_cast<ssize_t>(bytes.size()), "a file can be written");
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] std::string path() const {
        return "/proc/self/fd/" + std::to_string(descriptor_);
    }

private:
    int descriptor_;
};

struct Contents {
    std::vector<LabelledPosition> positions;
    std::string problem; ///< empty if there is none
};

Contents read(const std::string& path) {
    Contents contents;
    const auto whole =
        read_positions(path, [&contents](std::uint32_t, std::span<const LabelledPosition> block) {
            contents.positions.insert(contents.positions.end(), block.begin(), block.end());
        });
    if (!whole) {
        fuzz::check_message(whole.error());
        contents.problem = whole.error();
    }
    return contents;
}

constexpr std::size_t version_at = 8;
constexpr std::size_t checksum_at = 12;
constexpr std::size_t settings_at = 16;

bool has_settings(std::string_view file) noexcept {
    constexpr std::size_t blocks_at = settings_at + PositionWriter::longest_settings;
    return file.size() >= blocks_at && file[version_at] == 2;
}

/// The settings as a file has them; other settings could not continue it.
std::string_view settings_of(std::string_view file) {
    if (!has_settings(file)) return "settings of the fuzzer";
    const std::string_view field = file.substr(settings_at, PositionWriter::longest_settings);
    return field.substr(0, field.find('\0'));
}

/// Demands that a file that can be continued keeps its complete positions and takes new ones.
void go_on(const std::string& path, std::string_view settings, const Contents& before) {
    auto writer = PositionWriter::open(path, settings);
    if (!writer) {
        fuzz::check_message(writer.error());
        fuzz::demand(!before.problem.empty(), "a file without a flaw can be continued");
        return;
    }
    fuzz::demand(writer->positions() == before.positions.size(), "all complete positions are kept");
    const LabelledPosition more{.board = Board::start()};
    fuzz::demand(writer->append(1, {&more, 1}).has_value(), "a file can be continued");
    const Contents after = read(path);
    fuzz::demand(after.problem.empty(), "a file that was continued is whole");
    auto expected = before.positions;
    expected.push_back(more);
    fuzz::demand(after.positions == expected, "a file that was continued has all positions");
}

/// Corrects the checksums of the settings and of each block.
void repair(std::string& file) {
    std::size_t header = settings_at;
    if (has_settings(file)) {
        std::string sum;
        put(sum, checksum(file.substr(settings_at, PositionWriter::longest_settings)));
        file.replace(checksum_at, sum.size(), sum);
        header += PositionWriter::longest_settings;
    }
    constexpr std::size_t record = 20;
    constexpr std::size_t counted = 8; // bytes before a block's checksum
    for (std::size_t at = header; at + counted + sizeof(std::uint32_t) <= file.size();) {
        const std::size_t records_at = at + counted + sizeof(std::uint32_t);
        std::uint32_t count = 0;
        std::string_view after_game = std::string_view(file).substr(at + sizeof(std::uint32_t));
        if (!take(after_game, count) || count > (file.size() - records_at) / record) return;
        const std::string guarded =
            file.substr(at, counted) + file.substr(records_at, count * record);
        std::string sum;
        put(sum, checksum(guarded));
        file.replace(at + counted, sum.size(), sum);
        at = records_at + count * record;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes = fuzz::as_text(data, size);
    const MemoryFile file(bytes);
    const Contents contents = read(file.path());
    go_on(file.path(), settings_of(bytes), contents);
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
    std::string file = fuzz::mutated(fuzz::as_text(data, size), max_size);
    if (seed % 16 != 0) repair(file);
    return fuzz::put_back(file, data, max_size);
}
