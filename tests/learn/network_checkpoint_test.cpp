#include "engine/base/bytes.h"
#include "engine/learn/network_checkpoint.h"
#include "engine/learn/network_fit.h"
#include "tests/catch.h"
#include "tests/learn/make_training_set.h"
#include "tests/learn/zero_tables.h"
#include "tests/protocol/temporary_file.h"
#include "tests/random_game.h"

using namespace emilia;
using namespace emilia::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

TrainingSet random_lessons(std::uint64_t seed) {
    Random random(seed);
    std::vector<Example> examples;
    for (const Board& board : positions_of_games(random, 4))
        examples.push_back({board, static_cast<float>(below(random, 41) - 20), 1, 0});
    return make_training_set(std::move(examples));
}

NetworkFitSettings settings_with(const std::string& checkpoint) {
    return {.passes = 3, .rate = 0.01F, .batch = 100, .checkpoint = checkpoint};
}

/// A path without a file, and none afterwards.
class CheckpointPath {
public:
    CheckpointPath() { std::filesystem::remove(file_.path()); }
    [[nodiscard]] std::string path() const { return file_.path(); }
    [[nodiscard]] std::string bytes() const { return file_.text(); }
    [[nodiscard]] bool exists() const { return std::filesystem::exists(file_.path()); }
    void write(const std::string& bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }

private:
    TemporaryFile file_;
};

NetworkState some_state() {
    return {random_network(1), random_network(2), random_network(3), 77};
}

const CheckpointKey some_key = {"passes 6", 11, 12};

} // namespace

TEST_CASE("a fit that was stopped anywhere and continued gives the network of one that was not") {
    const TrainingSet training = random_lessons(101);
    const auto whole = fit_network(training, training, zero_tables(), settings_with(""), {});
    REQUIRE(whole);

    const CheckpointPath checkpoint;
    NetworkFitSettings settings = settings_with(checkpoint.path());
    std::atomic<bool> stop = false;
    settings.stop = &stop;
    // It stops after each batch.
    std::vector<std::uint64_t> begun;
    bool complete = false;
    for (int fits = 0; !complete && fits < 20; ++fits) {
        stop = false;
        const NetworkProgress progress = {
            .start = [&](const NetworkStart& start) { begun.push_back(start.batches_done); },
            .within_pass = [&](int, double) { stop = true; },
        };
        settings.threads = 1 + fits % 3;
        const auto fit = fit_network(training, training, zero_tables(), settings, progress);
        REQUIRE(fit);
        complete = fit->complete;
        if (!complete) continue;
        CHECK((fit->network == whole->network));
        CHECK(fit->validation.all.root_mean_square() == whole->validation.all.root_mean_square());
    }
    CHECK(begun == std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("a fit keeps its state also within a pass, for the case that it is killed") {
    const TrainingSet training = random_lessons(102);
    const CheckpointPath checkpoint;
    NetworkFitSettings settings = settings_with(checkpoint.path());
    settings.passes = 2;
    settings.checkpoint_every = std::chrono::seconds(0);
    std::string within_pass;
    const NetworkProgress copying = {
        .within_pass =
            [&](int pass, double) {
                if (pass == 2) within_pass = checkpoint.bytes();
            },
    };
    const auto whole = fit_network(training, {}, zero_tables(), settings, copying);
    REQUIRE(whole);
    REQUIRE_FALSE(within_pass.empty());
    checkpoint.write(within_pass); // as if the fit had been killed then
    const auto continued = fit_network(training, {}, zero_tables(), settings, {});
    REQUIRE(continued);
    CHECK((continued->network == whole->network));
}

TEST_CASE("a checkpoint of another training is refused, and the error says what differs") {
    const TrainingSet training = random_lessons(104);
    const CheckpointPath checkpoint;
    NetworkFitSettings settings = settings_with(checkpoint.path());
    REQUIRE(fit_network(training, {}, zero_tables(), settings, {}));
    const std::string bytes = checkpoint.bytes();
    const auto refusal = [&](const TrainingSet& set, const Weights& tables) {
        const auto fit = fit_network(set, {}, tables, settings, {});
        REQUIRE_FALSE(fit);
        CHECK(checkpoint.bytes() == bytes);
        CHECK(fit.error().starts_with("'" + checkpoint.path() + "' belongs to a training with "));
        return fit.error();
    };
    TrainingSet other = training;
    other.examples.back().score += 1;
    CHECK_THAT(refusal(other, zero_tables()), ContainsSubstring("with other positions; remove it"));
    StoredWeights weights = zero_weights();
    weights.constants[30] = 256;
    CHECK_THAT(refusal(training, Weights(weights)),
               ContainsSubstring("with other tables; remove it"));
    settings.passes = 4;
    CHECK_THAT(refusal(training, zero_tables()),
               ContainsSubstring(
                   "with 'passes 3, rate 0.01, batch 100, decay 1.5, search weight 2, seed 1'"
                   ", not 'passes 4, rate 0.01,"));
}

TEST_CASE("what is written to a checkpoint is read back") {
    const CheckpointPath checkpoint;
    const NetworkState state = some_state();
    const auto none = read_checkpoint(checkpoint.path(), some_key);
    REQUIRE(none);
    CHECK_FALSE(none->has_value());
    REQUIRE(write_checkpoint(checkpoint.path(), some_key, state));
    CHECK(check_checkpoint(checkpoint.path(), some_key.settings));
    const auto read = read_checkpoint(checkpoint.path(), some_key);
    REQUIRE(read);
    REQUIRE(read->has_value());
    CHECK((**read == state));
}

TEST_CASE("damaged checkpoints and other files are refused") {
    const CheckpointPath checkpoint;
    REQUIRE(write_checkpoint(checkpoint.path(), some_key, some_state()));
    const std::string whole = checkpoint.bytes();
    const auto with = [&whole](std::size_t place, char letter) {
        std::string bytes = whole;
        bytes[place] = static_cast<char>(bytes[place] ^ letter);
        return bytes;
    };
    std::string short_state = whole.substr(16, whole.size() - 20);
    std::string sealed = whole.substr(0, 12);
    put(sealed, checksum(short_state));
    sealed += short_state;
    struct Case {
        std::string bytes;
        std::string complaint;
    };
    const std::vector<Case> cases = {
        {"", "is not a checkpoint"},
        {"my diary, and a long one", "is not a checkpoint"},
        {whole.substr(0, 11), "is cut off"},
        {whole.substr(0, 100), "is cut off or damaged"},
        {whole.substr(0, whole.size() - 1), "is cut off or damaged"},
        {with(12, 1), "is cut off or damaged"},
        {with(5000, 1), "is cut off or damaged"},
        {with(8, 3), "is of version 2; this program reads version 1"},
        {sealed, "belongs to a training with other patterns"},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.complaint);
        checkpoint.write(wrong.bytes);
        const auto read = read_checkpoint(checkpoint.path(), some_key);
        REQUIRE_FALSE(read);
        CHECK_THAT(read.error(),
                   ContainsSubstring("'" + checkpoint.path() + "' " + wrong.complaint));
    }
}

TEST_CASE("a checkpoint that can't be written ends the fit with an error that names it") {
    const auto fit = fit_network(random_lessons(105), {}, zero_tables(),
                                 settings_with("/no/such/folder/checkpoint"), {});
    REQUIRE_FALSE(fit);
    CHECK_THAT(fit.error(), ContainsSubstring("'/no/such/folder/checkpoint'"));
}
