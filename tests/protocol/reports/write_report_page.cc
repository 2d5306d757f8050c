// Reads the JSON of an analyzed game and writes its page: `emilia_report_page <game.json
// >page.html`.

#include "protocol/reports/html_page.h"

#include <iostream>

#include <nlohmann/json.hpp>

int main() {
    std::cout << emilia::html_page(emilia::report_parts(), nlohmann::ordered_json::parse(std::cin));
}
