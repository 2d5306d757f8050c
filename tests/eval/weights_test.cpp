#include "engine/board/symmetry.h"
#include "engine/eval/evaluation.h"
#include "engine/eval/patterns.h"
#include "engine/eval/weights.h"
#include "tests/catch.h"
#include "tests/eval/random_weights.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include <boost/crc.hpp>
#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::size_t version_at = 8;
constexpr std::size_t checksum_at = 12;
constexpr std::size_t body_at = 16;

StoredWeights random_weights(int greatest) {
    Random random(41);
    return random_tables(random, greatest);
}

StoredWeights with_network() {
    Random random(46);
    return random_weights_with_network(random);
}

std::string complaint(const std::string& bytes) {
    const auto decoded = decode_weights(bytes);
    REQUIRE_FALSE(decoded);
    return decoded.error();
}

void put_checksum(std::string& bytes) {
    boost::crc_32_type crc;
    crc.process_bytes(bytes.data() + body_at, bytes.size() - body_at);
    const std::uint32_t checksum = crc.checksum();
    std::memcpy(bytes.data() + checksum_at, &checksum, sizeof checksum);
}

} // namespace

TEST_CASE("encoded weights decode to the same weights") {
    const auto decodes_to_itself = [](const StoredWeights& weights, Compression compression) {
        const auto decoded = decode_weights(encode_weights(weights, compression));
        return decoded && *decoded == weights;
    };
    CHECK(decodes_to_itself(random_weights(32767), Compression::quick));
    StoredWeights few = random_weights(0); // what is nearly empty is compressed quickly
    few.tied.front() = 5;
    few.tied.back() = -7;
    CHECK(decodes_to_itself(few, Compression::smallest));
    CHECK(decodes_to_itself(with_network(), Compression::quick));
}

TEST_CASE("weights are compressed as small as possible unless it has to be quick") {
    const StoredWeights weights = initial_weights();
    CHECK(encode_weights(weights, Compression::smallest).size()
          < encode_weights(weights, Compression::quick).size());
    CHECK(encode_weights(weights) == encode_weights(weights, Compression::smallest));
}

TEST_CASE("a weights file that is cut off anywhere is refused") {
    const std::string bytes = encode_weights(with_network(), Compression::quick);
    for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 50) {
        CAPTURE(size);
        CHECK_FALSE(decode_weights(std::string_view(bytes).substr(0, size)));
    }
    CHECK_THAT(complaint(bytes.substr(0, bytes.size() - 1)),
               ContainsSubstring("cut off or damaged"));
    CHECK_THAT(complaint(bytes + '\0'), ContainsSubstring("damaged"));
}

TEST_CASE("a weights file with one bit altered is refused") {
    std::string bytes = encode_weights(with_network(), Compression::quick);
    for (std::size_t at = 0; at < bytes.size(); at += at < 64 ? 1 : at / 10) {
        const auto bit = static_cast<char>(1 << at % 8);
        CAPTURE(at);
        bytes[at] = static_cast<char>(bytes[at] ^ bit);
        CHECK_FALSE(decode_weights(bytes));
        bytes[at] = static_cast<char>(bytes[at] ^ bit);
    }
    REQUIRE(decode_weights(bytes));
}

TEST_CASE("the error for a refused weights file says why") {
    std::string bytes = encode_weights(random_weights(1), Compression::quick);
    CHECK_THAT(complaint("something else, long enough"), ContainsSubstring("not a weights file"));
    CHECK_THAT(complaint(""), ContainsSubstring("not a weights file"));
    SECTION("another version") {
        ++bytes[version_at];
        CHECK_THAT(complaint(bytes), ContainsSubstring("version 3; this program reads version 2"));
    }
    SECTION("other patterns") {
        ++bytes[body_at + sizeof(std::uint32_t)];
        put_checksum(bytes);
        CHECK_THAT(complaint(bytes), ContainsSubstring("other patterns"));
    }
    SECTION("a length beyond its end") {
        bytes[body_at + 3] = 0x7f;
        put_checksum(bytes);
        CHECK_THAT(complaint(bytes), ContainsSubstring("other patterns"));
    }
    SECTION("other layers") {
        bytes[bytes.find(fmt::format("{} {} {}", network_sums, network_neurons, network_stages))] =
            '1';
        put_checksum(bytes);
        CHECK_THAT(complaint(bytes), ContainsSubstring("other patterns, phases or layers"));
    }
    SECTION("a network that is short, with a right checksum") {
        std::string whole = encode_weights(with_network(), Compression::quick);
        whole.resize(whole.size() - 10);
        put_checksum(whole);
        CHECK_THAT(complaint(whole), ContainsSubstring("damaged"));
    }
    SECTION("something else where the network should be") {
        bytes += "no network";
        put_checksum(bytes);
        CHECK_THAT(complaint(bytes), ContainsSubstring("damaged"));
    }
    SECTION("a packed part that is short, with a right checksum") {
        bytes.resize(bytes.size() - 10);
        put_checksum(bytes);
        CHECK_THAT(complaint(bytes), ContainsSubstring("damaged"));
    }
}

TEST_CASE("the error for a missing weights file names it") {
    const auto weights = read_weights("/nonexistent/weights");
    REQUIRE_FALSE(weights);
    CHECK_THAT(weights.error(), ContainsSubstring("cannot read '/nonexistent/weights'"));
}

