#include "book/repertoire/choices.h"
#include "engine/notation/position.h"
#include "tests/fuzz/fuzz.h"

using namespace emilia;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::as_text(data, size);
    auto choices = RepertoireChoices::parse(text);
    if (!choices) {
        fuzz::check_error(choices.error(), text);
        return 0;
    }
    const auto again = RepertoireChoices::parse(choices->text());
    fuzz::demand(again && again->text() == choices->text(), "choices read back the same");
    const auto first = choices->preferred(Board::start());
    if (first) {
        fuzz::demand(Board::start().is_legal(*first), "a preferred move is legal");
        fuzz::demand(!choices->avoids(Board::start(), *first), "and not avoided");
    }
    Game line;
    static_cast<void>(line.play(Square::f5));
    choices->add(RepertoireChoices::Kind::avoid, line);
    const auto added = RepertoireChoices::parse(choices->text());
    fuzz::demand(added && added->avoids(Board::start(), Square::c4), "a new choice holds");
    return 0;
}
