#include "engine/eval/tied_weights.h"

#include "engine/eval/patterns.h"

#include <algorithm>
#include <array>

namespace emilia {
namespace {

using Places = std::array<std::size_t, largest_shape>;

/// Where each place of a shape goes under the symmetries that map the shape onto itself.
std::vector<Places> own_symmetries(std::size_t shape) {
    const Shape& described = shapes[shape];
    const auto begin = described.squares.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(described.size);
    std::vector<Places> result;
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        Places places{};
        bool maps_onto_itself = true;
        for (std::size_t i = 0; i < described.size; ++i) {
            const auto found = std::find(begin, end, transformed(described.squares[i], symmetry));
            maps_onto_itself = maps_onto_itself && found != end;
            places[i] = static_cast<std::size_t>(found - begin);
        }
        if (maps_onto_itself) result.push_back(places);
    }
    return result;
}

/// The entry whose digits are those of `entry` at other places.
std::size_t moved(std::size_t entry, const Places& places, std::size_t size) {
    std::size_t result = 0;
    for (std::size_t i = 0; i < size; ++i, entry /= 3)
        result += entry % 3 * power_of_three(places[i]);
    return result;
}

} // namespace

TiedWeights tie_weights() {
    TiedWeights tied;
    tied.of_entry.resize(pattern_weights);
    for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
        const std::vector<Places> symmetries = own_symmetries(shape);
        const std::size_t start = table_start(shape);
        for (std::size_t entry = 0; entry < content_count(shape); ++entry) {
            std::size_t least = entry;
            for (const Places& places : symmetries)
                least = std::min(least, moved(entry, places, shapes[shape].size));
            tied.of_entry[start + entry] = least == entry ? static_cast<std::uint32_t>(tied.count++)
                                                          : tied.of_entry[start + least];
        }
    }
    return tied;
}

} // namespace emilia
