#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/notation/formats/wthor.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/convert_program.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// Makes a folder with the base of 1978 and its name files, with lower-case file names.
struct Base : TemporaryFolder {
    Base() {
        std::filesystem::copy_file(base_of_1978, path());
        WthorNames players{.kind = WthorNameKind::players, .header = {}, .bytes = {}};
        for (int i = 0; i < 2'500; ++i) players.bytes.push_back(fmt::format("Player {}", i));
        players.bytes[786] = "H\xe9l\xe8ne";
        write(file("wth.jou"), to_wthor_names(players));
        const WthorNames cups{
            .kind = WthorNameKind::tournaments, .header = {}, .bytes = {"None", "Paris Open"}};
        write(file("Wth.Trn"), to_wthor_names(cups));
    }
    [[nodiscard]] std::string path() const { return file("WTH_1978.wtb"); }
    [[nodiscard]] std::string folder() const { return TemporaryFolder::path(); }
};

} // namespace

TEST_CASE("a WTHOR base is written byte for byte, or with the bytes of the selected games") {
    const Base base;
    const std::string bytes = read_file(base.path()).value();
    const std::string copy = base.file("copy.wtb");
    const Finished whole = convert({base.path(), "--output", copy});
    CHECK(whole.status == 0);
    CHECK(contains(whole.errors, "8 games read, 8 written\nfinished: 8 of the written; ending with "
                                 "the recorded score: 8\n"));
    CHECK(read_file(copy) == bytes);
    REQUIRE(convert({base.path(), "--index", "2-3", "--output", copy}).status == 0);
    const std::string two = read_file(copy).value();
    CHECK(two.size() == 16 + 2 * 68);
    CHECK(two.substr(16) == bytes.substr(16 + 68, 2 * 68));
    REQUIRE(convert({base.path(), "--player", "h\xc3\xa9L", "--output", copy}).status == 0);
    CHECK(read_file(copy).value().substr(16, 68) == bytes.substr(16, 68));
    CHECK(convert({base.path(), "--to", "wthor"}).output == bytes);
}

TEST_CASE("the name files beside a WTHOR base are found in upper and lower case") {
    const Base base;
    const Finished run = convert({base.path(), "--index", "1", "--to", "text"});
    CHECK(run.status == 0);
    CHECK(
        run.output.starts_with("1978  Paris Open  H\xc3\xa9l\xc3\xa8ne  41-23  Player 2089  f5f4"));
    CHECK(convert({base.folder(), "--index", "1", "--to", "text"}).output == run.output);
    write(base.file("wth.jou"), "short");
    const Finished damaged = convert({base.path(), "--index", "1", "--to", "text"});
    CHECK(damaged.status == 1);
    CHECK(contains(damaged.errors,
                   "is not a complete file of names: the file ends after 5 of the header's 16"));
    CHECK(damaged.output.starts_with("1978  Paris Open  ?  41-23  ?  f5f4"));
}

TEST_CASE("a damaged game of a WTHOR base is named with its number, and the others are written") {
    std::string bytes = read_file(base_of_1978).value();
    const std::string game_4 = bytes.substr(16 + 3 * 68, 68);
    bytes[16 + 2 * 68 + 20] = 99;
    const TemporaryFile damaged(bytes);
    const std::string message =
        fmt::format("'{}', game 3: 99 is not a move (byte 172)\n", damaged.path());
    for (const char* format : {"moves", "ggf", "sgf", "text", "wthor"}) {
        const Finished run = convert({damaged.path(), "--to", format});
        CAPTURE(format);
        CHECK(run.status == 1);
        CHECK(contains(run.errors, message));
        CHECK(contains(run.errors, "7 games read, 7 written, 1 unreadable\n"));
        if (std::string_view(format) != "wthor") CHECK(split_lines(run.output).size() == 7);
    }
    // The numbers of the games behind it stay.
    CHECK(convert({damaged.path(), "--to", "wthor", "--index", "4"}).output.substr(16) == game_4);
    CHECK(convert({damaged.path(), "--to", "moves", "--index", "4"}).output
          == convert({base_of_1978, "--to", "moves", "--index", "4"}).output);
}

TEST_CASE("WTHOR is written only from one WTHOR base, and the message says what to do") {
    const TemporaryFile moves("f5d6c3");
    const Finished other = convert({moves.path(), "--to", "wthor"});
    CHECK(other.status == 1);
    CHECK(contains(other.errors, "is not a WTHOR base; --to wthor needs one"));
    CHECK(contains(other.errors, "--to ggf, sgf or text"));
    const Finished two = convert({base_of_1978, base_of_1978, "--to", "wthor"});
    CHECK(two.status == 2);
    CHECK(contains(two.errors, "not 2 files; convert each by itself"));
    const std::string bytes = read_file(base_of_1978).value();
    const TemporaryFile cut(bytes.substr(0, 100));
    const Finished damaged = convert({cut.path(), "--to", "wthor"});
    CHECK(damaged.status == 1);
    CHECK(contains(damaged.errors,
                   "the header announces 8 games, but the file holds 1 and part of another"));
}

