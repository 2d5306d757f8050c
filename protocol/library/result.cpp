#include "protocol/library/result.h"

#include "engine/notation/move_list.h"
#include "engine/notation/position.h"

namespace {

using namespace emilia;

emilia_kind kind_of(ScoreKind kind) noexcept {
    switch (kind) {
    case ScoreKind::book: return EMILIA_BOOK;
    case ScoreKind::midgame: return EMILIA_MIDGAME;
    case ScoreKind::probable: return EMILIA_PROBABLE;
    case ScoreKind::wld: return EMILIA_OUTCOME;
    case ScoreKind::exact: break;
    }
    return EMILIA_EXACT;
}

} // namespace

emilia_result::emilia_result(const SearchResult& result)
    : nodes(result.nodes), seconds(result.seconds), interrupted(result.interrupted) {
    texts.reserve(result.lines.size()); // the texts must stay where they are
    lines.reserve(result.lines.size());
    for (const Line& line : result.lines) {
        const Texts& text =
            texts.emplace_back(Texts{to_string(line.move), to_string(line.principal_variation)});
        lines.push_back({.move = text.move.c_str(),
                         .score = line.value.number(),
                         .estimate = line.value.in_discs().discs(),
                         .kind = kind_of(line.kind),
                         .depth = line.depth,
                         .confidence = percent(line.confidence),
                         .variation = text.variation.c_str()});
    }
}

size_t emilia_result_size(const emilia_result* result) {
    return result == nullptr ? 0 : result->lines.size();
}

const emilia_line* emilia_result_line(const emilia_result* result, size_t index) {
    return index < emilia_result_size(result) ? &result->lines[index] : nullptr;
}

uint64_t emilia_result_nodes(const emilia_result* result) {
    return result == nullptr ? 0 : result->nodes;
}

double emilia_result_seconds(const emilia_result* result) {
    return result == nullptr ? 0 : result->seconds;
}

int emilia_result_interrupted(const emilia_result* result) {
    return result != nullptr && result->interrupted ? 1 : 0;
}

void emilia_result_free(emilia_result* result) {
    delete result;
}