TEST_CASE("weights are interpolated between two knots and constant outside all knots") {
    const StoredWeights stored = random_weights(1000);
    const Weights weights(stored);
    const std::size_t entry = first_content(Reader::table, 3) + 5;
    const TiedWeights& tied = tie_weights(Reader::table);
    const auto at_knot = [&](std::size_t knot) {
        return stored.tied[knot * tied.count + tied.of_entry[entry]];
    };
    for (std::size_t knot = 0; knot < knots.size(); ++knot)
        CHECK(weights.table(knots[knot])[entry] == at_knot(knot));
    CHECK(weights.table(0)[entry] == at_knot(0));
    CHECK(weights.table(60)[entry] == at_knot(knots.size() - 1));
    const int middle = (knots[0] + knots[1]) / 2;
    const double share = static_cast<double>(middle - knots[0]) / (knots[1] - knots[0]);
    CHECK(std::abs(weights.table(middle)[entry] - at_knot(0) - share * (at_knot(1) - at_knot(0)))
          < 1);
}

TEST_CASE("any weights give symmetric positions the same value") {
    const Weights weights(with_network());
    Random random(42);
    for (const Board& board : positions_of_games(random, 20)) {
        for (int symmetry = 1; symmetry < symmetry_count; ++symmetry) {
            REQUIRE(evaluate(weights, PatternBoard(transformed(board, symmetry)))
                    == evaluate(weights, PatternBoard(board)));
        }
    }
}

namespace {

/// The sum of the weights that the tables for `empties` give the features of a position.
Score value_by_table(const Weights& weights, const PatternBoard& position, int empties) {
    int sum = weights.constant(empties);
    for (std::size_t i = 0; i < feature_count; ++i) {
        const std::size_t shape = features[i].shape;
        if (!is_read_by(Reader::table, shapes[shape])) continue;
        const std::size_t middle = first_content(Reader::table, shape) + content_count(shape) / 2;
        sum += weights.table(empties)[middle
                                      + static_cast<std::size_t>(
                                          static_cast<std::ptrdiff_t>(position.contents()[i]))];
    }
    return Score::from_hundredths(sum * 100 / weight_units_per_disc);
}

} // namespace

TEST_CASE("the tables' value is the sum of their features' weights and the constant") {
    const StoredWeights stored = random_weights(60);
    const Weights weights(stored);
    Random random(43);
    for (const Board& board : positions_of_games(random, 20)) {
        const PatternBoard position(board);
        const Score value = value_by_table(weights, position, board.empties());
        REQUIRE(evaluate_by_tables(weights, position) == value);
        REQUIRE(evaluate(weights, position) == value); // there is no network
    }
}

TEST_CASE("for an order of moves one table serves 11 to 13 empty squares") {
    const Weights weights(random_weights(61));
    Random random(44);
    for (const Board& board : positions_of_games(random, 20)) {
        const PatternBoard position(board);
        const int empties = board.empties();
        const int of_table = empties >= 11 && empties <= 13 ? 12 : empties;
        REQUIRE(evaluate_roughly(weights, position) == value_by_table(weights, position, of_table));
    }
}

TEST_CASE("a program whose weights were made for other shapes plays with the initial ones") {
    std::string bytes = encode_weights(random_weights(300), Compression::quick);
    const UsableWeights own = weights_or_initial(bytes);
    CHECK_FALSE(own.flaw);

    ++bytes[body_at + sizeof(std::uint32_t)]; // another square in the first shape
    put_checksum(bytes);
    const UsableWeights instead = weights_or_initial(bytes);
    CHECK(instead.flaw == "was made for other patterns, phases or layers");
    const Weights initial(initial_weights());
    Random random(44);
    for (const Board& board : positions_of_games(random, 5)) {
        REQUIRE(evaluate(instead.weights, PatternBoard(board))
                == evaluate(initial, PatternBoard(board)));
    }
}

TEST_CASE("the initial weights like corners and dislike the squares next to them, until the end") {
    const Weights weights(initial_weights());
    const auto value_of = [&weights](Square square, Board board) {
        board.player |= bit(square);
        return evaluate(weights, PatternBoard(board)).discs();
    };
    const Board early; // as many empty squares as there can be
    CHECK(value_of(Square::a1, early) > 5);
    CHECK(value_of(Square::h8, early) == value_of(Square::a1, early));
    CHECK(value_of(Square::b2, early) < -2);
    CHECK(value_of(Square::a1, early) > value_of(Square::d1, early));

    // Near the end the discs count, here 50 against 8, whatever their squares.
    const Bitboard row = Bitboard{0xff} << 56;
    const Board late{~row & ~Bitboard{0x3f}, row};
    CHECK(evaluate(weights, PatternBoard(late)).discs() > 30);

    Random random(45);
    for (const Board& board : positions_of_games(random, 5)) {
        // Between two knots each weight is rounded, at most by one unit.
        const Score both = evaluate(weights, PatternBoard(board))
                           + evaluate(weights, PatternBoard(board.passed()));
        constexpr int rounding = 100 * static_cast<int>(feature_count) / weight_units_per_disc + 1;
        REQUIRE(std::abs(both.hundredths()) <= rounding);
    }
}
