#include "protocol/commands/options/player_options.h"

#include "engine/base/text.h"
#include "engine/classic/players.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/names.h"

#include <algorithm>
#include <string>

namespace emilia {
namespace {

namespace po = boost::program_options;

const classic::PlayerKind& named_player(const std::string& name) {
    if (const auto* const kind = classic::find_player(name)) return *kind;
    const std::string similar = did_you_mean_name_of(name, classic::player_kinds());
    throw UsageError(
        fmt::format("there is no player {}{}", in_quotes(name),
                    similar.empty() ? ", only " + names_of(classic::player_kinds()) : similar));
}

classic::Method named_method(const std::string& name) {
    const auto methods = classic::methods();
    const auto found = std::find_if(methods.begin(), methods.end(),
                                    [&name](const auto& method) { return method.name == name; });
    if (found != methods.end()) return found->method;
    throw UsageError(
        fmt::format("--search is one of {}, not {}", names_of(methods), in_quotes(name)));
}

} // namespace

po::options_description player_options() {
    po::options_description options("Players of the literature (emilia literature players)");
    auto add = options.add_options();
    add("player", one_of(choices_from(classic::player_kinds()))->value_name("NAME"),
        fmt::format(
            "this player chooses the moves, limited by --depth and --time; hints are Emilia's. "
            "Players: {}",
            names_of(classic::player_kinds()))
            .c_str());
    add("search", one_of(choices_from(classic::methods()))->value_name("KIND"),
        fmt::format(
            "how this player searches: {}; all but minimax are alpha-beta with this move order",
            names_of(classic::methods()))
            .c_str());
    return options;
}

std::optional<PlayerChoice> player_choice(const ParsedOptions& options) {
    const auto name = options.get<std::string>("player");
    const auto search = options.get<std::string>("search");
    if (!name) {
        if (search) throw UsageError("--search needs --player");
        return std::nullopt;
    }
    const classic::PlayerKind& kind = named_player(*name);
    classic::PlayerSettings settings;
    settings.plies = options.get<int>("depth"); // engine_settings has checked its range
    if (search) settings.method = named_method(*search);
    if (kind.plies == 0 && (settings.plies || settings.method)) {
        throw UsageError(fmt::format("the player {} does not search to a fixed depth; leave out "
                                     "--depth and --search",
                                     kind.name));
    }
    if (options.get<bool>("ponder").value_or(false)) {
        throw UsageError("players of the literature do not think ahead; leave out --ponder");
    }
    if (options.has("nodes")) {
        throw UsageError("players of the literature have no limit of nodes; use --depth or --time");
    }
    settings.seed = chosen_seed(options);
    return PlayerChoice{&kind, settings};
}

std::unique_ptr<Player> chosen_player(const ParsedOptions& options) {
    const auto choice = player_choice(options);
    return choice ? choice->kind->make(*choice->kind, choice->settings) : nullptr;
}

} // namespace emilia
