#pragma once

// The constants of the midgame search that scripts/tune.py fits by games. In a normal build they
// are compile-time constants. CMake's option EMILIA_TUNABLE makes them variables that the program
// sets before it searches (`emilia --constant NAME=VALUE`); all copies of the hot code, one for
// each instruction set, share them.

#include <array>
#include <string_view>

namespace emilia {

// clang-format off
/// NAME, default, least, greatest, the step by which the tuner changes it at first, unit, meaning
#define EMILIA_CONSTANTS(CONSTANT) \
    CONSTANT(low_margin, 9, 4, 20, 1, "tenths of a standard deviation", \
             "how far outside the window a probe must be at the lowest confidence") \
    CONSTANT(margin_above_40, 100, 40, 250, 10, "percent", \
             "scale of the fitted deviations with more than 40 empty squares") \
    CONSTANT(margin_above_28, 100, 40, 250, 10, "percent", \
             "scale of the fitted deviations with 29 to 40 empty squares") \
    CONSTANT(margin_below_29, 100, 40, 250, 10, "percent", \
             "scale of the fitted deviations with up to 28 empty squares") \
    CONSTANT(margin_of_shallow, 100, 40, 250, 10, "percent", \
             "scale of the fitted deviations at depths of up to 6 plies") \
    CONSTANT(probe_depth, 50, 25, 66, 5, "percent", \
             "depth of ProbCut's shallower search, of that of the node") \
    CONSTANT(end_deviation, 630, 300, 1500, 50, "hundredths of a disc", \
             "standard deviation of an evaluation's error against the exact score") \
    CONSTANT(end_decay, 945, 850, 1000, 8, "thousandths", \
             "what each ply of a midgame search leaves of that error") \
    CONSTANT(late_move_gap, 200, 50, 1000, 50, "hundredths of a disc", \
             "a move whose order value is this far below the best is late") \
    CONSTANT(late_move_reduction, 2, 1, 3, 1, "plies", \
             "how much less deep a late move is searched at first") \
    CONSTANT(least_reducing_plies, 4, 4, 10, 1, "plies", \
             "depth from which on late moves are reduced") \
    CONSTANT(few_moves, 4, 0, 8, 1, "moves", \
             "a node with no more is searched a ply deeper") \
    CONSTANT(mobility_worth, 250, 50, 600, 30, "hundredths of a disc", \
             "what each reply of the opponent costs a move in the order") \
    CONSTANT(half_window, 150, 30, 800, 25, "hundredths of a disc", \
             "half of the width of the midgame's aspiration window") \
    CONSTANT(far_outside, 1000, 300, 3000, 100, "hundredths of a disc", \
             "with the tables' score this far outside the window the network is not asked") \
    CONSTANT(first_end_nodes, 100, 25, 400, 10, "percent", \
             "scale of the nodes expected of the first selective search to the end") \
    CONSTANT(clock_target, 85, 40, 120, 5, "percent", \
             "of a move's share of the clock, what it takes if nothing changes") \
    CONSTANT(clock_limit, 250, 120, 500, 20, "percent", \
             "of a move's share of the clock, what it takes at most") \
    CONSTANT(clock_stable, 70, 30, 100, 5, "percent", \
             "of the target, what a move takes if it has long been the best") \
    CONSTANT(clock_new_move, 150, 100, 300, 10, "percent", \
             "of the target, what a move takes if it has just become the best")
// clang-format on

namespace constants {

#ifdef EMILIA_TUNABLE
#define EMILIA_CONSTANT(name, value, ...) extern int name;
/// For a local table that is computed from the constants. Here it is filled on its first use.
#define EMILIA_TABLE static const
/// For a function that helps to compute it.
#define EMILIA_TABLE_FUNCTION inline
#else
#define EMILIA_CONSTANT(name, value, ...) inline constexpr int name = value;
#define EMILIA_TABLE static constexpr
#define EMILIA_TABLE_FUNCTION constexpr
#endif
EMILIA_CONSTANTS(EMILIA_CONSTANT)
#undef EMILIA_CONSTANT

} // namespace constants

/// What a tuner has to know of a constant.
struct Constant {
    std::string_view name;
    int value; ///< default
    int least;
    int greatest;
    int step;
    std::string_view unit;
    std::string_view meaning;
};

#define EMILIA_CONSTANT(name, ...) Constant{#name, __VA_ARGS__},
inline constexpr auto all_constants = std::to_array<Constant>({EMILIA_CONSTANTS(EMILIA_CONSTANT)});
#undef EMILIA_CONSTANT

#ifdef EMILIA_TUNABLE
/// Sets a constant. Call it before the first search. False if no constant has this name or the
/// value is out of its range.
[[nodiscard]] bool set_constant(std::string_view name, int value) noexcept;
#endif

} // namespace emilia
