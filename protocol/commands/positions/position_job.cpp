#include "protocol/commands/positions/position_job.h"

#include "engine/base/numbers.h"
#include "engine/system/process.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/positions/position_file.h"
#include "protocol/commands/positions/position_source.h"
#include "protocol/reports/message.h"
#include "protocol/reports/position_report.h"
#include "protocol/reports/result_json.h"
#include "protocol/reports/result_text.h"
#include "protocol/reports/terminal.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <iostream>
#include <mutex>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

std::string_view word_for(Question question) noexcept {
    switch (question) {
    case Question::evaluation: return "evaluation";
    case Question::analysis: return "analysis";
    case Question::exact: return "exact";
    case Question::outcome: return "outcome";
    }
    return "";
}

/// What the results depend on, as a JSON object.
std::string settings_text(const PositionJobSettings& settings) {
    nlohmann::ordered_json json = {{"version", program_version()},
                                   {"search", word_for(settings.question)}};
    const EngineSettings& limits = settings.limits;
    const auto add = [&json](const char* key, const auto& value) {
        if (value) json[key] = *value;
    };
    if (settings.question != Question::evaluation) {
        add("time", limits.seconds);
        add("depth", limits.depth);
        add("nodes", limits.nodes);
        add("level", limits.level);
        add("wld_at", limits.wld_at);
        add("exact_at", limits.exact_at);
        json["moves"] = settings.lines;
    }
    json["weights"] = weights_identity(settings.resources.weights_file);
    return line_of(json);
}

/// The sums over all positions of a job.
class Totals {
public:
    void add(const RecordedPosition& position, bool estimated) {
        ++positions_;
        nodes_ += position.nodes;
        if (!position.expected) return;
        const double error = std::abs(position.score - *position.expected);
        if (!estimated && error > 0) ++wrong_;
        ++known_;
        errors_ += error;
        if (!position.best_move) return;
        ++with_move_;
        best_moves_ += *position.best_move ? 1 : 0;
    }

    [[nodiscard]] std::uint64_t positions() const noexcept { return positions_; }
    [[nodiscard]] Nodes nodes() const noexcept { return nodes_; }
    [[nodiscard]] std::uint64_t wrong() const noexcept { return wrong_; }
    /// In discs; none if the input gives no scores.
    [[nodiscard]] std::optional<double> mean_error() const noexcept {
        if (known_ == 0) return std::nullopt;
        return errors_ / static_cast<double>(known_);
    }
    /// The share of positions whose best move was found.
    [[nodiscard]] std::optional<double> best_move_rate() const noexcept {
        if (with_move_ == 0) return std::nullopt;
        return static_cast<double>(best_moves_) / static_cast<double>(with_move_);
    }

private:
    std::uint64_t positions_ = 0;
    Nodes nodes_ = 0;
    std::uint64_t wrong_ = 0;
    std::uint64_t known_ = 0;
    double errors_ = 0;
    std::uint64_t with_move_ = 0;
    std::uint64_t best_moves_ = 0;
};

class PositionJob {
public:
    explicit PositionJob(const PositionJobSettings& settings)
        : settings_(settings),
          engine_(settings.resources.engine(settings.limits)),
          source_(settings.position ? PositionSource(*settings.position)
                                    : PositionSource(settings.input, settings.part, settings.unit)),
          columns_(is_terminal(StandardStream::output) ? std::optional(terminal_columns())
                                                       : std::nullopt) {
        if (!settings.output) return;
        file_.emplace(*settings.output, settings_text(settings), source_.first(), source_.last(),
                      [this](const RecordedPosition& known) { totals_.add(known, estimates()); });
        there_already_ = file_->records();
    }

    [[nodiscard]] ExitStatus run() {
        const InterruptFlag interrupt;
        skip_known(interrupt.flag());
        begin_ = Clock::now();
        const auto look = [&](Workers& workers) {
            if (interrupt.raised()) workers.stop();
            this->look();
        };
        const auto search = [this](Engine& engine, const std::vector<GivenLine>& lines,
                                   const std::atomic<bool>& stop) {
            return this->search(engine, lines, stop);
        };
        answer_many<GivenLine, Finished>(
            {.engine = engine_, .threads = threads(), .in_order = !settings_.unordered},
            [&](bool wait) { return next_line(interrupt.flag(), wait); },
            [this](std::vector<Finished>& finished) { take(finished); }, search, look);
        if (!interrupt.raised()) source_.check_any();
        this->look();
        write();
        progress_.clear();
        complaints_.finish();
        return finish(interrupt.raised());
    }

private:
    /// A position as it goes out: what the totals take, and the text.
    struct Finished {
        RecordedPosition position;
        std::string text;
    };

