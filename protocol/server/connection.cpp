#include "protocol/server/connection.h"

#include <array>
#include <deque>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

namespace emilia::ggs {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using Error = boost::system::error_code;

namespace {

/// One attempt to connect, and the connection that it makes. The handlers of an operation hold it
/// until the operation ends, even if it is no longer the current one.
struct Link {
    explicit Link(asio::io_context& context) : resolver(context), socket(context) {}

    Tcp::resolver resolver;
    Tcp::socket socket;
    std::array<char, 8192> received{};
    std::deque<std::string> outgoing; ///< the first one is on its way
};

} // namespace

struct Connection::Network {
    Network(std::string server, std::string service)
        : host(std::move(server)), port(std::move(service)) {}

    const std::string host;
    const std::string port;
    asio::io_context context{1};
    asio::executor_work_guard<asio::io_context::executor_type> work = make_work_guard(context);
    std::shared_ptr<Link> link; ///< null: disconnected
    std::deque<ConnectionEvent> events;
    bool connected = false;
    bool reading = false;

    void resolve() {
        link->resolver.async_resolve(
            host, port,
            [this, of = link](const Error& error, const Tcp::resolver::results_type& found) {
                if (of != link) return;
                if (error) return lose(error);
                connect_to(found);
            });
    }

    void connect_to(const Tcp::resolver::results_type& found) {
        asio::async_connect(link->socket, found,
                            [this, of = link](const Error& error, const Tcp::endpoint& /*where*/) {
                                if (of != link) return;
                                if (error) return lose(error);
                                Error ignored;
                                // A move is a few bytes and must not wait for more.
                                of->socket.set_option(Tcp::no_delay(true), ignored);
                                connected = true;
                                events.push_back({ConnectionEvent::Kind::connected});
                            });
    }

    /// Reads on only when the owner has taken what came before, so that a flood can't fill the
    /// memory.
    void read() {
        if (!connected || reading || !events.empty()) return;
        reading = true;
        link->socket.async_read_some(
            asio::buffer(link->received), [this, of = link](const Error& error, std::size_t size) {
                if (of != link) return;
                reading = false;
                if (error) return lose(error);
                events.push_back({ConnectionEvent::Kind::bytes, {of->received.data(), size}});
            });
    }

    void write() {
        asio::async_write(link->socket, asio::buffer(link->outgoing.front()),
                          [this, of = link](const Error& error, std::size_t /*size*/) {
                              if (of != link) return;
                              if (error) return lose(error);
                              of->outgoing.pop_front();
                              if (!of->outgoing.empty()) write();
                          });
    }

    void lose(const Error& error) {
        drop();
        const bool closed = error == asio::error::eof;
        events.push_back({ConnectionEvent::Kind::lost,
                          closed ? "the server has closed the connection" : error.message()});
    }

    void drop() noexcept {
        if (!link) return;
        Error ignored;
        link->resolver.cancel();
        link->socket.close(ignored);
        link.reset();
        connected = reading = false;
    }
};

Connection::Connection(std::string host, std::string port)
    : network_(std::make_unique<Network>(std::move(host), std::move(port))) {}

Connection::~Connection() {
    network_->drop();
}

void Connection::connect() {
    disconnect();
    network_->link = std::make_shared<Link>(network_->context);
    network_->resolve();
}

void Connection::disconnect() noexcept {
    network_->drop();
    network_->events.clear();
}

void Connection::send(std::string_view bytes) {
    if (!network_->connected) return;
    auto& outgoing = network_->link->outgoing;
    outgoing.emplace_back(bytes);
    if (outgoing.size() == 1) network_->write();
}

bool Connection::sent_all() const noexcept {
    return !network_->connected || network_->link->outgoing.empty();
}

ConnectionEvent Connection::wait(Time end) {
    Network& network = *network_;
    network.read();
    if (network.events.empty()) network.context.run_one_until(end);
    network.context.poll();
    if (network.events.empty()) return {};
    ConnectionEvent event = std::move(network.events.front());
    network.events.pop_front();
    return event;
}

void Connection::wake() {
    asio::post(network_->context, [] {});
}

} // namespace emilia::ggs
