#pragma once

// Cuts what the server sends into messages. Bytes arrive in pieces of any size: half a line, or
// several messages at once.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace emilia::ggs {

/// A message as it is on the wire, without the line `READY` that ends it.
struct RawMessage {
    std::string head;                ///< the first line; never blank
    std::vector<std::string> body{}; ///< the lines behind it, without the `|` that they begin with
};

class MessageReader {
public:
    /// Longer lines lose their end, and longer messages their last lines. Nothing that the client
    /// understands comes near these limits.
    static constexpr std::size_t longest_line = 4096;
    static constexpr std::size_t most_lines = 256;

    /// Returns the messages that `bytes` complete. A prompt of the login, which may lack a line
    /// end, is complete as soon as its text is.
    [[nodiscard]] std::vector<RawMessage> take(std::string_view bytes);

private:
    void take_line(std::vector<RawMessage>& complete);
    void finish_message(std::vector<RawMessage>& complete);

    std::string line_;   ///< without its end so far
    RawMessage message_; ///< a blank head: none has begun
};

/// Whether a line asks for the name of the user, or for the password.
[[nodiscard]] bool asks_for_login(std::string_view line) noexcept;
[[nodiscard]] bool asks_for_password(std::string_view line) noexcept;

} // namespace emilia::ggs
