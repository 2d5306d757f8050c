#include "protocol/dialects/dialects.h"

#include "engine/base/text.h"
#include "protocol/dialects/cassio.h"
#include "protocol/dialects/gtp.h"
#include "protocol/dialects/nboard.h"

#include <algorithm>
#include <array>

namespace emilia {
namespace {

bool begins_nboard(std::string_view word) {
    return word == "nboard" || word == "set" || word == "ping" || word == "move";
}

bool begins_cassio(std::string_view word) {
    return word == "ENGINE-PROTOCOL";
}

constexpr auto kinds = std::to_array<DialectKind>({
    {"nboard", begins_nboard, make_nboard, nboard_help},
    {"cassio", begins_cassio, make_cassio, cassio_help},
    {"gtp", [](std::string_view) { return true; }, make_gtp, gtp_help},
});

} // namespace

std::span<const DialectKind> dialects() noexcept {
    return kinds;
}

const DialectKind& recognise_dialect(std::string_view line) noexcept {
    const std::string_view word = take_word(line);
    return *std::find_if(kinds.begin(), kinds.end(),
                         [word](const DialectKind& kind) { return kind.begins_with(word); });
}

} // namespace emilia
