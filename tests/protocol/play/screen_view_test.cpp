#include "protocol/play/screen_view.h"
#include "tests/catch.h"
#include "tests/protocol/play/quick_session.h"

#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <utility>

using namespace emilia;
using namespace emilia::testing;
using namespace std::chrono_literals;

namespace {

/// A screen whose keys are pressed by a function of the text that is shown.
class ReadScreen : public Screen {
public:
    explicit ReadScreen(std::function<Key::Kind(const std::string&)> press)
        : press_(std::move(press)) {}

    [[nodiscard]] int rows() const override { return 24; }
    [[nodiscard]] int columns() const override { return 80; }
    [[nodiscard]] bool has_colors() const override { return false; }
    [[nodiscard]] bool has_unicode() const override { return false; }
    void clear() override { text_.clear(); }
    void put(int, int, std::string_view text, Style, Emphasis) override {
        text_ += text;
        text_ += '\n';
    }
    void place_cursor(int, int) override {}
    void show() override {}
    void redraw() override {}
    [[nodiscard]] Key read_key(int) override {
        std::this_thread::sleep_for(1ms);
        return {.kind = press_(text_)};
    }

private:
    std::function<Key::Kind(const std::string&)> press_;
    std::string text_;
};

} // namespace

TEST_CASE("a game and its clocks go on while a page is read") {
    PlaySettings settings = quick();
    settings.game.time = TimeControl{.seconds = 0.05};
    PlaySession session(std::move(settings));
    const auto end = std::chrono::steady_clock::now() + 60s;
    bool asked = false;
    std::string at_the_end;
    ReadScreen screen([&](const std::string& shown) {
        if (!std::exchange(asked, true)) return Key::Kind::help;
        if (!session.table().is_over() && std::chrono::steady_clock::now() < end)
            return Key::Kind::none;
        if (at_the_end.empty()) at_the_end = shown;
        return Key::Kind::closed;
    });
    const std::atomic<bool> interrupt = false;
    ScreenView(session, screen, true, interrupt).run();
    CHECK(at_the_end.find("Enter goes back") != std::string::npos);
    CHECK(session.table().result_text() == "White wins on time.");
}

TEST_CASE("a finished game is shown with the names of those who played it") {
    PlaySettings settings = quick("e6f4e3f6g5d6e7f5c5");
    settings.game.black_name = "Cerf";
    PlaySession session(std::move(settings));
    std::string picture;
    ReadScreen screen([&picture](const std::string& shown) {
        picture = shown;
        return Key::Kind::closed;
    });
    const std::atomic<bool> interrupt = false;
    ScreenView(session, screen, true, interrupt).run();
    CHECK(picture.find("\nCerf\n") != std::string::npos);
    CHECK(picture.find("\nwhite\n") != std::string::npos); // the file names nobody
    CHECK(picture.find("\nPlayer\n") == std::string::npos);
}
