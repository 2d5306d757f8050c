#pragma once

// Compares what the program says with what tests/snapshots/*.snapshot expects. A snapshot is a text
// with a name:
//
//     [info of a small book]
//     | 38 positions
//     |
//     | the start is worth +0.00
//
// With EMILIA_RENEW=1 the tests write what they find into these files. `git diff` then shows what
// has changed, for a person to judge; so where CI is set, the tests refuse to renew.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emilia::testing {

/// The snapshots of one file.
class Snapshots {
public:
    enum class Mode { compare, renew, refuse };

    explicit Snapshots(std::string path, Mode mode = mode_of_environment()) noexcept
        : path_(std::move(path)), mode_(mode) {}

    /// Returns what is wrong with `text` as the snapshot `name`, if anything is: how they differ,
    /// and how to renew them. To renew, replaces the snapshot or adds it.
    [[nodiscard]] std::optional<std::string> complaint(const std::string& name,
                                                       std::string_view text) const;

    /// The names of the snapshots, in the order of the file, which is alphabetical. Throws
    /// std::runtime_error if the file can't be read.
    [[nodiscard]] std::vector<std::string> names() const;

    /// What the values of the variables EMILIA_RENEW and CI ask for.
    [[nodiscard]] static Mode mode(std::string_view renew, std::string_view ci) noexcept;
    [[nodiscard]] static Mode mode_of_environment();

private:
    [[nodiscard]] std::optional<std::string> renew(const std::string& name,
                                                   std::string_view text) const;

    std::string path_;
    Mode mode_;
};

/// The path of tests/snapshots/`file`.snapshot.
[[nodiscard]] std::string snapshots_path(const std::string& file);

/// Checks, as CHECK does, that `text` is the snapshot `name` of tests/snapshots/`file`.snapshot.
void check_snapshot(const std::string& file, const std::string& name, std::string_view text);

} // namespace emilia::testing
