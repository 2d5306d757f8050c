#pragma once

#include "engine/notation/position.h"
#include "protocol/library/include/emilia/emilia.h"

#include <string>

/// The texts are made when the position changes, so that any number of threads may read it.
struct emilia_position {
    explicit emilia_position(const emilia::Position& start);

    emilia::Position position;
    std::string board;
    std::string moves;
};
