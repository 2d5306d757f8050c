#include "protocol/commands/options/inputs.h"

#include "engine/notation/formats/pasted.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "engine/system/paths.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/options/command_options.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace emilia {
namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

bool are_same_file(const std::string& one, const std::string& other) {
    std::error_code ignored;
    return std::filesystem::equivalent(to_path(one), to_path(other), ignored);
}

} // namespace

bool looks_like_position(const std::vector<std::string>& words) {
    const std::string text = joined(words);
    if (begins_with_move(text)) return is_move_list(text);
    const auto squares = std::count_if(text.begin(), text.end(), [](char character) {
        return std::string_view("XxOo*.-").find(character) != std::string_view::npos;
    });
    if (squares >= square_count / 2 && text.find('/') == std::string::npos) return true;
    return read_pasted(text).has_value();
}

Game given_game(const std::vector<std::string>& words) {
    const std::string text = joined(words);
    auto pasted = read_pasted(text);
    if (!pasted) {
        throw UsageError("invalid {}: {}", begins_with_move(text) ? "moves" : "board",
                         pasted.error().message);
    }
    if (pasted->games.size() > 1)
        throw UsageError("there are {}; give one of them", pasted->understood);
    if (!pasted->is_plain) print_message("read as {}", pasted->understood);
    return std::move(pasted->games.front());
}

Game game_or_start(const std::vector<std::string>& words) {
    return words.empty() ? Game() : given_game(words);
}

std::string input_path(const std::string& word) {
    return word == "-" ? standard_input_path() : word;
}

std::vector<std::string> input_paths(const std::vector<std::string>& words) {
    std::vector<std::string> paths;
    for (const std::string& word : words) paths.push_back(input_path(word));
    return paths;
}

std::string output_file(const std::string& option, const std::string& word) {
    check_usage(word != "-",
                "--{0} needs a file and can't be a standard stream; a file with the name '-' is "
                "--{0} ./-",
                option);
    refuse_standard_stream(word);
    return word;
}

void refuse_standard_stream(const std::string& output) {
    for (const auto& [stream, name] :
         {std::pair(StandardStream::output, "output"), std::pair(StandardStream::error, "error")}) {
        if (!suffers_from(output, stream)) continue;
        throw UsageError("'{}' is where standard {} goes already; choose "
                         "another file",
                         output, name);
    }
}

void refuse_as_output(const std::string& output, const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs) {
        if (!are_same_file(input, output)) continue;
        const std::string both =
            input == output ? "" : fmt::format(" and '{}' are the same file, which", input);
        throw UsageError("'{}'{} cannot be both input and output; choose another output", output,
                         both);
    }
}

bool is_same_output(const std::string& one, const std::string& other) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const auto place = [&ignored](const std::string& path) {
        return fs::weakly_canonical(fs::absolute(to_path(link_target(path)), ignored), ignored);
    };
    return place(one) == place(other) || are_same_file(one, other);
}

void refuse_repeated(const std::vector<std::string>& inputs) {
    for (auto later = inputs.begin(); later != inputs.end(); ++later) {
        for (auto earlier = inputs.begin(); earlier != later; ++earlier) {
            if (!are_same_file(*earlier, *later)) continue;
            throw UsageError("'{}' and '{}' are the same file, which would count "
                             "twice; leave one out",
                             *earlier, *later);
        }
    }
}

} // namespace emilia
