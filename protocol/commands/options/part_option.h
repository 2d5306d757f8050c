#pragma once

// The option `--part`, which cuts a job into equal parts for several machines.

#include "protocol/commands/options/options.h"

#include <cstddef>

namespace emilia {

/// One of several parts of a job: consecutive items, as many as in any other part, or one more.
struct Part {
    std::size_t number = 1; ///< from 1
    std::size_t parts = 1;

    /// The first item of the part, counted from 0, and the one after its last.
    [[nodiscard]] std::size_t begin(std::size_t items) const noexcept {
        return (number - 1) * items / parts;
    }
    [[nodiscard]] std::size_t end(std::size_t items) const noexcept {
        return number * items / parts;
    }

    /// Keeps only the items of this part.
    template <typename Items>
    void keep(Items& items) const {
        const std::size_t size = items.size();
        const auto at = [&items](std::size_t index) {
            return items.begin() + static_cast<std::ptrdiff_t>(index);
        };
        items.erase(at(end(size)), items.end());
        items.erase(items.begin(), at(begin(size)));
    }
};

/// Adds `--part I/N`; `what` names the items.
void add_part_option(boost::program_options::options_description& described, const char* what);

/// The chosen part, or the whole. Throws UsageError.
[[nodiscard]] Part chosen_part(const ParsedOptions& options);

} // namespace emilia
