#pragma once

// What `emilia COMMAND --help` tells, as data. Usually it is printed; the manual page and the
// completions of shells are made from the same pages.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options.hpp>

namespace emilia {

struct HelpOption {
    std::string name;                 ///< `--depth`
    std::string short_name;           ///< `-h`; mostly empty
    std::string value;                ///< `N` or `N (=20)` with the default; empty: it takes none
    std::vector<std::string> choices; ///< all possible values, if they have names
    std::string description;

    [[nodiscard]] bool takes_value() const noexcept { return !value.empty(); }
    /// Whether the value names a file or a folder.
    [[nodiscard]] bool takes_file() const noexcept;
};

struct HelpGroup {
    std::string title; ///< `Resources`
    std::vector<HelpOption> options;
};

/// A command of a command: `book` or `probe`.
struct HelpCommand {
    std::string name;
    std::string summary;
};

/// In texts an indented line stands for itself; other lines are filled up to paragraphs.
struct HelpPage {
    std::string usage;
    std::vector<HelpGroup> groups;
    std::string examples;
    std::vector<HelpCommand> commands;
};

/// `usage`, the options with their groups, and `examples`.
[[nodiscard]] HelpPage help_page(std::string usage,
                                 const boost::program_options::options_description& described,
                                 std::string examples);

/// While it lives, it gets all pages in place of standard output. There is one at a time, in the
/// thread that runs the commands.
class HelpReader {
public:
    explicit HelpReader(std::function<void(HelpPage)> read);
    ~HelpReader();
    HelpReader(const HelpReader&) = delete;
    HelpReader& operator=(const HelpReader&) = delete;

    /// Null if pages are to be printed.
    [[nodiscard]] static const HelpReader* current() noexcept { return current_; }
    void read(HelpPage page) const { read_(std::move(page)); }

private:
    static const HelpReader* current_;
    std::function<void(HelpPage)> read_;
};

/// The value of an option that is one of some names. The option checks the name itself, where it
/// can say what was meant.
[[nodiscard]] boost::program_options::typed_value<std::string>*
one_of(std::vector<std::string> names);

/// The members `name` of all rows of a table.
template <typename Table>
[[nodiscard]] std::vector<std::string> choices_from(const Table& table) {
    std::vector<std::string> names;
    for (const auto& row : table) names.emplace_back(row.name);
    return names;
}

} // namespace emilia
