#pragma once

#include "engine/notation/formats/obf.h"

#include <chrono>
#include <string>
#include <vector>

namespace emilia::testing {

inline constexpr std::chrono::sys_days today = std::chrono::year(2026) / 11 / 27;
/// A position of the FFO test in which g8 is best.
inline const std::string ffo = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

[[nodiscard]] inline Problem problem(const std::string& line) {
    return parse_obf(line).value();
}

/// Problems whose best moves are g8, d6, and c3 or c4.
[[nodiscard]] inline std::vector<Problem> three_problems() {
    return {problem(ffo + "; G8:+18; H1:+12; H7:+6;"), problem("f5; D6:+0; F6:-2; F4:-8;"),
            problem("f5d6; C3:+0; C4:+0; C5:-4;")};
}

} // namespace emilia::testing
