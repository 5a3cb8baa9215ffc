// The server lasts: limits, slow and silent clients, damaged files, hostile requests, a stop.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/temporary_folder.hpp"
#include "tests/tools/command/run.hpp"
#include "tests/tools/server/client.hpp"

namespace pylos::twin {
namespace {

using namespace std::chrono_literals;
constexpr std::string_view kAsk = "GET /healthz HTTP/1.1\r\nHost: t\r\n\r\n";
constexpr std::string_view kEmpty = "/api/v1/children/position?p=........._l";

void expect_alive(const server::Server& server) {
  EXPECT_EQ(ask(server, kEmpty).result_int(), 200U);
}

TEST(Limits, OfTheHeader) {
  const server::Server server(small_games(), test_options());
  EXPECT_EQ(ask(server, kEmpty, "GET", "", "X: " + std::string(7000, 'x') + "\r\n").result_int(),
            200U);
  const Reply reply = ask(server, kEmpty, "GET", "", "X: " + std::string(9000, 'x') + "\r\n");
  EXPECT_EQ(reply.result_int(), 431U);
  EXPECT_EQ(code_of(reply), "header_too_large");
  expect_alive(server);
}

TEST(Limits, OfTheBody) {
  const server::Server server(small_games(), test_options());
  const std::string fits = "[" + std::string((1 << 20) - 2, ' ') + "]";
  EXPECT_EQ(ask(server, "/api/v1/children/positions", "POST", fits).body(), "[]");
  Client client(server);
  client.send("POST /api/v1/children/positions HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n");
  client.send_what_it_takes(std::string(100'000, ' '));
  const Reply reply = client.receive();
  EXPECT_EQ(reply.result_int(), 413U);
  EXPECT_EQ(code_of(reply), "body_too_large");

  Client chunks(server);
  chunks.send("POST /api/v1/children/positions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 20; ++i) {
    chunks.send_what_it_takes("10000\r\n" + std::string(0x10000, ' ') + "\r\n");
  }
  EXPECT_EQ(chunks.receive().result_int(), 413U);
  Client asks(server);
  asks.send("GET / HTTP/1.1\r\nContent-Length: 900000\r\n\r\n");
  EXPECT_EQ(asks.receive().result_int(), 413U);
  expect_alive(server);
}

TEST(Limits, AClientIsToldToSendItsBody) {
  const server::Server server(small_games(), test_options());
  Client client(server);
  client.send(
      "POST /api/v1/children/positions HTTP/1.1\r\nExpect: 100-continue\r\n"
      "Content-Length: 2\r\n\r\n");
  EXPECT_EQ(client.receive(true).result_int(), 100U);
  client.send("[]");
  EXPECT_EQ(client.receive().body(), "[]");
}

TEST(Limits, OfConnections) {
  server::ServerOptions options = test_options();
  options.connections = 8;
  const server::Server server(small_games(), options);
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 8; ++i) {
    clients.push_back(std::make_unique<Client>(server));
    EXPECT_EQ(clients.back()->ask("/healthz").result_int(), 200U);
  }
  const Reply reply = ask(server, "/healthz");
  EXPECT_EQ(reply.result_int(), 429U);
  EXPECT_EQ(field(reply, "Retry-After"), "1");
  EXPECT_EQ(code_of(reply), "too_many_connections");
  clients.clear();
  for (int i = 0; i < 100; ++i) {
    if (ask(server, "/healthz").result_int() == 200) return;
    std::this_thread::sleep_for(50ms);
  }
  FAIL() << "connections that ended make no room";
}

TEST(Limits, OfAnswersUnderWay) {
  server::ServerOptions options = test_options();
  options.bytes_under_way = 1000;
  const server::Server server(small_games(), options);
  const Reply reply = ask(server, kEmpty);
  EXPECT_EQ(reply.result_int(), 429U);
  EXPECT_EQ(field(reply, "Retry-After"), "1");
  EXPECT_EQ(ask(server, "/healthz").result_int(), 200U);
}

TEST(SlowClients, LoseTheirConnection) {
  server::ServerOptions options = test_options();
  options.read_time = 300ms;
  const server::Server server(small_games(), options);
  Client silent(server);
  Client slow(server);
  std::string sent;
  for (int i = 0; i < 8; ++i) {  // byte by byte, which must not gain it time
    slow.send_what_it_takes(kAsk.substr(static_cast<std::size_t>(i), 1));
    std::this_thread::sleep_for(100ms);
  }
  EXPECT_EQ(silent.drain(), "");
  EXPECT_EQ(slow.drain(), "");
  expect_alive(server);
}

TEST(SlowClients, CostOthersNothing) {
  server::ServerOptions options = test_options();
  options.connections = 500;
  const server::Server server(small_games(), options);
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 300; ++i) {
    clients.push_back(std::make_unique<Client>(server));
    if (i % 3 == 1) clients.back()->send("GET /he");
    if (i % 3 == 2) {  // asks and does not read
      for (int j = 0; j < 20; ++j) clients.back()->send_what_it_takes(kAsk);
    }
  }
  const auto begun = std::chrono::steady_clock::now();
  for (int i = 0; i < 100; ++i) expect_alive(server);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 10s);
}

TEST(Requests, InOnePieceAreAnsweredInTheirOrder) {
  const server::Server server(small_games(), test_options());
  Client client(server);
  client.send("GET " + std::string(kEmpty) + " HTTP/1.1\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n" +
              "HEAD / HTTP/1.1\r\n\r\nGET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(json_of(client.receive())["rules"], "children");
  EXPECT_EQ(json_of(client.receive())["status"], "ok");
  EXPECT_EQ(client.receive(true).result_int(), 200U);
  EXPECT_EQ(client.receive().result_int(), 404U);
  EXPECT_EQ(client.drain(), "");
}

TEST(Requests, EqualOnesComeToEqualAnswers) {
  const server::Server server(small_games(), test_options());
  const std::string expected =
      small_games().find("children")->document(v1::Position::empty(3));
  std::vector<std::jthread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) right += ask(server, kEmpty).body() == expected;
    });
  }
  threads.clear();
  EXPECT_EQ(right, 400);
  const std::string metrics = ask(server, "/metrics").body();
  EXPECT_NE(metrics.find("\npylos_cache_misses_total 1\n"), std::string::npos) << metrics;
}