    [[nodiscard]] std::size_t threads() const noexcept {
        return static_cast<std::size_t>(std::max(settings_.resources.threads, 1));
    }
    /// Whether the scores are estimates, which may differ from those of the input.
    [[nodiscard]] bool estimates() const noexcept {
        return settings_.question == Question::evaluation
               || settings_.question == Question::analysis;
    }

    /// Reads the part of the input that the file has, and keeps what is missing there.
    void skip_known(const std::atomic<bool>& stop) {
        if (!file_ || file_->records() == 0) return;
        for (std::uint64_t id = 0; id < file_->greatest();) {
            auto line = source_.next(stop, true);
            if (!line) break;
            for (const GivenPosition& given : source_.read({*line}, stop)) {
                id = given.id;
                if (file_->has(id)) {
                    file_->see(id, given.problem.position);
                } else {
                    line->id = id;
                    missing_.push_back(std::move(*line));
                }
            }
        }
        if (!stop) file_->check();
        const std::string there = counted(there_already_, settings_.unit);
        if (!settings_.json) print("there already: {}\n", there);
    }

    std::optional<GivenLine> next_line(const std::atomic<bool>& stop, bool wait) {
        if (missing_.empty()) return source_.next(stop, wait);
        GivenLine line = std::move(missing_.front());
        missing_.pop_front();
        return line;
    }

    std::vector<Finished> search(Engine& engine, const std::vector<GivenLine>& lines,
                                 const std::atomic<bool>& stop) {
        return records_of(source_.read(lines, stop), stop,
                          [&](const GivenPosition& given) { return search(engine, given, stop); });
    }

    Finished search(Engine& engine, const GivenPosition& given, const std::atomic<bool>& stop) {
        const auto& [id, line, problem] = given;
        const Board& board = problem.position.board;
        PositionRecord record{.id = id,
                              .line = line,
                              .position = problem.position,
                              .expected = problem.best_discs(),
                              .result = answer(engine, board, settings_.question, settings_.lines,
                                               &stop, progress_of(id)),
                              .has_seconds = !file_};
        const auto outcome = [](int discs) { return outcome_of(Score::from_discs(discs)); };
        const bool asks_outcome = settings_.question == Question::outcome;
        if (!record.result.lines.empty()) {
            record.value = record.result.lines.front().value;
        } else {
            const Score score = Score::from_discs(board.final_score());
            record.value =
                asks_outcome ? LineValue(outcome(board.final_score()), score) : LineValue(score);
        }
        if (record.expected && record.move() != Square::none)
            record.best_move = problem.discs_of(record.move()) == record.expected;
        if (asks_outcome && record.expected) record.expected = sign(outcome(*record.expected));
        const RecordedPosition known{.score = record.value.number(),
                                     .expected = record.expected,
                                     .best_move = record.best_move,
                                     .nodes = record.result.nodes};
        return {known, text_of(record)};
    }

    SearchProgress progress_of(std::uint64_t id) {
        return {.pulse = [this, id](const SearchResult& sofar) {
            const std::scoped_lock lock(mutex_);
            latest_ = fmt::format("{} {}: {}", settings_.unit, id, progress_text(sofar));
        }};
    }

    [[nodiscard]] std::string text_of(const PositionRecord& record) const {
        if (file_) return json_beginning(record) + file_->ending();
        if (settings_.json) return json_beginning(record) + "}\n";
        if (settings_.csv) return csv_row(record);
        const bool wrong =
            !estimates() && record.expected && record.value.number() != *record.expected;
        return table_row(record, wrong ? "  WRONG" : "", columns_);
    }

    /// Takes finished positions, from one thread at a time.
    void take(std::vector<Finished>& finished) {
        const std::scoped_lock lock(mutex_);
        for (Finished& one : finished) {
            totals_.add(one.position, estimates());
            new_nodes_ += one.position.nodes;
            text_ += one.text;
            ++done_;
        }
        latest_.clear();
        // A result that comes alone is written at once, many together some times a second.
        if (Clock::now() >= last_written_ + std::chrono::milliseconds(10)) write_locked();
    }

    /// Writes what has been taken. A kill can lose only what this hasn't written.
    void write() {
        const std::scoped_lock lock(mutex_);
        write_locked();
    }

    void write_locked() {
        last_written_ = Clock::now();
        if (text_.empty()) return;
        if (file_) {
            file_->add(text_);
        } else {
            if (progress_.on_terminal()) progress_.clear();
            std::cout << heading() << text_;
            flush_output();
        }
        text_.clear();
    }

    /// Once, before the first row.
    std::string_view heading() {
        if (std::exchange(has_heading_, true) || settings_.json || file_) return "";
        return settings_.csv ? csv_heading() : table_heading();
    }

