// `emilia book tree`: shows the best lines of a book, as text or as a page.

#include "book/growth/book_tree.h"
#include "book/openings.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/reports/book_page.h"
#include "protocol/reports/or_throw.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

constexpr std::size_t positions_of_text = 40;
constexpr std::size_t positions_of_page = TreeLimits{}.positions;

constexpr const char* usage =
    "emilia book tree [MOVES|\"BOARD\"]: shows the lines of a book from a position on, by default\n"
    "the start, as an indented tree, or with --html as a page to browse. Each move has its value\n"
    "in discs for the side that plays it, the depth of the book behind it, the number of games\n"
    "that reached the next position, and the opening's name. The positions nearest to best play\n"
    "come first: a move costs one ply, and each disc that it loses costs two more.";
constexpr const char* examples = "Examples:\n"
                                 "  emilia book tree f5d6 --positions 100\n"
                                 "  emilia book tree --loss 1 --plies 8 | less\n"
                                 "  emilia book tree --html book.html\n";

po::options_description tree_options() {
    po::options_description described("Options");
    add_book_option(described, "the book (default: the built-in book combined with yours)");
    const std::string positions =
        fmt::format("show at most N positions (default: {}, with --html {})", positions_of_text,
                    positions_of_page);
    auto add = described.add_options();
    add("html", po::value<std::string>()->value_name("FILE"), "write an HTML page to browse");
    add("positions", po::value<std::int64_t>()->value_name("N"), positions.c_str());
    add("plies", po::value<int>()->value_name("N"), "show lines of at most N plies");
    add("loss", po::value<double>()->value_name("DISCS"),
        "follow only moves that lose at most DISCS discs against the best move");
    return described;
}

TreeLimits chosen_limits(const ParsedOptions& options) {
    TreeLimits limits;
    const auto positions = optional_in_range<std::int64_t>(options, "positions", 1, 100'000'000);
    limits.positions = options.has("html") ? positions_of_page : positions_of_text;
    if (positions) limits.positions = static_cast<std::size_t>(*positions);
    limits.plies = optional_in_range(options, "plies", 1, 2 * square_count);
    if (const auto discs = optional_in_range(options, "loss", 0.0, 128.0))
        limits.loss = Score::nearest(*discs);
    return limits;
}

/// The tree as text. A position that several lines reach is followed at the first of them; the
/// others name this one.
class TreeText {
public:
    TreeText(const BookTree& tree, const Game& game) : tree_(tree) {
        add_moves(0, game.position().board, moves_of(game), 0);
    }

    void print() const {
        std::size_t width = 4;
        for (const Row& row : rows_) width = std::max(width, row.move.size());
        std::cout << fmt::format("{:{}}  {:>6}  {:>5}  {:>7}  opening\n", "move", width, "value",
                                 "depth", "games");
        for (const Row& row : rows_) {
            std::cout << fmt::format("{:{}}  {:>+6.2f}  {:>5}  {:>7}{}{}\n", row.move, width,
                                     row.known->line.value.score().discs(), row.known->line.depth,
                                     with_commas(row.known->games), row.note.empty() ? "" : "  ",
                                     row.note);
        }
    }

private:
    struct Row {
        std::string move; ///< indented
        const BookLine* known;
        std::string note;
    };

    /// Adds the moves of a position, which is on the board as `line` reaches it.
    void add_moves(std::size_t number, const Board& board, std::vector<Square> line, int level) {
        followed_.emplace(number, line);
        const int symmetry = symmetry_between(tree_[number].board, board);
        std::set<std::size_t> listed; // of symmetric moves the first stands for all
        for (const TreeMove& move : tree_[number].moves) {
            if (!move.next || !listed.insert(*move.next).second) continue;
            const Square square = transformed(move.known.line.move, symmetry);
            Row row{fmt::format("{:{}}{}", "", 2 * level, to_string(square)), &move.known, {}};
            const Board after = board.after(square);
            const auto before = followed_.find(*move.next);
            if (before != followed_.end()) {
                row.note = fmt::format("as after {}", to_string(before->second));
                rows_.push_back(std::move(row));
                continue;
            }
            row.note = opening_name(after);
            rows_.push_back(std::move(row));
            line.push_back(square);
            add_moves(*move.next, after, line, level + 1);
            line.pop_back();
        }
    }

    const BookTree& tree_;
    std::vector<Row> rows_;
    std::map<std::size_t, std::vector<Square>> followed_; ///< by number, with the line
};

void print_tree(const BookTree& tree, const Game& game) {
    if (const auto name = opening_name(game); !name.empty())
        std::cout << fmt::format("opening: {}\n", name);
    std::cout << fmt::format("value:   {:+.2f} for {}\n\n", tree.front().known->value.discs(),
                             to_string(game.position().to_move));
    TreeText(tree, game).print();
}

void write_page(const std::string& path, const BookTree& tree, const Game& game,
                std::size_t book_size) {
    or_throw(replace_file(path, book_page(game, tree, book_size)));
    std::cout << fmt::format("{} in '{}'\n", counted(tree.size(), "position"), printable(path));
}

/// The file of `--html`, if it may be written. Throws UsageError and std::runtime_error.
std::optional<std::string> chosen_page(const ParsedOptions& options) {
    const auto page = output_path(options, "html");
    if (!page) return std::nullopt;
    std::vector<std::string> read;
    if (const auto book = options.get<std::string>("book")) read.push_back(input_path(*book));
    if (const auto own_book = own_book_file()) read.push_back(*own_book);
    refuse_as_output(*page, read);
    or_throw(check_replaceable(*page));
    return page;
}

} // namespace

ExitStatus run_book_tree(const Arguments& arguments) {
    po::options_description described = tree_options();
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    const Game game = game_or_start(options.positional);
    const TreeLimits limits = chosen_limits(options);
    const auto page = chosen_page(options);
    const Book book = chosen_book(options);
    const BookTree tree = book_tree(book, game.position().board, limits);
    if (tree.empty()) {
        throw std::runtime_error("the book does not know this position; begin earlier in the game, "
                                 "or name another book with --book");
    }
    if (page) {
        write_page(*page, tree, game, book.size());
    } else {
        print_tree(tree, game);
    }
    return ExitStatus::ok;
}

} // namespace emilia
