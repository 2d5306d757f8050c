#pragma once

// Includes Catch2, version 2 or 3. The tests use the names of version 3.

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
namespace Catch::Matchers {
inline auto ContainsSubstring(const std::string& text) {
    return Contains(text);
}
} // namespace Catch::Matchers
#endif
