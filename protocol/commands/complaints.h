#pragma once

#include <cstddef>
#include <string_view>

namespace emilia {

/// Reports problems with a command's input on standard error. A file of the wrong kind can have a
/// problem in each of its lines, so only the first few are printed and the others counted.
class Complaints {
public:
    static constexpr std::size_t most_printed = 10;

    void add(std::string_view problem);
    /// Prints the number of problems that were only counted. Call it when all input has been read.
    void finish() const;

    [[nodiscard]] bool any() const noexcept { return number_ > 0; }

private:
    std::size_t number_ = 0;
};

} // namespace emilia
