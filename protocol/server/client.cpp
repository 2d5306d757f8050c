#include "protocol/server/client.h"

#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/system/open_file.h"
#include "engine/system/paths.h"
#include "protocol/reports/dialogue_log.h"
#include "protocol/server/connection.h"
#include "protocol/server/game_files.h"
#include "protocol/server/pacing.h"
#include "protocol/server/schedule.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace emilia::ggs {
namespace {

bool is_visible(char character) noexcept {
    return character > ' ' && character <= '~';
}

tl::expected<std::string, std::string> check(std::string_view password, std::string_view origin) {
    constexpr std::size_t longest = 100;
    if (password.empty()) return tl::unexpected(fmt::format("{} holds no password", origin));
    if (password.size() > longest || !std::all_of(password.begin(), password.end(), is_visible)) {
        return tl::unexpected(
            fmt::format("the password in {} is longer than {} characters or holds "
                        "blanks or others that are not printable ASCII",
                        origin, longest));
    }
    return std::string(password);
}

/// How long an attempt to connect may take, and how long the last lines may take to leave.
constexpr std::chrono::seconds patience_to_connect{20};
constexpr std::chrono::seconds patience_to_leave{3};
/// A connection that has lasted so long was a good one.
constexpr std::chrono::seconds lasting{60};
/// How often the client tries again to write what it couldn't, apart from each move.
constexpr std::chrono::seconds pause_between_writes{5};
/// How often the client looks for Ctrl-C and for what depends on the time.
constexpr std::chrono::milliseconds pulse{50};

class Client {
public:
    Client(const ClientSettings& settings, Engine& engine, const std::atomic<bool>& interrupted,
           std::ostream& output)
        : settings_(settings),
          interrupted_(interrupted),
          output_(output),
          log_(settings.log_file),
          files_(settings.games_file),
          logic_(settings.logic, files_.left_over()),
          backoff_(settings.seed),
          connection_(settings.host, settings.port),
          schedule_(engine, settings.ponders, [this] { connection_.wake(); }) {}

    void run() {
        connect();
        while (!leaving_) {
            step();
            const Time next = SteadyClock::now() + pulse;
            take(connection_.wait(state_ == State::pausing ? std::min(next, until_) : next));
        }
        see_off();
        const auto kept = files_.write();
        if (failure_) throw std::runtime_error(*failure_);
        if (!kept) throw std::runtime_error(kept.error());
    }

private:
    enum class State { connecting, connected, pausing };

    void connect() {
        connection_.connect();
        state_ = State::connecting;
        until_ = SteadyClock::now() + patience_to_connect;
    }

    /// What is due now, apart from the events of the connection.
    void step() {
        const Time now = SteadyClock::now();
        if (interrupted_ && !std::exchange(told_to_finish_, true)) obey(logic_.finish(now));
        if (const auto choice = schedule_.advance(now)) obey(logic_.chosen(*choice, now));
        obey(logic_.passed(now));
        if (lacks_record_ && now >= write_at_) check_record(files_.write());
        if (state_ == State::connecting && now >= until_) lose("no answer");
        if (state_ == State::pausing && now >= until_) connect();
        if (state_ == State::connected) send_lines();
    }

    void send_lines() {
        while (const auto line = outbox_.take(SteadyClock::now())) {
            log_.add("> ", line->secret ? "(the password)" : masked(line->text));
            connection_.send(line->text + '\n');
        }
    }

    void take(const ConnectionEvent& event) {
        switch (event.kind) {
        case ConnectionEvent::Kind::nothing: return;
        case ConnectionEvent::Kind::connected:
            state_ = State::connected;
            connected_at_ = SteadyClock::now();
            ever_connected_ = true;
            reader_ = {};
            tell(fmt::format("connected to {} port {}", settings_.host, settings_.port));
            return obey(logic_.connected(connected_at_));
        case ConnectionEvent::Kind::bytes: return take_bytes(event.text);
        case ConnectionEvent::Kind::lost: return lose(event.text);
        }
    }

    void take_bytes(std::string_view bytes) {
        for (const RawMessage& message : reader_.take(bytes)) {
            // At once: the server may send thousands of boards in front of a move.
            std::string text = masked(message.head.empty() ? "READY" : message.head);
            for (const std::string& line : message.body) text += "\n" + masked('|' + line);
            log_.add("< ", text);
            if (state_ == State::connected) obey(logic_.received(message, SteadyClock::now()));
        }
    }

    /// Ends the connection, if there is one, and plans the next one.
    void lose(std::string_view why) {
        if (!ever_connected_) {
            throw std::runtime_error(fmt::format("cannot connect to {} port {}: {}; check --host "
                                                 "and --port, and whether the server is up",
                                                 settings_.host, settings_.port, why));
        }
        const Time now = SteadyClock::now();
        const bool was_connected = state_ == State::connected;
        connection_.disconnect();
        outbox_.clear();
        if (was_connected && (now - connected_at_ >= lasting || logic_.progressed()))
            backoff_.reset();
        const auto pause = backoff_.next();
        state_ = State::pausing;
        until_ = now + pause;
        obey(logic_.disconnected(now));
        if (!leaving_) {
            tell(fmt::format("no connection: {}; the next attempt in {:.1f} s", why,
                             std::chrono::duration<double>(pause).count()));
        }
    }

