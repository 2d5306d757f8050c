#pragma once

// What `emilia COMMAND --help` says, as data. The program prints it; the manual page and the
// completions of shells are made from the same pages.

#include <string>
#include <vector>

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

/// A subcommand: `book` or `probe`.
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

/// What a command throws when it is asked for help, in place of doing anything.
struct HelpAsked {
    HelpPage page;
    std::string text; ///< the page for a terminal
};

} // namespace emilia
