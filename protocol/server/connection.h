#pragma once

// A TCP connection to the server. This is the only part of the client that knows sockets; they come
// from Boost.Asio, which has them for every system.

#include "protocol/server/pacing.h"

#include <memory>
#include <string>
#include <string_view>

namespace emilia::ggs {

struct ConnectionEvent {
    enum class Kind {
        nothing, ///< the time is up, or `wake` was called
        connected,
        bytes, ///< `text` has come
        lost,  ///< the connection is over, or there was none; `text` says why
    };
    Kind kind = Kind::nothing;
    std::string text{};
};

/// Only the thread that owns the object may call its functions, with the exception of `wake`.
class Connection {
public:
    Connection(std::string host, std::string port);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Begins to connect, after `disconnect` if need be. The event `connected` or `lost` follows.
    void connect();
    /// No event of this connection comes any more.
    void disconnect() noexcept;

    /// Sends bytes once those before have left. Does nothing without a connection.
    void send(std::string_view bytes);
    /// Whether everything has been handed to the system.
    [[nodiscard]] bool sent_all() const noexcept;

    /// Waits for the next event, at most until `end`.
    [[nodiscard]] ConnectionEvent wait(Time end);
    /// Ends the wait of the owner's thread. Any thread may call this.
    void wake();

private:
    struct Network;
    const std::unique_ptr<Network> network_;
};

} // namespace emilia::ggs
