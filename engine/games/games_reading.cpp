#include "engine/games/games_reading.h"

#include <utility>

namespace emilia {

GamesReading::GamesReading(IndexedGames& games, Count count)
    : games_(games),
      count_(std::move(count)),
      reader_([this](Parsed<Game> game) { take(std::move(game)); },
              [this](const std::string& problem) { games_.problems.push_back(problem); },
              [this](const std::string& note) { games_.notes.push_back(note); }) {}

void GamesReading::read(const std::string& path) {
    number_ = 0;
    if (const auto done = reader_.read(path); !done) games_.problems.push_back(done.error());
    ++file_;
}

void GamesReading::read(const std::string& name, std::string bytes, const WthorNameBook& names) {
    number_ = 0;
    reader_.read_bytes(name, std::move(bytes), names);
    ++file_;
}

void GamesReading::take(Parsed<Game> game) {
    ++number_;
    if (!game) return games_.problems.push_back(std::move(game.error().message));
    games_.base.add(*game, file_, number_);
    if (count_) count_(games_.base.size());
}

} // namespace emilia
