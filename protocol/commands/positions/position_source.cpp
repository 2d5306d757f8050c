#include "protocol/commands/positions/position_source.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/position.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <sstream>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

/// The text of a line that may have a position, without blanks; empty for a comment.
std::string_view text_of(std::string_view line, std::uint64_t number) noexcept {
    if (number == 1) line = without_byte_order_mark(line);
    return is_obf_comment(line) ? "" : trimmed(line);
}

/// A board, moves or a problem, as a line has them.
Parsed<Problem> problem_of(std::string_view text) {
    return parse_obf(text);
}

/// Calls `visit(text)` for each line that is no comment.
template <typename Visit>
void visit_lines(const std::string& path, const Visit& visit) {
    const auto input = open_input(path);
    std::string line;
    for (std::uint64_t number = 1; read_line(*input, line); ++number) {
        if (const std::string_view text = text_of(line, number); !text.empty()) visit(text);
    }
}

/// The number of lines that are no comments.
std::uint64_t count_lines(const std::string& path) {
    const auto input = open_input(path);
    std::string block(std::size_t{64} << 10, '\0');
    std::uint64_t lines = 0;
    bool in_line = false; // behind its first character
    for (bool is_first = true;; is_first = false) {
        input->read(block.data(), static_cast<std::streamsize>(block.size()));
        std::string_view rest(block.data(), static_cast<std::size_t>(input->gcount()));
        if (rest.empty()) return lines;
        if (is_first) rest = without_byte_order_mark(rest);
        while (!rest.empty()) {
            if (in_line) {
                rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
                in_line = rest.empty();
            } else if (is_blank(rest.front())) {
                rest.remove_prefix(1);
            } else {
                lines += is_obf_comment(rest.substr(0, 1)) ? 0 : 1;
                in_line = true;
            }
        }
    }
}

constexpr std::chrono::milliseconds patience{50}; ///< between looks at a stop

} // namespace

PositionSource::PositionSource(const std::string& file, const Part& part, std::string unit)
    : file_(input_path(file)), unit_(std::move(unit)) {
    const bool is_part = part.parts > 1;
    if (file == "-") {
        piped_.emplace(std::cin);
    } else if (!is_no_ordinary_file(file_)) {
        or_throw(read_file(file_, most_file_bytes, [](std::string_view) { return false; }));
    }
    const bool once = piped_ || is_no_ordinary_file(file_);
    check_usage(!once || !is_part,
                "--part needs a file, because it counts the {} first; '{}' can be read only once",
                plural(unit_), file);
    if (!piped_) input_ = open_input(file_);
    if (is_part) {
        choose_part(part);
    } else if (!once) {
        lines_ = count_lines(file_);
    }
}

PositionSource::PositionSource(const Position& position)
    : unit_("position"),
      input_(std::make_unique<std::istringstream>(to_string(position))),
      lines_(1) {}

void PositionSource::choose_part(const Part& part) {
    std::uint64_t all = 0;
    visit_lines(file_, [&](std::string_view text) {
        any_ = true;
        all += problem_of(text) ? 1 : 0;
    });
    first_ = part.begin(all) + 1;
    last_ = part.end(all);
    to_the_end_ = part.number == part.parts;
    std::string line;
    while (id_ + 1 < first_ && read_line(*input_, line)) {
        const std::string_view text = text_of(line, ++line_);
        if (!text.empty() && problem_of(text)) ++id_;
    }
    through_ = line_;
    complete_ = id_ >= last_ && !to_the_end_;
    if (first_ <= last_ || all == 0) return;
    print_message("part {} of {} holds none of the {}", part.number, part.parts,
                  counted(all, unit_));
}

std::optional<GivenLine> PositionSource::next(const std::atomic<bool>& stop, bool wait) {
    constexpr std::size_t most_bytes = std::size_t{64} << 10; // a thread reads at once
    if (wait) bytes_ = 0;
    GivenLine line;
    if (complete_ || bytes_ > most_bytes || !take_line(line.text, stop, wait)) return std::nullopt;
    line.number = ++line_;
    bytes_ += line.text.size();
    return line;
}

bool PositionSource::take_line(std::string& line, const std::atomic<bool>& stop, bool wait) {
    if (!piped_) return !stop && read_line(*input_, line);
    for (;;) {
        const bool ended = piped_->ended(); // lines may be left
        if (auto next = piped_->next(wait ? patience : std::chrono::milliseconds(0))) {
            line = std::move(*next);
            return true;
        }
        if (ended || !wait || stop) return false;
    }
}

std::vector<GivenPosition> PositionSource::read(const std::vector<GivenLine>& lines,
                                                const std::atomic<bool>& stop) {
    std::vector<GivenPosition> positions;
    std::vector<Problematic> problems;
    std::uint64_t new_positions = 0;
    for (const GivenLine& line : lines) {
        const std::string_view text = text_of(line.text, line.number);
        if (text.empty()) continue;
        if (Parsed<Problem> problem = problem_of(text)) {
            positions.push_back({line.id, line.number, std::move(*problem)});
            if (line.id == 0) ++new_positions;
        } else {
            problems.push_back({new_positions, fmt::format("{}:{}: {}", file_, line.number,
                                                           problem.error().message)});
        }
    }
    std::unique_lock lock(mutex_);
    while (
        !counted_.wait_for(lock, patience, [&] { return lines.front().number <= through_ + 1; })) {
        if (stop) return {};
    }
    std::uint64_t id = id_;
    count(new_positions, std::move(problems));
    through_ = std::max(through_, lines.back().number);
    lock.unlock();
    counted_.notify_all();
    for (GivenPosition& position : positions)
        if (position.id == 0) position.id = ++id;
    while (!positions.empty() && positions.back().id > last_) positions.pop_back();
    return positions;
}

/// Counts what the lines behind those counted before hold, with the lock held.
void PositionSource::count(std::uint64_t positions, std::vector<Problematic> problems) {
    any_ = any_ || positions > 0 || !problems.empty();
    for (Problematic& problem : problems) {
        if (id_ + problem.positions >= last_ && !to_the_end_) break; // of another part
        ++bad_;
        problems_.push_back(std::move(problem.message));
    }
    id_ += positions;
    complete_ = id_ >= last_ && !to_the_end_;
}

void PositionSource::check_any() const {
    const std::scoped_lock lock(mutex_);
    if (!any_) fail("'{}' holds no {}", file_, plural(unit_));
}

std::optional<std::uint64_t> PositionSource::total() const noexcept {
    if (last_ != UINT64_MAX) return last_ + 1 - first_;
    if (!lines_) return std::nullopt;
    return *lines_ - std::min<std::uint64_t>(*lines_, bad_);
}

std::vector<std::string> PositionSource::take_problems() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(problems_, {});
}

} // namespace emilia
