#include "book/book.h"
#include "book/growth/rounds.h"
#include "engine/board/symmetry.h"
#include "engine/notation/move_list.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

#include <algorithm>
#include <unordered_set>

using namespace emilia;
using namespace emilia::testing;

namespace {

std::vector<RoundAnswer> answers_to(const std::vector<RoundSearch>& searches) {
    QuickSearch search;
    const std::atomic<bool> stop = false;
    std::vector<RoundAnswer> answers;
    for (const RoundSearch& wanted : searches)
        answers.push_back(*answer(wanted, search.function(), stop));
    return answers;
}

RoundSettings settings_of(std::size_t positions, std::size_t lines, Depth depth = 2) {
    return {.build = {.search = {.depth = depth}, .positions = positions}, .lines = lines};
}

Book grown_in_rounds(const RoundSettings& settings, Book book = {}) {
    for (;;) {
        const auto searches = plan_round(book, settings);
        if (searches.empty()) return book;
        take_in(book, answers_to(searches));
    }
}

void check_in_order(const Book& book) {
    const BookFaults faults = check_book(book);
    CHECK_FALSE(faults.grave());
    CHECK(faults.one_sided == 0);
    CHECK(faults.unreached == 0);
}

/// Moves of the same score may stand in any order.
void check_same_knowledge(const Book& a, const Book& b) {
    CHECK(a.size() == b.size());
    for (const auto& [board, position] : a.positions()) {
        const BookPosition* const other = b.find_canonical(board);
        REQUIRE(other != nullptr);
        CHECK(other->value == position.value);
        CHECK(other->depth == position.depth);
        CHECK(other->confidence == position.confidence);
        CHECK(std::is_permutation(other->moves.begin(), other->moves.end(), position.moves.begin(),
                                  position.moves.end()));
    }
}

std::size_t common_positions(const Book& a, const Book& b) {
    return static_cast<std::size_t>(
        std::count_if(a.positions().begin(), a.positions().end(), [&b](const Book::Entry& entry) {
            return b.find_canonical(entry.first) != nullptr;
        }));
}

std::string message_of(const std::string& answers) {
    const auto parsed = parse_round_answers(answers);
    return parsed ? "" : parsed.error().message;
}

const std::string full = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X";
const std::string start = "---------------------------OX------XO--------------------------- X";

} // namespace

TEST_CASE("a book that grows in rounds gets its size, and every position a deviation") {
    for (const std::size_t lines : {1U, 7U, 64U}) {
        const Book book = grown_in_rounds(settings_of(150, lines));
        CHECK(book.size() == 150);
        check_in_order(book);
    }
}

TEST_CASE("most positions of a book are the same, grown line by line or 16 lines in a round") {
    const Book one_by_one = grown_in_rounds(settings_of(300, 1));
    const Book in_rounds = grown_in_rounds(settings_of(300, 16));
    CHECK(common_positions(one_by_one, in_rounds) >= 225);
}

TEST_CASE("a book that grows behind a position in rounds is reached from the start") {
    RoundSettings settings = settings_of(40, 8);
    Game game = *parse_moves("f5d6c3");
    settings.build.scope.first = game.position().board;
    do settings.way.push_back(canonical(game.position().board));
    while (game.undo());
    const Book book = grown_in_rounds(settings);
    CHECK(book.size() == 40);
    check_in_order(book);
    for (const Board& board : settings.way) CHECK(book.find_canonical(board) != nullptr);
}

TEST_CASE("no two searches of a round are the same") {
    const Book book = grown_in_rounds(settings_of(100, 8));
    const auto searches = plan_round(book, settings_of(200, 64));
    CHECK(searches.size() > 64);
    for (std::size_t i = 0; i < searches.size(); ++i) {
        CHECK(std::count(searches.begin(), searches.end(), searches[i]) == 1);
    }
}

