#include "engine/notation/formats/wthor.h"
#include "tests/fuzz/fuzz.h"

using namespace emilia;

namespace {

/// Demands that a name is UTF-8 of characters that Latin-1 has.
void check_name(std::string_view name) {
    for (std::size_t at = 0; at < name.size(); ++at) {
        const auto lead = static_cast<unsigned char>(name[at]);
        if (lead < 0x80) continue;
        fuzz::demand(lead == 0xc2 || lead == 0xc3, "a name is UTF-8");
        fuzz::demand(++at < name.size() && (static_cast<unsigned char>(name[at]) & 0xc0) == 0x80,
                     "a name is UTF-8 to its end");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes = fuzz::as_text(data, size);
    for (const WthorNameKind kind : {WthorNameKind::players, WthorNameKind::tournaments}) {
        const auto names = parse_wthor_names(bytes, kind);
        if (!names) {
            fuzz::check_error(names.error(), bytes);
            continue;
        }
        fuzz::demand(to_wthor_names(*names) == bytes, "names are written as they were read");
        for (std::size_t i = 0; i < names->bytes.size(); ++i) check_name(names->name(i));
        fuzz::demand(names->name(names->bytes.size()).empty(),
                     "a number behind the last one has no name");
    }
    if (const auto kind = wthor_name_kind(bytes))
        fuzz::demand(parse_wthor_names(bytes, *kind).has_value(), "a recognised file can be read");
    return 0;
}
