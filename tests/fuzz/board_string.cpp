#include "engine/notation/position.h"
#include "tests/fuzz/fuzz.h"

using namespace emilia;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::as_text(data, size);
    const auto position = parse_position(text);
    if (!position) {
        fuzz::check_error(position.error(), text);
        return 0;
    }
    fuzz::demand((position->board.player & position->board.opponent) == 0, "one disc a square");
    fuzz::demand(parse_position(to_string(*position)) == *position, "it reads back the same");
    return 0;
}