    void obey(const Actions& actions) {
        std::optional<std::string> reconnect;
        for (const Action& action : actions) {
            if (const auto* const again = std::get_if<Reconnect>(&action)) reconnect = again->why;
            std::visit([this](const auto& what) { carry_out(what); }, action);
        }
        if (reconnect && state_ == State::connected) lose(*reconnect);
    }

    void carry_out(const Send& send) { outbox_.add(send.line); }
    void carry_out(const Think& order) { schedule_.think(order, SteadyClock::now()); }
    void carry_out(const Await& order) { schedule_.await(order); }
    void carry_out(const Forget& order) { schedule_.forget(order.game); }
    void carry_out(const Prepare& /*order*/) { schedule_.prepare(); }
    void carry_out(const Keep& order) { check_record(files_.keep(order.game, order.key)); }
    void carry_out(const KeepUnfinished& order) { check_record(files_.keep(order.game)); }
    void carry_out(const Tell& order) { tell(order.text); }
    void carry_out(const Report& order) { log_.add("? ", "not understood: " + masked(order.line)); }
    void carry_out(const Reconnect& /*order*/) {} // after the other actions
    void carry_out(const Leave& order) {
        leaving_ = true;
        failure_ = order.failure;
        if (failure_) outbox_.clear();
    }

    /// A game is worth more than its record, so it continues.
    void check_record(const tl::expected<void, std::string>& kept) {
        const bool told = std::exchange(lacks_record_, !kept);
        write_at_ = SteadyClock::now() + pause_between_writes;
        if (kept || told) return;
        tell(fmt::format("{}; the client plays on and tries it again", kept.error()));
    }

    /// Lets the last lines leave.
    void see_off() {
        const Time end = SteadyClock::now() + patience_to_leave;
        while (state_ == State::connected && SteadyClock::now() < end) {
            send_lines();
            if (outbox_.empty() && connection_.sent_all()) break;
            const auto event = connection_.wait(SteadyClock::now() + pulse);
            if (event.kind == ConnectionEvent::Kind::lost) break;
        }
        if (!failure_) tell("left the server");
    }

    void tell(std::string_view text) {
        const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
        output_ << fmt::format("{:%T} {}\n", fmt::localtime(now), masked(text)) << std::flush;
    }

    /// A text from the server, without what it must not do to a terminal, nor tell.
    [[nodiscard]] std::string masked(std::string_view text) const {
        std::string safe(text);
        const std::string& password = settings_.logic.password;
        for (std::size_t at = safe.find(password); at != std::string::npos;
             at = safe.find(password, at)) {
            constexpr std::string_view mask = "***";
            safe.replace(at, password.size(), mask);
            at += mask.size();
        }
        return printable(safe);
    }

    const ClientSettings& settings_;
    const std::atomic<bool>& interrupted_;
    std::ostream& output_;
    DialogueLog log_;
    GameFiles files_;
    ClientLogic logic_;
    Backoff backoff_;
    Outbox outbox_;
    MessageReader reader_;
    Connection connection_;
    State state_ = State::connecting;
    Time until_; ///< the end of the attempt to connect, or of the pause
    Time connected_at_;
    bool ever_connected_ = false;
    bool told_to_finish_ = false;
    bool leaving_ = false;
    bool lacks_record_ = false; ///< and the user knows it
    Time write_at_;             ///< then it tries again to write the records
    std::optional<std::string> failure_;
    Schedule schedule_; ///< last, because its thread wakes the connection
};

} // namespace

tl::expected<std::string, std::string> read_password(const std::optional<std::string>& file) {
    if (!file) {
        const auto password = environment(password_variable);
        if (password) return check(*password, password_variable);
        return tl::unexpected(
            fmt::format("a password is needed: write it into a file that only you "
                        "may read and name it with --password-file, or set the "
                        "environment variable {}",
                        password_variable));
    }
    if (others_may_read(*file)) {
        return tl::unexpected(
            fmt::format("others may read the password in '{0}'; keep them out with: "
                        "chmod 600 '{0}'",
                        *file));
    }
    constexpr std::size_t most_bytes = 4096;
    const auto text = read_file(*file, most_bytes);
    if (!text) return tl::unexpected(text.error());
    std::string_view line = std::string_view(*text).substr(0, text->find('\n'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return check(line, fmt::format("'{}'", *file));
}

std::optional<std::string> why_no_user(std::string_view name) {
    constexpr std::size_t shortest = 2;
    constexpr std::size_t longest = 8;
    const bool right = name.size() >= shortest && name.size() <= longest && name.front() != '.'
                       && name.front() != '_' && std::all_of(name.begin(), name.end(), is_visible)
                       && name.find_first_of(",\\") == std::string_view::npos;
    if (right) return std::nullopt;
    return fmt::format(
        "{} is no name of a user: those have 2 to 8 characters, do not begin with '.' "
        "or '_', and hold no blanks, commas or backslashes",
        in_quotes(name));
}

void play_on_server(const ClientSettings& settings, Engine& engine,
                    const std::atomic<bool>& interrupted, std::ostream& output) {
    Client(settings, engine, interrupted, output).run();
}

} // namespace emilia::ggs
