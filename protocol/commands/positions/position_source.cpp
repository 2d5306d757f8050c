#include "protocol/commands/positions/position_source.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <chrono>
#include <iostream>
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
        lines_ = 0;
        visit_lines(file_, [this](std::string_view) { ++*lines_; });
    }
}

PositionSource::PositionSource(const Position& position)
    : unit_("position"), single_(Problem{position, {}}), lines_(1) {}

void PositionSource::choose_part(const Part& part) {
    std::uint64_t all = 0;
    visit_lines(file_, [&all](std::string_view text) { all += problem_of(text) ? 1 : 0; });
    first_ = part.begin(all) + 1;
    last_ = part.end(all);
    to_the_end_ = part.number == part.parts;
    if (first_ <= last_ || all == 0) return;
    print_message("part {} of {} holds none of the {}", part.number, part.parts,
                  counted(all, unit_));
}

std::optional<GivenPosition> PositionSource::next(const std::atomic<bool>& stop, bool wait) {
    if (single_) return GivenPosition{++id_, ++line_, *std::exchange(single_, std::nullopt)};
    std::string line;
    while ((id_ < last_ || to_the_end_ || !any_) && read(line, stop, wait)) {
        ++line_;
        const std::string_view text = text_of(line, line_);
        if (text.empty()) continue;
        any_ = true;
        Parsed<Problem> problem = problem_of(text);
        if (problem && ++id_ >= first_ && id_ <= last_)
            return GivenPosition{id_, line_, std::move(*problem)};
        if (problem || id_ + 1 < first_ || (id_ >= last_ && !to_the_end_)) continue;
        ++bad_;
        const std::scoped_lock lock(mutex_);
        problems_.push_back(fmt::format("{}:{}: {}", file_, line_, problem.error().message));
    }
    if (!any_ && id_ == 0 && wait && !stop) fail("'{}' holds no {}", file_, plural(unit_));
    return std::nullopt;
}

bool PositionSource::read(std::string& line, const std::atomic<bool>& stop, bool wait) {
    if (!piped_) return input_ && read_line(*input_, line);
    constexpr std::chrono::milliseconds patience{50};
    for (;;) {
        const bool ended = piped_->ended(); // lines may be left
        if (auto next = piped_->next(wait ? patience : std::chrono::milliseconds(0))) {
            line = std::move(*next);
            return true;
        }
        if (ended || !wait || stop) return false;
    }
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
