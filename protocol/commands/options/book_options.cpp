#include "protocol/commands/options/book_options.h"

#include "book/book_file.h"
#include "engine/base/files.h"
#include "engine/system/paths.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"

#include <filesystem>

#include <fmt/format.h>

namespace emilia {
namespace {

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
    print_message("a folder on the way to '{}' may not be entered; your own book is "
                  "not used",
                  to_text(*place));
}

/// Reads the user's own book.
Book own_book(const std::string& path) {
    constexpr const char* cure = "move it away or choose another with --book";
    if (is_no_ordinary_file(path)) fail("cannot read '{}': it is no ordinary file; {}", path, cure);
    auto own = read_book(path);
    if (!own) fail("{}; {}", own.error(), cure);
    return std::move(*own);
}

} // namespace

std::string own_book_path() {
    if (const auto place = place_of_own_book()) return to_text(*place);
    fail("there is no folder for your own book, as {}; use --book FILE", why_no_user_data_folder());
}

std::optional<std::string> own_book_file() {
    const auto place = place_of_own_book();
    if (!place || is_out_of_reach(*place)) return std::nullopt;
    std::error_code ignored;
    if (fs::status(*place, ignored).type() == fs::file_type::not_found) return std::nullopt;
    return to_text(*place);
}

void add_book(CommandOptions& options, std::optional<std::string>& file, const std::string& help) {
    options.text("book", "FILE", file, help);
}

Book chosen_book(const std::optional<std::string>& file) {
    if (file) return or_throw(read_book(input_path(*file)));
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

std::string file_to_learn_into(const std::optional<std::string>& book_file) {
    if (book_file) return output_file("book", *book_file);
    const fs::path path = to_path(own_book_path());
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
        fail("cannot make the folder '{}': {}", to_text(path.parent_path()), error.message());
    return to_text(path);
}

void add_book_choice(CommandOptions& options, BookChoice& choice) {
    options.group("Opening book");
    add_book(options, choice.file, "use this book instead of the built-in book and your own");
    options.flag("no-book", choice.none, "use no opening book");
    options.finally([&choice] {
        check_usage(!choice.none || !choice.file, "--book and --no-book contradict each other");
    });
}

std::shared_ptr<BookPlayer> BookPlay::player() const {
    if (choice.none) return nullptr;
    return std::make_shared<BookPlayer>(chosen_book(choice.file), variety, seed);
}

void add_book_play(CommandOptions& options, BookPlay& play) {
    add_book_choice(options, play.choice);
    add_book_cost(options, play.variety.cost,
                  "how much worse than the best a book move may be, in hundredths of a disc");
    options.number("book-random", "PERCENT", play.variety.percent, {0, 100},
                   "how often to play any such move instead of the best");
    options.number(
        "seed", "S", seed_bounds, [&play](std::uint64_t seed) { play.seed = seed; },
        "seed of all random choices, for repeatable games (default: a new one each time)");
}

void add_book_cost(CommandOptions& options, Score& cost, const std::string& help) {
    options.number(
        "book-cost", "N", Bounds{0, 12800},
        [&cost](int hundredths) { cost = Score::from_hundredths(hundredths); }, help,
        fmt::format("{}", cost.hundredths()));
}

std::vector<std::string> files_read(const std::optional<std::string>& weights_file,
                                    const std::optional<std::string>& book_file) {
    std::vector<std::string> files;
    for (const auto& file : {weights_file, book_file})
        if (file) files.push_back(input_path(*file));
    if (const auto own_book = own_book_file()) files.push_back(*own_book);
    return files;
}

} // namespace emilia
