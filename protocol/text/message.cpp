#include "protocol/text/message.h"

#include "engine/base/text.h"

#include <iostream>

namespace emilia {

void print_message(std::string_view message) {
    std::cerr << "emilia: " + printable(message) + '\n';
}

} // namespace emilia
