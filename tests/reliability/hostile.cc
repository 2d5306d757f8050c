// Damaged files: each is refused or read, and none makes a reader ask for much memory.

#include "book/book_file.h"
#include "book/edax_book.h"
#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "engine/eval/weights.h"
#include "engine/learn/position_file.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/obf.h"
#include "engine/notation/formats/pasted.h"
#include "tests/locations.h"
#include "tests/reliability/rows.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <new>

#include <fmt/format.h>

namespace {

/// The largest request for memory since it was set to zero.
std::atomic<std::size_t> largest_request = 0;

} // namespace

void* operator new(std::size_t size) {
    std::size_t largest = largest_request.load(std::memory_order_relaxed);
    while (size > largest && !largest_request.compare_exchange_weak(largest, size)) {
    }
    if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace emilia::testing {

namespace {

/// The weights alone take 40 MB once they are unpacked.
constexpr std::size_t most_bytes_at_once = std::size_t{128} << 20;

/// How a file is read, and in which folders of seeds such files are.
struct Kind {
    std::string name;
    std::vector<std::string> seeds;
    bool checksummed = false; ///< 8 bytes, a version and the checksum of the rest
    bool packed = false;      ///< what follows the checksum
    void (*read)(const std::string& path, const std::string& bytes) = nullptr;
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all = {
        {"weights",
         {"weights"},
         true,
         false,
         [](const std::string&, const std::string& bytes) { (void)decode_weights(bytes); }},
        {"book",
         {"emilia_book"},
         true,
         true,
         [](const std::string&, const std::string& bytes) { (void)decode_book(bytes); }},
        {"Edax's book",
         {"edax_book"},
         false,
         false,
         [](const std::string&, const std::string& bytes) { (void)parse_edax_book(bytes); }},
        {"games",
         {"game_files", "ggf", "sgf", "wthor", "game_line", "pasted"},
         false,
         false,
         [](const std::string& path, const std::string&) { (void)read_games(path); }},
        {"pasted texts",
         {"pasted", "ggf", "sgf", "game_line", "board_string", "move_list"},
         false,
         false,
         [](const std::string&, const std::string& bytes) { (void)read_pasted(bytes); }},
        {"problems",
         {"obf"},
         false,
         false,
         [](const std::string&, const std::string& bytes) { (void)parse_obf(bytes); }},
        {"positions",
         {"positions"},
         false,
         false,
         [](const std::string& path, const std::string&) {
             (void)read_positions(path, [](std::uint32_t, std::span<const LabelledPosition>) {});
         }},
    };
    return all;
}

constexpr std::size_t header_size = 16;
constexpr std::size_t checksum_at = header_size - sizeof(std::uint32_t);

std::size_t place_in(const std::string& bytes, Random& random) {
    return bytes.empty() ? 0 : random() % bytes.size();
}

void damage_once(std::string& bytes, Random& random) {
    const std::size_t at = place_in(bytes, random);
    const std::size_t length = 1 + random() % 64;
    switch (random() % 5) {
    case 0:
        if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8);
        break;
    case 1: bytes.resize(at); break;
    case 2: bytes.erase(at, length); break;
    case 3: bytes.insert(at, bytes.substr(place_in(bytes, random), length)); break;
    default: {
        // A number becomes as large as its field allows, or nearly.
        constexpr std::uint32_t greatest = std::numeric_limits<std::uint32_t>::max();
        std::string number;
        put(number, static_cast<std::uint32_t>(greatest >> random() % 12));
        bytes.replace(at, number.size(), number);
    }
    }
}

void damage(std::string& bytes, Random& random) {
    const int times = 1 + below(random, 4);
    for (int i = 0; i < times; ++i) damage_once(bytes, random);
}

/// Half of the files with a checksum get the right one, so that the damage is behind it.
std::string damaged(const std::string& file, const Kind& kind, Random& random) {
    std::string changed = file;
    if (!kind.checksummed || file.size() < header_size || random() % 2 == 0) {
        damage(changed, random);
        return changed;
    }
    constexpr std::size_t most_unpacked = std::size_t{1} << 20;
    std::string body = file.substr(header_size);
    const auto unpacked = kind.packed ? unpack(body, most_unpacked) : std::nullopt;
    if (unpacked && random() % 4 > 0) {
        body = *unpacked;
        damage(body, random);
        body = pack(body, 1);
    } else {
        damage(body, random);
    }
    changed.resize(checksum_at);
    put(changed, checksum(body));
    return changed + body;
}

std::vector<std::string> seeds_of(const Kind& kind) {
    const std::filesystem::path tests = std::filesystem::path(data_path("")).parent_path();
    std::vector<std::filesystem::path> paths;
    for (const std::string& folder : kind.seeds) {
        for (const auto& entry :
             std::filesystem::directory_iterator(tests / "../fuzz/seeds" / folder))
            paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> files;
    for (const auto& path : paths) files.push_back(read_file(path.string()).value());
    return files;
}

/// A file of 2 GB of zeros packed into some kilobytes. It must be refused before it is unpacked.
std::string packed_bomb(const std::string& file) {
    std::string zeros(std::size_t{64} << 20, '\0');
    std::string body = pack(zeros, 1);
    std::string bodies;
    for (int i = 0; i < 32; ++i) bodies += body;
    std::string bomb = file.substr(0, checksum_at);
    put(bomb, checksum(bodies));
    return bomb + bodies;
}

void check(const Kind& kind, const std::string& bytes, const std::string& path,
           std::uint64_t part_seed) {
    // Some file systems write a file that replaces its contents to the disk at once.
    std::filesystem::remove(path);
    std::ofstream(path, std::ios::binary) << bytes;
    largest_request = 0;
    std::string problem;
    try {
        kind.read(path, bytes);
    } catch (const std::exception& error) {
        problem = fmt::format("the reader throws: {}", error.what());
    }
    if (largest_request > most_bytes_at_once)
        problem = fmt::format("the reader asks for {} bytes at once", largest_request.load());
    if (!problem.empty())
        throw Finding(fmt::format("{} in {}: {}\nto repeat it: --seed {}", kind.name, path, problem,
                                  part_seed));
}

} // namespace

Summary run_hostile(Run& run) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path()
        / fmt::format("emilia-hostile-{:x}", std::random_device{}());
    std::filesystem::create_directory(folder);
    // Stays if the program crashes.
    const std::string path = (folder / "mutant").string();
    fmt::print(stderr, "the damaged file is {}\n", path);
    std::vector<std::vector<std::string>> seeds;
    for (const Kind& kind : kinds()) {
        seeds.push_back(seeds_of(kind));
        if (kind.packed) check(kind, packed_bomb(seeds.back().back()), path, run.part_seed());
    }
    while (run.goes_on()) {
        Random random = run.next_part();
        for (std::size_t i = 0; i < kinds().size(); ++i) {
            const std::string& seed = seeds[i][random() % seeds[i].size()];
            check(kinds()[i], damaged(seed, kinds()[i], random), path, run.part_seed());
        }
        run.finish_case();
    }
    std::filesystem::remove_all(folder);
    std::string names;
    for (const Kind& kind : kinds()) names += (names.empty() ? "" : ", ") + kind.name;
    return {fmt::format("{} damaged files of each kind: {}", run.done(), names),
            fmt::format("each is refused or read, with at most {} MB at once",
                        most_bytes_at_once >> 20)};
}

} // namespace emilia::testing