TEST(Requests, HostileOnesDoNoHarm) {
  const server::Server server(small_games(), test_options());
  const std::vector<std::string> seeds = {
      "GET /api/v1/children/position?p=LD......._l HTTP/1.1\r\nHost: t\r\n\r\n",
      "GET /api/v1/standard%2Bmin0/line?p=LD......._l&plies=5 HTTP/1.1\r\nHost: t\r\n\r\n",
      "POST /api/v1/children/positions HTTP/1.1\r\nHost: t\r\nContent-Length: 15\r\n\r\n"
      "[\"L........ d\"]",
      "POST /api/v1/children/positions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
      "2\r\n[]\r\n0\r\n\r\n",
      "GET /api/v1/compare?p=........._l&base=3 HTTP/1.1\r\nIf-None-Match: \"a\"\r\n\r\n",
      "GET /uwapi/pylos/children/positions/?p=........._l HTTP/1.1\r\n\r\n",
      "HEAD /app.js HTTP/1.0\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nExpect: 100-continue\r\n\r\n",
      "GET /api/v1/puzzles?rules=children HTTP/1.1\r\n\r\n"};
  const std::string pieces[] = {"\r\n", "\r\n\r\n", "%",       "%00",  "..",   "/",    "?p=",
                                "&",    "+",        "\xff\xfe", "\0", "HTTP", "[[[[", "99999999999"};
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return random() % n; };
  std::size_t answered = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = seeds[below(seeds.size())];
    for (std::size_t edits = below(4); edits > 0 && !text.empty(); --edits) {
      const std::size_t at = below(text.size());
      switch (below(5)) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, 1 + below(8));
          break;
        case 2:
          text.insert(at, pieces[below(std::size(pieces))]);
          break;
        case 3:
          text.insert(at, text.substr(below(text.size()), below(30)));
          break;
        default:
          text.resize(at);
      }
    }
    Client client(server);
    client.send_what_it_takes(text);
    boost::system::error_code ignored;
    client.end_of_input();
    const std::string reply = client.drain();
    if (reply.empty()) continue;
    ++answered;
    ASSERT_EQ(reply.substr(0, 5), "HTTP/") << text;
    ASSERT_EQ(reply.find(" 500 "), std::string::npos) << text << reply;
  }
  EXPECT_GT(answered, 1000U);
  EXPECT_EQ(ask(server, "/api/v1/children/positions", "POST", std::string(1 << 20, '[')).result_int(),
            400U);
  expect_alive(server);
}

