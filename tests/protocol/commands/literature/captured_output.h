#pragma once

#include <iostream>
#include <sstream>
#include <string>

namespace emilia::testing {

/// Calls `function` and returns what it writes to std::cout, which is restored even if it throws.
template <class Function>
[[nodiscard]] std::string output_of(const Function& function) {
    struct Redirection {
        std::ostringstream output;
        std::streambuf* before = std::cout.rdbuf(output.rdbuf());
        Redirection() = default;
        Redirection(const Redirection&) = delete;
        Redirection& operator=(const Redirection&) = delete;
        ~Redirection() { std::cout.rdbuf(before); }
    } redirection;
    function();
    return redirection.output.str();
}

} // namespace emilia::testing
