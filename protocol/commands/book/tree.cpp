// `emilia book tree`: shows the best lines of a book, as text or as a page.

#include "book/growth/book_tree.h"
#include "book/opening_names.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/html_page.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

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

struct TreeSettings {
    Game game;
    std::optional<std::string> book_file;
    std::optional<std::string> page;
    TreeLimits limits;
};

TreeSettings read_tree_settings(const Arguments& arguments) {
    TreeSettings settings;
    TreeLimits& limits = settings.limits;
    std::optional<std::size_t> positions;
    CommandOptions options(usage, examples);
    add_book(options, settings.book_file);
    options.output("html", "FILE", settings.page, "write an HTML page to browse");
    options.number("positions", "N", positions, {1, 100'000'000},
                   fmt::format("show at most N positions (default: {}, with --html {})",
                               positions_of_text, positions_of_page));
    options.number("plies", "N", limits.plies, {1, 2 * square_count},
                   "show lines of at most N plies");
    options.number(
        "loss", "DISCS", Bounds{0.0, 128.0},
        [&limits](double discs) { limits.loss = Score::nearest(discs); },
        "follow only moves that lose at most DISCS discs against the best move");
    settings.game = game_or_start(options.read(arguments));
    limits.positions = positions.value_or(settings.page ? positions_of_page : positions_of_text);
    if (settings.page) {
        refuse_as_output(*settings.page, files_read({}, settings.book_file));
        or_throw(check_replaceable(*settings.page));
    }
    return settings;
}

/// The tree as text. A position that several lines reach is followed at the first of them; the
/// others name this one.
class TreeText {
public:
    TreeText(const BookTree& tree, const Game& game) : tree_(tree) {
        add_moves(0, game.position().board, moves_of(game), 0);
    }

    void show() const {
        std::size_t width = 4;
        for (const Row& row : rows_) width = std::max(width, row.move.size());
        print("{:{}}  {:>6}  {:>5}  {:>7}  opening\n", "move", width, "value", "depth", "games");
        for (const Row& row : rows_) {
            print("{:{}}  {:>+6.2f}  {:>5}  {:>7}{}{}\n", row.move, width,
                  row.known->line.value.score().discs(), row.known->line.depth,
                  with_commas(row.known->games), row.note.empty() ? "" : "  ", row.note);
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
    if (const auto name = opening_name(game); !name.empty()) print("opening: {}\n", name);
    print("value:   {:+.2f} for {}\n\n", tree.front().known->value.discs(),
          to_string(game.position().to_move));
    TreeText(tree, game).show();
}

void write_page(const std::string& path, const BookTree& tree, const Game& game,
                std::size_t book_size) {
    or_throw(replace_file(path, book_page(game, tree, book_size)));
    print("{} in '{}'\n", counted(tree.size(), "position"), printable(path));
}

} // namespace

ExitStatus run_book_tree(const Arguments& arguments) {
    const auto [game, book_file, page, limits] = read_tree_settings(arguments);
    const Book book = chosen_book(book_file);
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