TEST_CASE("a position that several lines reach is planned once") {
    const Book book = grown_in_rounds(settings_of(100, 8));
    const RoundSettings unlimited = settings_of(10'000, 10'000);
    std::unordered_set<Board, BoardHash> reached;
    std::size_t lines = 0;
    for (const Expansion& line : expansions(book, unlimited.build)) {
        if (!line.follow) continue;
        ++lines;
        reached.insert(canonical(line.board.after(*line.follow)));
    }
    REQUIRE(reached.size() < lines);
    const auto searches = plan_round(book, unlimited);
    const auto entering =
        std::count_if(searches.begin(), searches.end(), [](const RoundSearch& search) {
            return search.purpose == RoundSearch::Purpose::enter;
        });
    CHECK(static_cast<std::size_t>(entering) == reached.size());
}

TEST_CASE("answers may come in any order and twice") {
    const Book before = grown_in_rounds(settings_of(60, 8));
    auto answers = answers_to(plan_round(before, settings_of(100, 20, 3)));
    for (const auto purpose :
         {RoundSearch::Purpose::enter, RoundSearch::Purpose::widen, RoundSearch::Purpose::deepen}) {
        CHECK(std::any_of(answers.begin(), answers.end(), [purpose](const RoundAnswer& answer) {
            return answer.search.purpose == purpose;
        }));
    }
    Book book = before;
    take_in(book, answers);
    CHECK(book.size() == 80);
    check_in_order(book);
    Book other = before;
    std::reverse(answers.begin(), answers.end());
    take_in(other, answers);
    check_same_knowledge(book, other);
    take_in(other, answers);
    check_same_knowledge(book, other);
}

TEST_CASE("the answers of all earlier rounds change nothing") {
    RoundSettings settings = settings_of(60, 8, 3);
    settings.build.doubt_plies = 4;
    Book book;
    std::vector<std::vector<RoundAnswer>> rounds;
    for (auto searches = plan_round(book, settings); !searches.empty();
         searches = plan_round(book, settings)) {
        rounds.push_back(answers_to(searches));
        take_in(book, rounds.back());
    }
    for (const auto& answers : rounds) {
        Book other = book;
        take_in(other, answers);
        check_same_knowledge(book, other);
    }
}

TEST_CASE("answers that the book has outgrown change nothing") {
    const Book before = grown_in_rounds(settings_of(20, 8));
    const auto old_answers = answers_to(plan_round(before, settings_of(20, 20, 3)));
    const Book grown = grown_in_rounds(settings_of(60, 8, 4), before);
    Book other = grown;
    take_in(other, old_answers);
    check_same_knowledge(grown, other);
}

TEST_CASE("a position all of whose moves stay within a book does not enter a book without them") {
    const RoundSearch search{.board = canonical(Board::start()),
                             .search = {.depth = 2},
                             .excluded = Board::start().legal_moves()};
    const RoundAnswer within = answers_to({search}).front();
    CHECK(within.found.moves.empty());
    Book book;
    take_in(book, {&within, 1});
    CHECK(book.empty());
    const Board second = canonical(Board::start().after(Square::f5));
    const Bitboard one_move = bit(first_square(second.legal_moves()));
    take_in(book, answers_to({{.board = second, .search = {.depth = 2}, .excluded = one_move}}));
    CHECK(book.empty());

    // The order of the answers does not matter, even if several of them are of this kind.
    const Board after_f5 = canonical(Board::start().after(Square::f5));
    std::vector<RoundAnswer> answers{within, within};
    answers.back().search.board = after_f5;
    answers.back().search.excluded = after_f5.legal_moves();
    for (const Square square : squares_of(after_f5.legal_moves())) {
        const Board board = canonical(after_f5.after(square));
        answers.push_back(answers_to({{.board = board, .search = {.depth = 2}}}).front());
    }
    take_in(book, answers);
    CHECK(book.size() == 5);
    CHECK_FALSE(check_book(book).grave());
}

