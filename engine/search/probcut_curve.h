#pragma once

// The curve by which the difference between two searches of the same position is judged.

#include "engine/search/units.h"

namespace emilia {

/// For positions with so many empty squares, the standard deviation of the difference between a
/// search of `deep` plies and one of `shallow`, in discs:
/// base + scale · √(deep − shallow) · decay^shallow
struct ProbcutPhase {
    int empties;
    double base;
    double scale;
    double decay;
};

namespace detail {
constexpr double square_root(double number) noexcept {
    double root = number > 1 ? number : 1;
    for (int i = 0; i < 20; ++i) root = (root + number / root) / 2;
    return root;
}
} // namespace detail

[[nodiscard]] constexpr double deviation(const ProbcutPhase& phase, Depth shallow,
                                         Depth deep) noexcept {
    double result = phase.scale * detail::square_root(deep - shallow);
    for (Depth ply = 0; ply < shallow; ++ply) result *= phase.decay;
    return phase.base + result;
}

} // namespace emilia
