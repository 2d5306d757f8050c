#include "protocol/commands/learning/position_output.h"

#include "engine/base/numbers.h"
#include "protocol/reports/message.h"

#include <fmt/format.h>

namespace emilia {

PositionWriter open_positions(const std::string& path, std::string_view settings) {
    auto writer = or_throw(PositionWriter::open(path, settings));
    if (writer.bytes_cut_off() > 0) {
        print_message(fmt::format("removed an unfinished game, {1}, from the end of '{0}'", path,
                                  counted(writer.bytes_cut_off(), "byte")));
    }
    if (writer.lacks_settings()) {
        print_message(fmt::format("'{}' comes from an earlier version and does not say its "
                                  "settings; it is continued with '{}'",
                                  path, settings));
    }
    return writer;
}

} // namespace emilia
