#include "protocol/commands/options/help_page.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <sstream>

namespace emilia {
namespace {

namespace po = boost::program_options;

class OneOf : public po::typed_value<std::string> {
public:
    explicit OneOf(std::vector<std::string> names)
        : po::typed_value<std::string>(nullptr), names_(std::move(names)) {}
    [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

private:
    std::vector<std::string> names_;
};

HelpOption help_option(const po::option_description& described) {
    HelpOption option;
    option.name = "--" + described.long_name();
    const std::string names = described.format_name(); // `--depth` or `-h [ --help ]`
    if (!names.starts_with("--")) option.short_name = names.substr(0, 2);
    if (described.semantic()->max_tokens() > 0) option.value = described.format_parameter();
    if (const auto* const value = dynamic_cast<const OneOf*>(described.semantic().get()))
        option.choices = value->names();
    option.description = described.description();
    return option;
}

} // namespace

bool HelpOption::takes_file() const noexcept {
    constexpr auto files =
        std::to_array<std::string_view>({"FILE", "PATH", "FOLDER", "WEIGHTS", "HEADER"});
    return std::any_of(files.begin(), files.end(),
                       [this](std::string_view word) { return value.starts_with(word); });
}

HelpPage help_page(std::string usage, const po::options_description& described,
                   std::string examples) {
    HelpPage page{
        .usage = std::move(usage), .groups = {}, .examples = std::move(examples), .commands = {}};
    std::map<std::string, HelpOption> options; // by their beginning of a line
    for (const auto& option : described.options())
        options.emplace("  " + option->format_name(), help_option(*option));
    // Boost tells which group an option belongs to only where it prints: a title is a line at the
    // margin with a colon, and options follow it.
    std::ostringstream printed;
    printed << described;
    std::istringstream lines(printed.str());
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.front() != ' ' && line.ends_with(':')) {
            page.groups.push_back({.title = line.substr(0, line.size() - 1), .options = {}});
        }
        for (const auto& [beginning, option] : options) {
            if (!line.starts_with(beginning)) continue;
            if (line.size() == beginning.size() || line[beginning.size()] == ' ')
                page.groups.back().options.push_back(option);
        }
    }
    return page;
}

const HelpReader* HelpReader::current_ = nullptr;

HelpReader::HelpReader(std::function<void(HelpPage)> read) : read_(std::move(read)) {
    assert(current_ == nullptr);
    current_ = this;
}

HelpReader::~HelpReader() {
    current_ = nullptr;
}

po::typed_value<std::string>* one_of(std::vector<std::string> names) {
    return new OneOf(std::move(names)); // the option that it is added to owns it
}

} // namespace emilia
