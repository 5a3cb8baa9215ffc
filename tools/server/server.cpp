#include "tools/server/server.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include "tools/server/session.hpp"

namespace pylos::server {
namespace {

namespace net = boost::asio;
using net::ip::tcp;
using Fault = boost::system::error_code;

// Connections above the limit that are told so at once; others are closed without a word.
constexpr int kMostRefusals = 64;

tcp::endpoint endpoint_of(const ServerOptions& options) {
  Fault fault;
  const net::ip::address address = net::ip::make_address(options.address, fault);
  if (fault) {
    throw ListenError("'" + options.address +
                      "' is no address to listen at; examples are 127.0.0.1 and 0.0.0.0");
  }
  return {address, options.port};
}

}  // namespace

class Server::Listener {
 public:
  Listener(Games games, ServerOptions options)
      : options_(std::move(options)),
        api_(std::move(games), ApiOptions{options_.threads, options_.cache_bytes}),
        common_{api_, options_},
        acceptor_(net::make_strand(io_)),
        again_(acceptor_.get_executor()) {
    common_.gone = [this](const Session* session) { forget(session); };
    listen();
    net::post(acceptor_.get_executor(), [this] { accept(); });
    try {
      for (int i = 0; i < std::max(options_.threads, 1); ++i) {
        threads_.emplace_back([this] { io_.run(); });
      }
    } catch (...) {
      io_.stop();
      throw;
    }
  }

  ~Listener() {
    stop();
    wait();
    io_.stop();
    threads_.clear();  // joins them
    api_.finish();
  }

  std::uint16_t port() const { return endpoint_.port(); }

  std::string url() const {
    const std::string address = endpoint_.address().to_string();
    return "http://" + (endpoint_.address().is_v6() ? '[' + address + ']' : address) + ':' +
           std::to_string(port()) + '/';
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      if (common_.stopping.exchange(true)) return;
    }
    changed_.notify_all();
    net::post(acceptor_.get_executor(), [this] {
      Fault ignored;
      acceptor_.close(ignored);
      again_.cancel();
      for (const auto& session : sessions()) session->stop();
    });
  }

  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return common_.stopping.load(); });
    changed_.wait_for(lock, options_.stop_time, [this] { return sessions_.empty(); });
  }

 private:
  void listen() {
    const tcp::endpoint wanted = endpoint_of(options_);
    try {
      acceptor_.open(wanted.protocol());
      acceptor_.set_option(tcp::acceptor::reuse_address(true));
      acceptor_.bind(wanted);
      acceptor_.listen();
      endpoint_ = acceptor_.local_endpoint();
    } catch (const boost::system::system_error& e) {
      throw ListenError("cannot listen at " + options_.address + " port " +
                        std::to_string(options_.port) + ": " + e.code().message());
    }
  }

  void accept() {
    if (!acceptor_.is_open()) return;
    acceptor_.async_accept(net::make_strand(io_), [this](Fault fault, tcp::socket socket) {
      if (common_.stopping) return;
      if (fault) return accept_later();
      try {
        take(std::move(socket));
      } catch (const std::exception&) {
        // Out of memory: this connection is lost, the next one may fare better.
      }
      accept();
    });
  }

  // The system has no descriptor left, or the like: connections that end make room.
  void accept_later() {
    again_.expires_after(std::chrono::milliseconds(50));
    again_.async_wait([this](Fault fault) {
      if (!fault) accept();
    });
  }

  void take(tcp::socket socket) {
    Fault ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    const auto session = std::make_shared<Session>(std::move(socket), common_);
    std::size_t open = 0;
    {
      const std::lock_guard lock(mutex_);
      sessions_.emplace(session.get(), session);
      open = sessions_.size();
    }
    const auto most = static_cast<std::size_t>(options_.connections);
    if (open <= most) return session->run();
    if (open <= most + kMostRefusals) session->refuse();
    // Otherwise it ends here, unanswered.
  }

  void forget(const Session* session) {
    // Under the lock, so that wait() does not return before this is done.
    const std::lock_guard lock(mutex_);
    sessions_.erase(session);
    if (sessions_.empty()) changed_.notify_all();
  }

  std::vector<std::shared_ptr<Session>> sessions() {
    std::vector<std::shared_ptr<Session>> alive;
    const std::lock_guard lock(mutex_);
    for (const auto& [key, session] : sessions_) {
      if (auto one = session.lock()) alive.push_back(std::move(one));
    }
    return alive;
  }

  const ServerOptions options_;
  tcp::endpoint endpoint_;
  std::mutex mutex_;
  std::condition_variable changed_;  // sessions_, or common_.stopping
  std::unordered_map<const Session*, std::weak_ptr<Session>> sessions_;
  Api api_;
  Common common_;
  // After all that connections use: those which are still open go with it.
  net::io_context io_;
  net::executor_work_guard<net::io_context::executor_type> guard_{io_.get_executor()};
  tcp::acceptor acceptor_;
  net::steady_timer again_;
  std::vector<std::jthread> threads_;
};

Server::Server(Games games, ServerOptions options)
    : listener_(std::make_unique<Listener>(std::move(games), std::move(options))) {}

Server::~Server() = default;

std::uint16_t Server::port() const { return listener_->port(); }
std::string Server::url() const { return listener_->url(); }
void Server::stop() { listener_->stop(); }
void Server::wait() { listener_->wait(); }

}  // namespace pylos::server
