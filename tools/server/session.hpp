// One connection: reads a request, asks the Api, writes the answer, and again.
//
// Invariant: everything happens on the connection's own strand, so no two of its steps run at once.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/string_body.hpp>

#include "tools/server/api.hpp"
#include "tools/server/server.hpp"

namespace pylos::server {

class Session;

/// What all connections of a server share.
struct Common {
  Api& api;
  const ServerOptions& options;
  std::atomic<int> large_bodies = 0;
  std::atomic<std::size_t> bytes_under_way = 0;
  std::atomic<bool> stopping = false;
  /// Is told when a connection is gone.
  std::function<void(const Session*)> gone = {};
};

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(boost::asio::ip::tcp::socket socket, Common& common);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  /// Serves the connection until it ends.
  void run();
  /// Says that there are too many connections, and ends.
  void refuse();
  /// Ends the connection now if it waits for a request, else after the answer.
  void stop();

 private:
  using Request = boost::beast::http::request_parser<boost::beast::http::string_body>;
  using Response =
      boost::beast::http::response<boost::beast::http::span_body<const char>>;
  using Fault = boost::beast::error_code;

  void read();
  void on_header(Fault fault);
  void read_body();
  void on_request(Fault fault);
  void on_read_fault(Fault fault);
  void refuse_request(const Refused& refused);
  void write(AnswerPtr answer);
  void on_written(Fault fault);
  void give_back();
  void linger();
  void log_line(std::size_t bytes, double seconds);

  boost::beast::tcp_stream stream_;
  Common& common_;
  boost::beast::flat_buffer buffer_;
  std::optional<Request> request_;
  std::optional<Response> response_;
  AnswerPtr answer_;           // what response_ points into
  std::string etag_asked_;     // If-None-Match
  std::string request_line_;   // method and target, for the log
  bool head_ = false;          // the request was HEAD
  bool keep_open_ = false;     // for another request
  bool waiting_ = false;       // for a request
  bool large_body_ = false;    // holds one of Common::large_bodies
  std::size_t under_way_ = 0;  // its part of Common::bytes_under_way
  std::chrono::steady_clock::time_point asked_at_;
};

}  // namespace pylos::server