    /// Writes, shows the progress and complains of what can't be read, from time to time.
    void look() {
        const std::scoped_lock lock(mutex_);
        for (const std::string& problem : source_.take_problems()) {
            progress_.clear();
            complaints_.add(problem);
        }
        write_locked();
        if (Clock::now() < next_progress_) return;
        next_progress_ = Clock::now() + std::chrono::milliseconds(100);
        std::optional<std::uint64_t> left = source_.total();
        if (left) *left -= std::min(*left, there_already_);
        std::string text =
            job_progress_text({.total = left, .unit = settings_.unit}, done_, seconds());
        if (!latest_.empty()) text = fmt::format("{}; {}", latest_, text);
        progress_.show(text);
    }

    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - begin_).count();
    }

    [[nodiscard]] ExitStatus finish(bool interrupted) {
        const double time = seconds();
        if (settings_.json && (settings_.compares || file_)) {
            std::cout << totals_json(time, interrupted) << '\n';
        } else if (settings_.json || settings_.csv) {
            std::cerr << totals_text(time);
        } else {
            if (!file_) std::cout << heading();
            std::cout << totals_text(time);
        }
        if (interrupted) {
            const auto total = source_.total();
            print_message("interrupted after {}{}{}",
                          total ? fmt::format("{} of ", with_commas(totals_.positions())) : "",
                          counted(total ? *total : totals_.positions(), settings_.unit),
                          file_ ? "; the same command continues" : "");
            return ExitStatus::interrupted;
        }
        const bool right = !settings_.compares || totals_.wrong() == 0;
        return right && !complaints_.any() ? ExitStatus::ok : ExitStatus::failed;
    }

    [[nodiscard]] std::string totals_text(double time) const {
        std::string text = fmt::format(
            "{}, {} in {:.3f} s, {} nodes/s", counted(totals_.positions(), settings_.unit),
            counted(totals_.nodes(), "node"), time, with_commas(per_second(new_nodes_, time)));
        if (!estimates() && settings_.compares) text += fmt::format(", {} wrong", totals_.wrong());
        text += '\n';
        const auto error = totals_.mean_error();
        if (!estimates() || !error) return text;
        text += fmt::format("mean absolute error {:.2f} discs", *error);
        if (const auto rate = totals_.best_move_rate())
            text += fmt::format(", best move found {:.1f} %", 100 * *rate);
        return text + '\n';
    }

    [[nodiscard]] std::string totals_json(double time, bool interrupted) const {
        const auto rounded = [](double number, double parts) {
            return std::round(number * parts) / parts;
        };
        nlohmann::ordered_json json = {{"format", json_format},
                                       {plural(settings_.unit), totals_.positions()},
                                       {"nodes", totals_.nodes()},
                                       {"seconds", rounded(time, 1e6)}};
        if (!estimates()) json["wrong"] = totals_.wrong();
        if (const auto error = totals_.mean_error(); error && estimates())
            json["mean_absolute_error"] = rounded(*error, 100);
        if (const auto rate = totals_.best_move_rate(); rate && estimates())
            json["best_move_rate"] = rounded(*rate, 10'000);
        if (interrupted) json["interrupted"] = true;
        return line_of(json);
    }

    using Clock = std::chrono::steady_clock;

    const PositionJobSettings& settings_;
    const EngineSettings engine_; ///< for each thread
    PositionSource source_;
    const std::optional<std::size_t> columns_;
    std::optional<PositionFile> file_;
    std::uint64_t there_already_ = 0; ///< records in the file
    std::deque<GivenLine> missing_;   ///< in the file, between its records
    Complaints complaints_;
    ProgressLine progress_{std::chrono::minutes(1)};
    Clock::time_point begin_ = Clock::now();
    Clock::time_point next_progress_{};

    std::mutex mutex_; ///< guards what follows while threads work, and what is printed
    Totals totals_;
    Nodes new_nodes_ = 0;
    std::uint64_t done_ = 0;
    std::string text_;   ///< not yet written
    std::string latest_; ///< of a search that takes long
    bool has_heading_ = false;
    Clock::time_point last_written_{};
};

} // namespace

void add_position_forms(CommandOptions& options, PositionJobSettings& settings) {
    options.flag("csv", settings.csv, "print comma-separated values");
    options.flag("unordered", settings.unordered,
                 "write each result when it is there, not in the order of the input");
}

void check_positions(const CommandOptions& options, PositionJobSettings& settings) {
    options.exclude("json", "csv");
    check_usage(!settings.csv || !settings.output,
                "--output has lines of JSON, so it excludes --csv");
    if (settings.limits.depth == 0) {
        settings.question = Question::evaluation;
        for (const char* other : {"time", "nodes", "level", "wld-at", "exact-at", "top"})
            options.exclude("depth", other);
    }
}

ExitStatus run_positions(const PositionJobSettings& settings) {
    if (settings.output) {
        if (!settings.position) refuse_as_output(*settings.output, {input_path(settings.input)});
        if (settings.resources.weights_file)
            refuse_as_output(*settings.output, {*settings.resources.weights_file});
    }
    return PositionJob(settings).run();
}

} // namespace emilia
