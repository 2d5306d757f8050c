// `emilia book import`, `export` and `merge`: convert and combine book files.

#include "book/book_file.h"
#include "book/book_text.h"
#include "book/edax_book.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/reports/message.h"
#include "protocol/reports/or_throw.h"

#include <algorithm>
#include <ctime>
#include <iostream>
#include <stdexcept>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

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

std::string output_file(const ParsedOptions& options, const char* command) {
    const auto path = output_path(options, "book");
    if (!path) throw UsageError(fmt::format("book {} needs --book OUT", command));
    return *path;
}

void write(const std::string& path, const Book& book) {
    or_throw(write_book(path, book, tell_wait));
    std::cout << fmt::format("{} in '{}'\n", counted(book.size(), "position"), printable(path));
}

Book import_file(const std::string& path) {
    constexpr std::size_t most_bytes = std::size_t{4} << 30;
    const auto bytes = or_throw(read_file(path, most_bytes));
    if (begins_edax_book(bytes)) {
        auto book = parse_edax_book(bytes);
        if (!book) throw std::runtime_error(fmt::format("'{}' {}", path, book.error()));
        return std::move(*book);
    }
    const std::string_view text = without_byte_order_mark(bytes);
    if (begins_book_text(text)) {
        auto book = parse_book_text(text);
        if (!book) throw std::runtime_error(fmt::format("'{}', {}", path, book.error().message));
        return std::move(*book);
    }
    throw std::runtime_error(
        fmt::format("'{}' is a book neither in Edax's format nor in plain text", path));
}

EdaxDate now() {
    const std::tm utc = fmt::gmtime(std::time(nullptr));
    return {utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec};
}

std::string chosen_format(const ParsedOptions& options, const std::string& path) {
    const auto format = options.get<std::string>("format");
    if (!format) return path.ends_with(".txt") ? "text" : "edax";
    if (*format != "edax" && *format != "text")
        throw UsageError(fmt::format("--format must be edax or text, not '{}'", *format));
    return *format;
}

const std::string& only_file(const ParsedOptions& options, const char* command) {
    if (options.positional.size() != 1)
        throw UsageError(fmt::format("book {} needs one FILE", command));
    return options.positional.front();
}

} // namespace

ExitStatus run_book_import(const Arguments& arguments) {
    po::options_description described("Options");
    add_book_option(described, "the book to write");
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(import_usage, described, import_examples);
        return ExitStatus::ok;
    }
    const std::string from = input_path(only_file(options, "import"));
    const std::string to = output_file(options, "import");
    refuse_as_output(to, {from});
    write(to, import_file(from));
    return ExitStatus::ok;
}

ExitStatus run_book_export(const Arguments& arguments) {
    po::options_description described("Options");
    add_book_option(described, "the book (default: the built-in book combined with yours)");
    described.add_options()("format", one_of({"edax", "text"})->value_name("NAME"),
                            "edax or text (default: by the name of FILE)");
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(export_usage, described, export_examples);
        return ExitStatus::ok;
    }
    const std::string& path = only_file(options, "export");
    const std::string format = chosen_format(options, path);
    const Book book = chosen_book(options);
    const std::string bytes = format == "text" ? to_text(book) : to_edax_book(book, now());
    if (path == "-") {
        std::cout << bytes;
        return ExitStatus::ok;
    }
    refuse_standard_stream(path);
    or_throw(check_replaceable(path));
    const auto before = or_throw(read_beginning(path));
    if (begins_book_file(before)) {
        throw std::runtime_error(fmt::format(
            "'{}' is a book, which an export does not replace; name the book to export with --book",
            path));
    }
    or_throw(replace_file(path, bytes));
    std::cout << fmt::format("{} in '{}'\n", counted(book.size(), "position"), printable(path));
    return ExitStatus::ok;
}

ExitStatus run_book_merge(const Arguments& arguments) {
    po::options_description described("Options");
    add_book_option(described, "the book to write");
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(merge_usage, described, merge_examples);
        return ExitStatus::ok;
    }
    if (options.positional.size() < 2) throw UsageError("book merge needs two or more books");
    const std::string to = output_file(options, "merge");
    const std::vector<std::string> from = input_paths(options.positional);
    refuse_as_output(to, from); // a second time it would count the games twice
    refuse_repeated(from);
    Book merged;
    for (const std::string& path : from) {
        const auto book = or_throw(read_book(path));
        const auto twice =
            std::count_if(book.games().begin(), book.games().end(),
                          [&merged](std::uint64_t game) { return merged.games().contains(game); });
        if (twice > 0) {
            print_message(
                fmt::format("counted twice, because they are also in an earlier book: {} of '{}'",
                            counted(static_cast<std::uint64_t>(twice), "game"), path));
        }
        merged.merge(book, Counts::add);
    }
    merged.update();
    write(to, merged);
    return ExitStatus::ok;
}

} // namespace emilia
