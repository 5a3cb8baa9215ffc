// A server in the test's own process with small games, and a client that asks it.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <nlohmann/json.hpp>
#include <pylos/pylos.hpp>
#include <sys/socket.h>

#include "tools/server/games.hpp"
#include "tools/server/server.hpp"

namespace pylos::twin {

namespace http = boost::beast::http;

/// Children and standard, base 3, solved in memory once.
inline server::Games small_games() {
  static const v1::Solved children = v1::solve(v1::Game("children", 3));
  static const v1::Solved plus = v1::solve(v1::Game("standard+min0", 3));
  server::Games games;
  games.add(children);
  games.add(plus);
  return games;
}

inline server::ServerOptions test_options() {
  server::ServerOptions options;
  options.port = 0;
  options.threads = 2;
  return options;
}

using Reply = http::response<http::string_body>;

/// A connection; throws boost::system::system_error when the server is silent for 20 seconds or
/// closes it.
class Client {
 public:
  explicit Client(const server::Server& server) : socket_(io_) {
    socket_.connect({boost::asio::ip::make_address("127.0.0.1"), server.port()});
    timeval wait{20, 0};
    setsockopt(socket_.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
  }

  void send(std::string_view bytes) {
    boost::asio::write(socket_, boost::asio::buffer(bytes.data(), bytes.size()));
  }
  /// As send; what the server does not take any more is no fault.
  void send_what_it_takes(std::string_view bytes) {
    boost::system::error_code ignored;
    boost::asio::write(socket_, boost::asio::buffer(bytes.data(), bytes.size()), ignored);
  }
  Reply receive(bool head = false) {
    http::response_parser<http::string_body> parser;
    parser.body_limit(std::uint64_t{64} << 20);
    parser.skip(head);
    // A plain blocking read: the socket's time limit ends it.
    socket_.native_non_blocking(false);
    http::read(socket_, buffer_, parser);
    return parser.release();
  }
  /// Everything until the server closes.
  std::string drain() {
    std::string all;
    boost::system::error_code fault;
    char bytes[4096];
    while (true) {
      const std::size_t size = socket_.read_some(boost::asio::buffer(bytes), fault);
      all.append(bytes, size);
      if (fault) return all;
    }
  }
  void end_of_input() { socket_.shutdown(boost::asio::ip::tcp::socket::shutdown_send); }

  Reply ask(std::string_view target, std::string_view method = "GET", std::string_view body = "",
            std::string_view headers = "") {
    std::string text = std::string(method) + ' ' + std::string(target) + " HTTP/1.1\r\nHost: t\r\n" +
                       std::string(headers);
    if (!body.empty()) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    send(text + "\r\n" + std::string(body));
    return receive(method == "HEAD");
  }

 private:
  boost::asio::io_context io_;
  boost::asio::ip::tcp::socket socket_;
  boost::beast::flat_buffer buffer_;
};

inline Reply ask(const server::Server& server, std::string_view target,
                 std::string_view method = "GET", std::string_view body = "",
                 std::string_view headers = "") {
  return Client(server).ask(target, method, body, headers);
}

inline nlohmann::json json_of(const Reply& reply) { return nlohmann::json::parse(reply.body()); }

inline std::string field(const Reply& reply, std::string_view name) {
  const auto text = reply[boost::beast::string_view(name.data(), name.size())];
  return {text.data(), text.size()};
}

/// The code of an error object.
inline std::string code_of(const Reply& reply) {
  return json_of(reply).at("error").at("code").get<std::string>();
}

}  // namespace pylos::twin
