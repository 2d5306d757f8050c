#pragma once

// A person's game from the first move to the last, as the views show it: it carries out commands,
// lets the opponent think in a thread of its own, and keeps an unfinished game on disk. A view
// calls `execute` for what the person types, and `advance` again and again.

#include "engine/classic/players.h"
#include "engine/play/adaptive_level.h"
#include "engine/play/move_chooser.h"
#include "engine/play/runner.h"
#include "protocol/play/coach.h"
#include "protocol/play/personal_game.h"
#include "protocol/play/play_command.h"
#include "protocol/play/saved_games.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace emilia {

struct PlaySettings {
    EngineSettings engine{};          ///< its level is the opponent's
    Opponent opponent{};              ///< its level is set in `engine`, too, if it has one
    classic::PlayerSettings player{}; ///< of an opponent from the literature
    std::optional<double> seconds{};  ///< this player's limit for a move
    Color person = Color::black;
    std::string person_name = "Player"; ///< in saved games
    bool evaluation = false;
    bool comments = false;
    /// Where an opponent begins whose level adapts to the person; none: its level stays.
    std::optional<AdaptiveLevel> adaptive{};
    Game game{};         ///< at the start; its `time` is the clock of new games, too
    bool resume = false; ///< begins with the game that was not finished
    /// Which of these are kept if it begins with a game that was saved with others.
    bool person_chosen = false;
    bool opponent_chosen = false;
    bool clock_chosen = false;
    std::string date{}; ///< of saved games
    /// Where unfinished games and the adaptive level are kept; none: nowhere.
    std::optional<std::filesystem::path> folder{};
    /// The time that the clocks of the game go by.
    std::function<PersonalGame::Moment()> now = std::chrono::steady_clock::now;
};

/// What a view shows once.
struct PlayMessage {
    enum class Kind {
        move,  ///< the opponent's, which leads to the current position
        note,  ///< a sentence about it
        error, ///< what is wrong with a command; it has changed nothing
        page,  ///< several lines
        board, ///< a view that does not show the board all the time draws it
    };
    Kind kind;
    std::string text;
};

class PlaySession {
public:
    /// Throws std::runtime_error if it is to resume a game and there is none.
    explicit PlaySession(PlaySettings settings);

    void execute(const PlayCommand& command);
    /// Parses a line and executes it; a blank line does nothing.
    void execute_line(std::string_view line);

    /// Takes what a search has found and begins what comes next, at most one move at a time. Never
    /// waits. Throws what a search has thrown.
    void advance();
    /// Whether a search runs or `advance` has something to begin: the person need not do anything.
    [[nodiscard]] bool is_busy() const;
    /// For a view that takes no line while the session is busy: waits for the running search, but
    /// no longer than `time`. The person can't move then, so an evaluation takes nothing from the
    /// person's clock.
    void wait(std::chrono::milliseconds time);

    /// Ends the running search without its result. Throws what it has thrown.
    void stop_search();

    [[nodiscard]] bool has_quit() const noexcept { return quit_; }
    [[nodiscard]] const PersonalGame& table() const noexcept { return table_; }
    [[nodiscard]] std::string opponent_name() const { return settings_.opponent.name(); }

    /// What the person is to do, or what Emilia does: `Emilia is thinking`.
    [[nodiscard]] std::string status() const;
    /// Who is ahead in the current position; empty if that is not known or not wanted.
    [[nodiscard]] const std::string& evaluation() const noexcept { return evaluation_; }

    /// The messages since the last call.
    [[nodiscard]] std::vector<PlayMessage> take_messages();

    /// The last words when the program ends: where an unfinished game is kept; empty without one.
    [[nodiscard]] std::string farewell() const;

private:
    using Moment = PersonalGame::Moment;
    enum class Task { none, choose, comment, evaluate, hint, analyze };

    void note(std::string text);
    void complain(std::string text);

    void seat_opponent(const Opponent& opponent);
    void sign_record();
    void forget_limits_of_player() noexcept;
    void change_opponent(const Opponent& opponent);
    /// Says whom the person plays against: `You play against Emilia (level 5). It plays like …`
    void introduce_opponent(std::string_view verb);
    void make_adaptive(bool on);
    /// Chooses the opponent's level for the next game by the result of one that has just ended.
    void adapt_level();
    void keep_level(const AdaptiveLevel& level);
    void begin(Game game);
    void adopt(Game game);
    void play(Square square, std::optional<double> evaluation, std::optional<double> seconds);
    void keep();
    void announce_turn();
    void announce_opening();
    /// Whether the side to move has no time left at `moment`, which ends the game.
    bool end_on_time(Moment moment);

    void move(Square square);
    void undo();
    void redo();
    void switch_sides();
    void new_game();
    void resume();
    void save(const std::string& path);
    void load(const std::string& path);
    void ask_for_hint(int moves);
    void ask_for_analysis();

    [[nodiscard]] Moment now() const { return settings_.now(); }
    /// Starts `work`; `advance` calls `found` when it has ended.
    void start(Task task, Runner::Work work, std::function<void()> found);
    void choose();
    void comment();
    void evaluate();

    PlaySettings settings_;
    std::optional<TimeControl> clock_; ///< of new games
    Engine engine_;
    Coach coach_;
    std::unique_ptr<MoveChooser> chooser_;
    std::optional<GameKeeper> keeper_;
    std::optional<AdaptiveLevel> next_level_; ///< of the next game; none until this one has ended
    PersonalGame table_;
    std::vector<PlayMessage> messages_;
    std::string saved_as_;   ///< the file that the person has saved this game in
    std::string evaluation_; ///< of the current position
    bool evaluated_ = false; ///< so that a position is evaluated once
    bool announced_end_ = false;
    bool cannot_keep_ = false; ///< already told
    bool quit_ = false;
    std::optional<std::pair<Position, Square>> to_comment_; ///< the person's last move
    Task task_ = Task::none;
    std::function<void()> found_;           ///< of the running search
    std::atomic<std::size_t> analyzed_ = 0; ///< moves of the running analysis
    Runner runner_; ///< declared last, because its search uses what is above
};

} // namespace emilia
