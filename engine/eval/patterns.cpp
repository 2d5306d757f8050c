#include "engine/eval/patterns.h"

#include <algorithm>
#include <array>

namespace emilia {
namespace {

using Places = std::array<std::size_t, largest_shape>;

/// Permutes the base-3 digits of entries: digit i moves to `places[i]`. The lower and the upper
/// half of the digits have a table each, and the sum of both look-ups is the result.
class Moved {
public:
    Moved(const Places& places, std::size_t size)
        : lower_(moved(places, 0, size / 2)), upper_(moved(places, size / 2, size)) {}

    [[nodiscard]] std::size_t operator()(std::size_t entry) const {
        return lower_[entry % lower_.size()] + upper_[entry / lower_.size()];
    }

private:
    static std::vector<std::size_t> moved(const Places& places, std::size_t begin,
                                          std::size_t end) {
        std::vector<std::size_t> result{0};
        for (std::size_t place = begin; place < end; ++place) {
            const std::size_t size = result.size();
            for (std::size_t digit = 1; digit < 3; ++digit) {
                for (std::size_t i = 0; i < size; ++i)
                    result.push_back(result[i] + digit * power_of_three(places[place]));
            }
        }
        return result;
    }

    std::vector<std::size_t> lower_;
    std::vector<std::size_t> upper_;
};

/// The permutations of entries that belong to the symmetries which map the shape onto itself,
/// without the identity.
std::vector<Moved> own_symmetries(std::size_t shape) {
    const Shape& described = shapes[shape];
    const auto begin = described.squares.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(described.size);
    std::vector<Moved> result;
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        Places places{};
        bool maps_onto_itself = true;
        for (std::size_t i = 0; i < described.size; ++i) {
            const auto found = std::find(begin, end, transformed(described.squares[i], symmetry));
            maps_onto_itself = maps_onto_itself && found != end;
            places[i] = static_cast<std::size_t>(found - begin);
        }
        if (maps_onto_itself && symmetry != 0) result.emplace_back(places, described.size);
    }
    return result;
}

TiedWeights tie_anew(Reader reader) {
    TiedWeights tied;
    tied.of_entry.resize(first_content(reader, shapes.size()));
    for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
        if (!is_read_by(reader, shapes[shape])) continue;
        const std::vector<Moved> symmetries = own_symmetries(shape);
        const std::size_t start = first_content(reader, shape);
        for (std::size_t entry = 0; entry < content_count(shape); ++entry) {
            std::size_t least = entry;
            for (const Moved& moved : symmetries) least = std::min(least, moved(entry));
            tied.of_entry[start + entry] = least == entry ? static_cast<std::uint32_t>(tied.count++)
                                                          : tied.of_entry[start + least];
        }
    }
    return tied;
}

} // namespace

const TiedWeights& tie_weights(Reader reader) {
    static const TiedWeights of_tables = tie_anew(Reader::table);
    static const TiedWeights of_network = tie_anew(Reader::network);
    return reader == Reader::table ? of_tables : of_network;
}

} // namespace emilia