TEST_CASE("deeper rounds search a shallower book again, and only once") {
    const Book deep = grown_in_rounds(settings_of(40, 16, 3), grown_in_rounds(settings_of(40, 16)));
    check_in_order(deep);
    CHECK(deep.size() == 40);
    for (const auto& [board, position] : deep.positions())
        CHECK((position.depth == 3 || !deep.has_deviation(board, position)));
}

TEST_CASE("a round that has to be surer searches a less sure book again") {
    const Book book = grown_in_rounds(settings_of(20, 16));
    RoundSettings surer = settings_of(20, 16);
    surer.build.search.confidence = Confidence::high;
    const Book sure = grown_in_rounds(surer, book);
    check_in_order(sure);
    CHECK(sure.size() == 20);
    for (const auto& [board, position] : sure.positions())
        CHECK((position.confidence >= Confidence::high || !sure.has_deviation(board, position)));
}

TEST_CASE("rounds search doubtful choices deeper, and end") {
    RoundSettings settings = settings_of(40, 8);
    settings.build.doubt_plies = 2;
    const Book book = grown_in_rounds(settings);
    check_in_order(book);
    CHECK(book.size() == 40);
    CHECK(std::any_of(book.positions().begin(), book.positions().end(),
                      [](const Book::Entry& entry) { return entry.second.depth == 4; }));
}

TEST_CASE("a search that is stopped gives no answer") {
    QuickSearch search;
    const std::atomic<bool> stop = true;
    CHECK_FALSE(answer(plan_round({}, {}).front(), search.function(), stop));
}

TEST_CASE("searches and answers read back as they were written") {
    const Book book = grown_in_rounds(settings_of(30, 8));
    const auto searches = plan_round(book, settings_of(60, 30));
    const auto answers = answers_to(searches);
    std::string search_lines;
    std::string answer_lines;
    for (const RoundAnswer& answer : answers) {
        search_lines += to_text(answer.search) + '\n';
        answer_lines += to_text(answer) + '\n';
    }
    CHECK(parse_round_searches(search_lines) == searches);
    CHECK(parse_round_answers(answer_lines) == answers);
}

TEST_CASE("a line that is no answer is an error that says which line and why") {
    const std::string right = start + " enter 2@63% - d3+0.25 2@63%\n";
    CHECK(message_of(right + right) == "");
    for (const auto& [line, message] :
         {std::pair(start + " enter 2@63% - d3+0.25",
                    "line 2: '' is not a depth with a confidence"),
          {start + " enter 2@63% - a1+0.25 2@63%", "line 2: 'a1+0.25' is not a legal move"},
          {start + " enter 2@63% d3 d3+0.25 2@63%", "line 2: 'd3+0.25' is an excluded move"},
          {start + " enter 2@63% - - 2@63%", "line 2: the answer lacks a move"},
          {full + " enter 2@63% - - 2@63%", "line 2: the game is over in this position"},
          {start + " enter 2@63% a1 d3+0.25 2@63%", "line 2: 'a1' are not legal moves"},
          {start + " enter 99@63% - d3+0.25 2@63%", "line 2: '99@63%' is not a depth with a"},
          {start + " enter 2@64% - d3+0.25 2@63%", "line 2: '2@64%' is not a depth with a"},
          {start + " enter 0@63% - d3+0.25 2@63%", "line 2: a search looks one ply ahead at least"},
          {start + " castle 2@63% - d3+0.25 2@63%",
           "line 2: 'castle' is not enter, widen or deepen"},
          {start + " enter 2@63% - d3+0.25 2@63% more", "line 2: ' more' follows the answer"},
          {std::string("---XO"), "line 2: "},
          {"---------------------------OX------X---------------------------- X enter 2@63% - - "
           "2@63%",
           "line 2: the position has fewer than four discs"},
          {"-------------------X-------XX------XO--------------------------- O enter 2@63% - "
           "c3+0.25 2@63%",
           "line 2: the position is not the first of its symmetries"}}) {
        CHECK(message_of(right + line).substr(0, std::string_view(message).size()) == message);
    }
}
