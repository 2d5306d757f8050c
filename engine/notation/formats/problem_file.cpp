#include "engine/notation/formats/problem_file.h"

#include "engine/base/read_file.h"
#include "engine/base/text.h"

#include <sstream>

#include <fmt/format.h>

namespace emilia {

tl::expected<ProblemFile, std::string> read_problems(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return tl::unexpected(text.error());
    ProblemFile file;
    std::istringstream lines(std::string(without_byte_order_mark(*text)));
    std::string line;
    int id = 0;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (is_obf_comment(line)) continue;
        ++id;
        if (auto problem = parse_obf(line)) {
            file.problems.push_back({id, std::move(*problem)});
        } else {
            file.bad_lines.push_back(
                fmt::format("{}:{}: {}", path, number, problem.error().message));
        }
    }
    if (id == 0) return tl::unexpected(fmt::format("'{}' holds no problems", path));
    return file;
}

} // namespace emilia