TEST_CASE("the names of a WTHOR base are copied to another folder, and replace no file") {
    const TemporaryFolder from;
    const TemporaryFolder to;
    std::filesystem::copy_file(base_of_1978, from.file("a.wtb"));
    const std::string players = std::string(8, '\0') + "\2" + std::string(7, '\0')
                                + std::string(20, 'A') + std::string(20, 'B');
    write(from.file("wth.jou"), players);
    CHECK(convert({from.file("a.wtb"), "--output", to.file("b.wtb")}).status == 0);
    CHECK(*read_file(to.file("WTH.JOU")) == players);
    CHECK_FALSE(std::filesystem::exists(to.file("WTH.TRN")));
    write(to.file("WTH.JOU"), "other");
    static_cast<void>(convert({from.file("a.wtb"), "--output", to.file("c.wtb")}));
    CHECK(*read_file(to.file("WTH.JOU")) == "other");
}

TEST_CASE("a base is not written where its numbers have other names") {
    const Base from;
    const TemporaryFolder to;
    const std::string players = read_file(from.file("wth.jou")).value();
    const std::string cups = read_file(from.file("Wth.Trn")).value();
    WthorNames others = parse_wthor_names(players, WthorNameKind::players).value();
    std::reverse(others.bytes.begin(), others.bytes.end());
    const std::string output = to.file("b.wtb");

    write(to.file("WTH.JOU"), to_wthor_names(others));
    const Finished refused = convert({from.path(), "--output", output});
    CHECK(refused.status == 1);
    CHECK(has_match(
        refused.errors,
        Pattern("the names beside '.*b.wtb' belong to other games: player [0-9]+ is 'Player "
                "[0-9]+' there and '[^']+' here; nothing is written; choose another folder for "
                "--output\n$")));
    CHECK_FALSE(std::filesystem::exists(output));

    write(to.file("WTH.JOU"), players); // as after an earlier conversion
    CHECK(convert({from.path(), "--output", output}).status == 0);

    WthorNames other_cups = parse_wthor_names(cups, WthorNameKind::tournaments).value();
    for (std::string& name : other_cups.bytes) name[0] = 'X';
    write(to.file("WTH.TRN"), to_wthor_names(other_cups));
    CHECK(contains(convert({from.path(), "--output", output}).errors, "games: tournament "));

    write(to.file("WTH.TRN"), "no names");
    const Finished broken = convert({from.path(), "--output", output});
    CHECK(broken.status == 1);
    CHECK(contains(broken.errors, "WTH.TRN' is not a complete file of names"));
}

TEST_CASE("no base gets the names of another one, because of a file of names beside it") {
    const Base from;
    const TemporaryFolder to;
    const std::string output = to.file("b.wtb");
    const std::string other = to.file("other.WTB");
    const Words words = {from.path(), "--output", output};
    const auto refuses = [&output](const Words& conversion, std::string_view reason) {
        const Finished run = convert(conversion);
        CAPTURE(run.errors);
        CHECK(run.status == 1);
        CHECK(contains(run.errors, reason));
        CHECK(contains(run.errors, "; nothing is written; choose another folder for --output\n"));
        CHECK_FALSE(std::filesystem::exists(output));
    };

    std::filesystem::copy_file(base_of_1978, other);
    refuses(words, fmt::format("beside '{}' are other bases without names, which would get the "
                               "names of '{}'",
                               output, from.path()));
    CHECK_FALSE(std::filesystem::exists(to.file("WTH.JOU")));
    write(to.file("WTH.JOU"), read_file(from.file("wth.jou")).value());
    refuses(words, "other bases without names"); // of tournaments
    write(to.file("WTH.TRN"), read_file(from.file("Wth.Trn")).value());
    CHECK(convert(words).status == 0);
    std::filesystem::remove(output);

    const TemporaryFolder nameless;
    std::filesystem::copy_file(base_of_1978, nameless.file("a.wtb"));
    refuses({nameless.file("a.wtb"), "--output", output},
            "player 786 is 'H\xc3\xa9l\xc3\xa8ne' there and without a name here");

    const TemporaryFolder empty;
    CHECK(convert({from.path(), "--output", empty.file("b.wtb")}).status == 0);
    CHECK(convert({from.path(), "--index", "1", "--output", empty.file("b.wtb")}).status == 0);
}
