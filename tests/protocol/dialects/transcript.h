#pragma once

// A dialogue with the program, as a text file:
//
//   # a comment
//   ! --depth 4            arguments of the program, besides --threads 1 --hash 16 --no-book
//   > genmove black        a line to send, after everything expected before it has come
//   < = {move}             an expected line
//   <                      an expected empty line
//   * nodestats {n} {seconds}
//                          any number of these lines may come before the next expected one
//   .                      the end of the input
//
// In expected lines, `{move}` is a legal move in the current position (in lower case, or the
// dialect's word for a forced pass), `{pv}` is one or more legal moves without blanks, `{moves}`
// the same with blanks, `{variation}` the same in upper case with dashes, `{n}` a whole number,
// `{seconds}` a plain decimal and `{score}` a decimal with or without a sign. Everything else is
// literal, and no other lines may come. `{folder}` is the transcript's folder, also in lines to
// send. After the last line the input ends, and the program must exit with status 0 without more
// output.

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

/// Throws std::runtime_error if the text is not a transcript.
[[nodiscard]] Transcript parse_transcript(std::string_view text, Referee::Dialect dialect,
                                          const std::string& folder = {});

/// Reads a file whose name begins with its dialect: `gtp-…`, `nboard-…`, `cassio-…` or `ugi-…`.
[[nodiscard]] Transcript read_transcript(const std::filesystem::path& file);

/// Plays the dialogue with the program. Returns an empty text if it went as written; otherwise the
/// line that differed, the reason, and the dialogue so far.
[[nodiscard]] std::string departure_from(const Transcript& transcript);

} // namespace emilia::testing
