// The server: listens, reads requests, writes answers.
//
// Invariant: a client that is slow, silent or hostile costs a connection until its time is up, and
// nobody else anything; no request ends the program. All limits are in ServerOptions.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tools/server/games.hpp"

namespace pylos::server {

/// The server cannot listen at the address and port that were asked for.
class ListenError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  /// 0 for a free one.
  std::uint16_t port = 8080;
  /// Threads that read and write, and as many that work out answers; at least 1.
  int threads = 2;
  /// Bytes of answers that are kept for the next time they are asked for.
  std::size_t cache_bytes = std::size_t{64} << 20;

  std::uint32_t header_bytes = 8 << 10;
  std::uint64_t body_bytes = 1 << 20;
  /// Bodies larger than 16 KiB that are read at once; the next one gets status 429.
  int large_bodies = 64;
  /// Bytes of answers on their way to clients; while there are more, status 429 is the answer.
  std::size_t bytes_under_way = std::size_t{64} << 20;
  int connections = 1024;
  /// From the end of one answer, or the beginning of the connection, to the end of a request.
  std::chrono::milliseconds read_time{20'000};
  /// For the whole of an answer to be taken.
  std::chrono::milliseconds write_time{30'000};
  /// After stop(), for requests under way to be finished.
  std::chrono::milliseconds stop_time{10'000};
  /// Gets a line for each request, from several threads at once; none when empty.
  std::function<void(std::string_view)> log;
};

class Server {
 public:
  /// Listens, and answers from now on. Throws ListenError, and std::system_error when the system
  /// starts no thread.
  Server(Games games, ServerOptions options);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  /// Stops and waits.
  ~Server();

  std::uint16_t port() const;
  /// As in "http://127.0.0.1:8080/".
  std::string url() const;

  /// Takes no more connections, and closes those that wait for a request. From any thread.
  void stop();
  /// Returns when stop() has been called and all requests under way are answered, or their time is
  /// up.
  void wait();

 private:
  class Listener;
  std::unique_ptr<Listener> listener_;
};

}  // namespace pylos::server
