#include "protocol/commands/options/book_options.h"

#include "book/book_file.h"
#include "engine/base/files.h"
#include "engine/system/paths.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/reports/message.h"
#include "protocol/reports/or_throw.h"

#include <filesystem>
#include <limits>
#include <random>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;
namespace fs = std::filesystem;

/// The path of the user's own book; none if the environment names no folder for it.
std::optional<fs::path> place_of_own_book() {
    const auto folder = user_data_folder();
    if (!folder) return std::nullopt;
    return *folder / "emilia" / "own.book";
}

/// Whether a folder on the way to the file may not be entered, as with the HOME of another user.
bool is_out_of_reach(const fs::path& file) {
    std::error_code error;
    static_cast<void>(fs::status(file, error));
    return error == std::errc::permission_denied;
}

void report_own_book_out_of_reach() {
    const auto place = place_of_own_book();
    if (!place || !is_out_of_reach(*place)) return;
    print_message(fmt::format("a folder on the way to '{}' may not be entered; your own book is "
                              "not used",
                              to_text(*place)));
}

/// Reads the user's own book.
Book own_book(const std::string& path) {
    constexpr const char* cure = "move it away or choose another with --book";
    if (is_no_ordinary_file(path)) {
        throw std::runtime_error(
            fmt::format("cannot read '{}': it is no ordinary file; {}", path, cure));
    }
    auto own = read_book(path);
    if (!own) throw std::runtime_error(fmt::format("{}; {}", own.error(), cure));
    return std::move(*own);
}

} // namespace

std::string own_book_path() {
    if (const auto place = place_of_own_book()) return to_text(*place);
    throw std::runtime_error(fmt::format(
        "there is no folder for your own book, as {}; use --book FILE", why_no_user_data_folder()));
}

std::optional<std::string> own_book_file() {
    const auto place = place_of_own_book();
    if (!place || is_out_of_reach(*place)) return std::nullopt;
    std::error_code ignored;
    if (fs::status(*place, ignored).type() == fs::file_type::not_found) return std::nullopt;
    return to_text(*place);
}

void add_book_option(po::options_description& described, const char* description) {
    described.add_options()("book", po::value<std::string>()->value_name("FILE"), description);
}

Book chosen_book(const ParsedOptions& options) {
    if (const auto path = options.get<std::string>("book")) {
        return or_throw(read_book(input_path(*path)));
    }
    Book book = shipped_book();
    const auto own_path = own_book_file();
    if (!own_path) {
        report_own_book_out_of_reach();
        return book;
    }
    const Book own = own_book(*own_path);
    if (own.empty()) return book;
    book.merge(own, Counts::add);
    book.update();
    return book;
}

std::string file_to_learn_into(const ParsedOptions& options) {
    if (const auto path = output_path(options, "book")) return *path;
    const fs::path path = to_path(own_book_path());
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) {
        throw std::runtime_error(fmt::format("cannot make the folder '{}': {}",
                                             to_text(path.parent_path()), error.message()));
    }
    return to_text(path);
}

po::options_description book_choice_options() {
    po::options_description options("Opening book");
    add_book_option(options, "use this book instead of the built-in book and your own");
    options.add_options()("no-book", po::bool_switch(), "use no opening book");
    return options;
}

po::options_description book_play_options() {
    const BookVariety defaults;
    po::options_description options = book_choice_options();
    auto add = options.add_options();
    add("book-cost", po::value<int>()->value_name("N")->default_value(defaults.cost.hundredths()),
        "how much worse than the best a book move may be, in hundredths of a disc");
    add("book-random", po::value<int>()->value_name("PERCENT")->default_value(defaults.percent),
        "how often any such move is played instead of the best");
    add("seed", po::value<std::int64_t>()->value_name("S"),
        "seed of all random choices, for repeatable games (default: a new one each time)");
    return options;
}

BookVariety chosen_variety(const ParsedOptions& options) {
    return {.cost = Score::from_hundredths(in_range(options, "book-cost", 0, 12800)),
            .percent = in_range(options, "book-random", 0, 100)};
}

bool wants_book(const ParsedOptions& options) {
    const bool none = *options.get<bool>("no-book");
    if (none && options.has("book")) throw UsageError("--book and --no-book contradict each other");
    return !none;
}

std::uint64_t chosen_seed(const ParsedOptions& options) {
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    if (const auto seed = optional_in_range<std::int64_t>(options, "seed", 0, largest))
        return static_cast<std::uint64_t>(*seed);
    return std::random_device()();
}

} // namespace emilia
