// `emilia book import`, `export` and `merge`: convert and combine book files.

#include "book/book_file.h"
#include "book/book_text.h"
#include "book/edax_book.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <ctime>
#include <iostream>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* import_usage =
    "emilia book import FILE --book OUT: reads a book in Edax's format (version 4) or in plain\n"
    "text, recognised by its contents, and writes it to OUT. An existing book OUT is replaced.";
constexpr const char* import_examples = "Examples:\n"
                                        "  emilia book import edax.dat --book edax.book\n"
                                        "  emilia book import edited.txt --book edited.book\n";

constexpr const char* export_usage =
    "emilia book export FILE: writes a book in Edax's format, version 4, or as plain text, which\n"
    "is easy to read and compare, if FILE ends with .txt. Edax's format rounds scores to discs\n"
    "and stores only the best move that leaves the book. FILE - is standard output.";
constexpr const char* export_examples =
    "Examples:\n"
    "  emilia book export emilia.dat\n"
    "  emilia book export - --format text --book my.book | less\n";

constexpr const char* merge_usage =
    "emilia book merge FILE... --book OUT: merges several books into one. A position of two books\n"
    "keeps the deeper search and the sum of both game counts. Each book may be given only once.";
constexpr const char* merge_examples = "Examples:\n"
                                       "  emilia book merge mine.book hers.book --book ours.book\n";

void write(const std::string& path, const Book& book) {
    or_throw(write_book(path, book, tell_wait));
    print("{} in '{}'\n", counted(book.size(), "position"), printable(path));
}

Book import_file(const std::string& path) {
    constexpr std::size_t most_bytes = std::size_t{4} << 30;
    const auto bytes = or_throw(read_file(path, most_bytes));
    if (begins_edax_book(bytes)) {
        auto book = parse_edax_book(bytes);
        if (!book) fail("'{}' {}", path, book.error());
        return std::move(*book);
    }
    const std::string_view text = without_byte_order_mark(bytes);
    if (begins_book_text(text)) {
        auto book = parse_book_text(text);
        if (!book) fail("'{}', {}", path, book.error().message);
        return std::move(*book);
    }
    fail("'{}' is a book neither in Edax's format nor in plain text", path);
}

EdaxDate now() {
    const std::tm utc = fmt::gmtime(std::time(nullptr));
    return {utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec};
}

enum class Format { edax, text };

Format format_of(const std::string& name) {
    check_usage(name == "edax" || name == "text", "--format must be edax or text, not '{}'", name);
    return name == "text" ? Format::text : Format::edax;
}

struct ImportSettings {
    std::string from;
    std::string to;
};

ImportSettings read_import_settings(const Arguments& arguments) {
    std::optional<std::string> to;
    CommandOptions options(import_usage, import_examples);
    options.output("book", "FILE", to, "the book to write");
    const Arguments words = options.read(arguments);
    check_usage(words.size() == 1, "book import needs one FILE");
    check_usage(to.has_value(), "book import needs --book OUT");
    const std::string from = input_path(words.front());
    refuse_as_output(*to, {from});
    return {from, *to};
}

struct ExportSettings {
    std::string to; ///< `-`: standard output
    std::optional<Format> format;
    std::optional<std::string> book_file;
};

ExportSettings read_export_settings(const Arguments& arguments) {
    ExportSettings settings;
    CommandOptions options(export_usage, export_examples);
    add_book(options, settings.book_file);
    options.choice(
        "format", "NAME", {"edax", "text"},
        [&settings](const std::string& name) { settings.format = format_of(name); },
        "edax or text (default: by the name of FILE)");
    const Arguments words = options.read(arguments);
    check_usage(words.size() == 1, "book export needs one FILE");
    settings.to = words.front();
    if (!settings.format)
        settings.format = settings.to.ends_with(".txt") ? Format::text : Format::edax;
    return settings;
}

struct MergeSettings {
    std::vector<std::string> from;
    std::string to;
};

MergeSettings read_merge_settings(const Arguments& arguments) {
    std::optional<std::string> to;
    CommandOptions options(merge_usage, merge_examples);
    options.output("book", "FILE", to, "the book to write");
    const std::vector<std::string> from = input_paths(options.read(arguments));
    check_usage(from.size() >= 2, "book merge needs two or more books");
    check_usage(to.has_value(), "book merge needs --book OUT");
    refuse_as_output(*to, from); // a second time it would count the games twice
    refuse_repeated(from);
    return {from, *to};
}

} // namespace

ExitStatus run_book_import(const Arguments& arguments) {
    const ImportSettings settings = read_import_settings(arguments);
    write(settings.to, import_file(settings.from));
    return ExitStatus::ok;
}

ExitStatus run_book_export(const Arguments& arguments) {
    const auto [path, format, book_file] = read_export_settings(arguments);
    const Book book = chosen_book(book_file);
    const std::string bytes = format == Format::text ? to_text(book) : to_edax_book(book, now());
    if (path == "-") {
        std::cout << bytes;
        return ExitStatus::ok;
    }
    refuse_standard_stream(path);
    or_throw(check_replaceable(path));
    const auto before = or_throw(read_beginning(path));
    if (begins_book_file(before)) {
        fail(
            "'{}' is a book, which an export does not replace; name the book to export with --book",
            path);
    }
    or_throw(replace_file(path, bytes));
    print("{} in '{}'\n", counted(book.size(), "position"), printable(path));
    return ExitStatus::ok;
}

ExitStatus run_book_merge(const Arguments& arguments) {
    const MergeSettings settings = read_merge_settings(arguments);
    Book merged;
    for (const std::string& path : settings.from) {
        const auto book = or_throw(read_book(path));
        const auto twice =
            std::count_if(book.games().begin(), book.games().end(),
                          [&merged](std::uint64_t game) { return merged.games().contains(game); });
        if (twice > 0) {
            print_message("counted twice, because they are also in an earlier book: {} of '{}'",
                          counted(static_cast<std::uint64_t>(twice), "game"), path);
        }
        merged.merge(book, Counts::add);
    }
    merged.update();
    write(settings.to, merged);
    return ExitStatus::ok;
}

} // namespace emilia
