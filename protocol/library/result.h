#pragma once

#include "engine/search/search_result.h"
#include "protocol/library/include/emilia/emilia.h"

#include <string>
#include <vector>

/// The lines refer to the texts, so it can't be copied.
struct emilia_result {
    explicit emilia_result(const emilia::SearchResult& result);
    emilia_result(const emilia_result&) = delete;
    emilia_result& operator=(const emilia_result&) = delete;

    struct Texts {
        std::string move;
        std::string variation;
    };
    std::vector<Texts> texts;
    std::vector<emilia_line> lines;
    std::uint64_t nodes;
    double seconds;
    bool interrupted;
};
