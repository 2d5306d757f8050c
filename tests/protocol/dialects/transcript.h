#pragma once

// A dialogue with the program, written down in a file:
//
//   # a comment
//   ! --depth 4            arguments of the program, besides --threads 1 --hash 16 --no-book
//   > genmove black        a line that is sent, when all that is expected before it has come
//   < = {move}             a line that is expected
//   <                      an empty one
//   * nodestats {n} {seconds}
//                          such lines may come, any number of them, until the next expected one
//   .                      the end of the input
//
// In what is expected, `{move}` is a legal move in the position of that moment (in lower case,
// or the dialect's word for a pass where it is forced), `{pv}` one or more legal moves without
// blanks, `{moves}` the same with blanks, `{n}` a whole number, `{seconds}` a plain decimal and
// `{score}` one with or without a sign. Everything else is literal, and nothing else may come.
// `{folder}` is the transcript's folder, also in what is sent. After the last line the input ends,
// if it has not yet; the program must exit with status 0 and print nothing more.

#include "tests/protocol/dialects/referee.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace emilia::testing {

struct Step {
    enum class Kind { send, expect, repeat, end_input };
    Kind kind = Kind::send;
    std::string text;
    int line = 0; ///< in the file, counted from 1
};

struct Transcript {
    Referee::Dialect dialect = Referee::Dialect::gtp;
    std::vector<std::string> arguments;
    std::vector<Step> steps;
};

/// Throws std::runtime_error where the text is no transcript.
[[nodiscard]] Transcript parse_transcript(std::string_view text, Referee::Dialect dialect,
                                          const std::string& folder = {});

/// Reads a file whose name begins with its dialect: `gtp-…`, `nboard-…` or `cassio-…`.
[[nodiscard]] Transcript read_transcript(const std::filesystem::path& file);

/// Holds the dialogue with the program. Empty if it went as written; else the line at which it
/// did not, why, and the dialogue so far.
[[nodiscard]] std::string departure_from(const Transcript& transcript);

} // namespace emilia::testing