TEST(Files, CutWhileOpenAreAnErrorAndTheServerLives) {
  const TemporaryFolder folder;
  const std::string path = folder.file("children.pylos");
  const cli::Ran made = cli::run({"solve", "--rules", "children", "--base", "3", "--out", path});
  ASSERT_EQ(made.status, 0) << made.err;
  server::Games games;
  v1::OpenOptions open;
  open.cache_bytes = 0;
  games.add(v1::open(path, open));
  games.add(small_games().all()[1]);
  server::ServerOptions options = test_options();
  options.cache_bytes = 0;
  const server::Server server(std::move(games), options);
  expect_alive(server);
  std::filesystem::resize_file(path, 1000);
  const Reply reply = ask(server, kEmpty);
  EXPECT_EQ(reply.result_int(), 500U);
  EXPECT_EQ(code_of(reply), "damaged_file");
  const auto batch =
      json_of(ask(server, "/api/v1/children/positions", "POST", R"(["......... l"])"));
  EXPECT_EQ(batch[0]["error"]["code"], "damaged_file");
  EXPECT_EQ(ask(server, "/api/v1/standard+min0/position?p=........._l").result_int(), 200U);
}

TEST(Files, OfASliceSayWhatTheyDoNotHold) {
  const TemporaryFolder folder;
  const std::string whole = folder.file("whole.pylos");
  const std::string slice = folder.file("slice.pylos");
  ASSERT_EQ(cli::run({"solve", "--rules", "children", "--base", "3", "--out", whole}).status, 0);
  const cli::Ran cut = cli::run({"slice", whole, "--min-spheres", "8", "--out", slice});
  ASSERT_EQ(cut.status, 0) << cut.err;
  server::Games games;
  games.add(v1::open(slice));
  const server::Server server(std::move(games), test_options());
  const Reply reply = ask(server, kEmpty);
  EXPECT_EQ(reply.result_int(), 422U);
  EXPECT_EQ(code_of(reply), "not_held");
  EXPECT_EQ(json_of(ask(server, "/api/v1/compare?p=........._l"))["missing"][0]["rules"],
            "children");
}

TEST(Stop, FinishesWhatIsUnderWay) {
  auto server = std::make_unique<server::Server>(small_games(), test_options());
  Client idle(*server);
  EXPECT_EQ(idle.ask("/healthz").result_int(), 200U);
  Client half(*server);
  half.send("GET /healthz HT");
  std::this_thread::sleep_for(100ms);
  auto stopped = std::async(std::launch::async, [&] {
    server->stop();
    server->wait();
  });
  EXPECT_EQ(idle.drain(), "");  // waited for nothing, so it is closed
  half.send("TP/1.1\r\n\r\n");
  const Reply reply = half.receive();
  EXPECT_EQ(reply.result_int(), 200U);
  EXPECT_FALSE(reply.keep_alive());
  EXPECT_EQ(half.drain(), "");
  ASSERT_EQ(stopped.wait_for(15s), std::future_status::ready);
  EXPECT_THROW(ask(*server, "/healthz"), boost::system::system_error);
  server.reset();
}

TEST(Stop, ThePortIsFreeAgainAndAnOccupiedOneIsNamed) {
  server::ServerOptions options = test_options();
  {
    const server::Server first(small_games(), options);
    options.port = first.port();
    EXPECT_THROW(server::Server(small_games(), options), server::ListenError);
  }
  const server::Server second(small_games(), options);
  expect_alive(second);
}

}  // namespace
}  // namespace pylos::twin
