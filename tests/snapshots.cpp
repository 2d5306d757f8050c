#include "tests/snapshots.h"

#include "engine/base/files.h"
#include "engine/system/paths.h"
#include "tests/catch.h"
#include "tests/locations.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia::testing {
namespace {

using Lines = std::vector<std::string>;

/// A difference is shown up to this many lines of each text.
constexpr std::size_t most_lines_shown = 20;

constexpr std::string_view no_line_feed = "\\ no line feed at the end";

/// The lines of a text as a snapshot has them.
Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        lines.push_back(line.empty() ? "|" : fmt::format("| {}", line));
        if (end == std::string_view::npos) lines.emplace_back(no_line_feed);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

/// Snapshots by their names.
using Texts = std::map<std::string, Lines>;

Texts read_snapshots(const std::string& path) {
    const auto text = read_file(path);
    if (!text) throw std::runtime_error(text.error());
    Texts texts;
    Lines* lines = nullptr;
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text->size();) {
        const std::size_t end = std::min(text->find('\n', begin), text->size());
        const std::string line = text->substr(begin, end - begin);
        begin = end + 1;
        ++number;
        if (line.starts_with("[") && line.ends_with("]")) {
            lines = &texts[line.substr(1, line.size() - 2)];
        } else if (lines && (line.starts_with("|") || line == no_line_feed)) {
            lines->push_back(line);
        } else if (!line.empty()) {
            throw std::runtime_error(
                fmt::format("'{}', line {}: this is no part of a snapshot", path, number));
        }
    }
    return texts;
}

std::string text_of(const Texts& texts) {
    std::string text;
    for (const auto& [name, lines] : texts) {
        text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", name);
        for (const std::string& line : lines) text += line + "\n";
    }
    return text;
}

/// What lies between the lines that both have at the beginning and those that both have at the end.
std::string difference(const Lines& expected, const Lines& found) {
    const auto [first, first_found] =
        std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
    const auto [last, last_found] =
        std::mismatch(expected.rbegin(), std::make_reverse_iterator(first), found.rbegin(),
                      std::make_reverse_iterator(first_found));
    std::string text;
    const auto show = [&text](char sign, auto begin, auto end) {
        std::size_t shown = 0;
        for (auto line = begin; line != end; ++line) {
            if (shown++ == most_lines_shown) {
                text += fmt::format("{} and {} lines more\n", sign, end - line);
                return;
            }
            text += fmt::format("{}{}\n", sign, *line);
        }
    };
    show('-', first, last.base());
    show('+', first_found, last_found.base());
    return text;
}

} // namespace

Snapshots::Mode Snapshots::mode(std::string_view renew, std::string_view ci) noexcept {
    const auto is_set = [](std::string_view value) {
        return !value.empty() && value != "0" && value != "false";
    };
    if (!is_set(renew)) return Mode::compare;
    return is_set(ci) ? Mode::refuse : Mode::renew;
}

Snapshots::Mode Snapshots::mode_of_environment() {
    return mode(environment("EMILIA_RENEW").value_or(""), environment("CI").value_or(""));
}

std::optional<std::string> Snapshots::complaint(const std::string& name,
                                                std::string_view text) const {
    if (mode_ == Mode::refuse)
        return "EMILIA_RENEW is for a person who reads what it changes; unset "
               "it where CI is set";
    if (mode_ == Mode::renew) return renew(name, text);
    const Texts texts = read_snapshots(path_);
    const auto expected = texts.find(name);
    const Lines found = lines_of(text);
    if (expected != texts.end() && expected->second == found) return std::nullopt;
    return fmt::format(
        "{} '{}' in '{}':\n{}If this is meant, run the test with EMILIA_RENEW=1, and "
        "look at what 'git diff' shows.",
        expected == texts.end() ? "there is no snapshot" : "this is not the snapshot", name, path_,
        difference(expected == texts.end() ? Lines{} : expected->second, found));
}

std::optional<std::string> Snapshots::renew(const std::string& name, std::string_view text) const {
    const auto lock = FolderLock::of(path_); // CTest runs each test in a process of its own
    if (!lock) return lock.error();
    const bool is_new = !std::filesystem::exists(to_path(path_));
    Texts texts = is_new ? Texts() : read_snapshots(path_);
    texts[name] = lines_of(text);
    const auto replaced = replace_file(path_, text_of(texts));
    return replaced ? std::nullopt : std::optional(replaced.error());
}

std::vector<std::string> Snapshots::names() const {
    std::vector<std::string> names;
    for (const auto& [name, lines] : read_snapshots(path_)) names.push_back(name);
    return names;
}

std::string snapshots_path(const std::string& file) {
    return tests_path("snapshots/" + file + ".snapshot");
}

void check_snapshot(const std::string& file, const std::string& name, std::string_view text) {
    const auto complaint = Snapshots(snapshots_path(file)).complaint(name, text);
    INFO(complaint.value_or(""));
    CHECK(!complaint);
}

} // namespace emilia::testing
