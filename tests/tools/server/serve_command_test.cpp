// `pylos serve`, as users run it.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <gtest/gtest.h>

#include "tests/temporary_folder.hpp"
#include "tests/tools/command/run.hpp"

namespace pylos::cli {
namespace {

namespace http = boost::beast::http;

// Waits for the line that says where the server listens, and gives the port; 0 when none came.
int port_in(const std::string& file) {
  const std::string begin = "listening on http://127.0.0.1:";
  for (int i = 0; i < 600; ++i) {
    std::string line;
    std::ifstream in(file);
    if (std::getline(in, line) && !in.eof() && line.starts_with(begin) && line.back() == '/') {
      return std::atoi(line.c_str() + begin.size());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return 0;
}

std::string get(int port, const std::string& target) {
  boost::asio::io_context io;
  boost::asio::ip::tcp::socket socket(io);
  socket.connect({boost::asio::ip::make_address("127.0.0.1"), static_cast<std::uint16_t>(port)});
  http::request<http::empty_body> request(http::verb::get, target, 11);
  request.keep_alive(false);
  http::write(socket, request);
  boost::beast::flat_buffer buffer;
  http::response<http::string_body> response;
  http::read(socket, buffer, response);
  return response.body();
}

// Runs the server, asks it for the games, and ends it by the signal.
Ran serve(std::vector<std::string> arguments, int signal, std::string& games) {
  arguments.insert(arguments.begin(), {"serve", "--port", "0"});
  const TemporaryFile out;
  Surroundings surroundings;
  surroundings.out_file = out.name();
  surroundings.meanwhile = [&](pid_t child) {
    const int port = port_in(out.name());
    EXPECT_NE(port, 0);
    if (port != 0) games = get(port, "/api/v1/");
    kill(child, signal);
  };
  Ran ran = run(arguments, surroundings);
  ran.out = out.contents();
  return ran;
}

TEST(Serve, SolvesWhatIsMissingAndEndsBySigterm) {
  std::string games;
  const Ran ran = serve({"--rules", "children,standard", "--base", "2", "--solve", "--log"},
                        SIGTERM, games);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(games.find("\"rules\":\"standard\""), std::string::npos) << games;
  EXPECT_EQ(ran.out.find('\n'), ran.out.size() - 1) << ran.out;
  EXPECT_NE(ran.err.find("\"GET /api/v1/\" 200"), std::string::npos) << ran.err;
}

TEST(Serve, ReadsFilesAndEndsBySigint) {
  const twin::TemporaryFolder folder;
  const std::string file = folder.file("a.pylos");
  ASSERT_EQ(run({"solve", "--rules", "advanced", "--base", "2", "--out", file}).status, 0);
  std::string games;
  const Ran ran = serve({file}, SIGINT, games);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(games.find("\"rules\":\"advanced\""), std::string::npos) << games;
  EXPECT_EQ(ran.err, "");
}

TEST(Serve, FindsTheDatabasesAtHome) {
  const twin::TemporaryFolder home;
  ASSERT_EQ(setenv("PYLOS_DATA", home.path().c_str(), 1), 0);
  // A small file under the name of a large one: what it holds is what counts.
  ASSERT_EQ(run({"solve", "--rules", "advanced", "--base", "2", "--out",
                 home.file("advanced.pylos")})
                .status,
            0);
  std::string games;
  const Ran ran = serve({}, SIGTERM, games);
  const Ran missing = run({"serve", "--rules", "standard", "--port", "0"});
  unsetenv("PYLOS_DATA");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(games.find("\"rules\":\"advanced\""), std::string::npos) << games;
  EXPECT_EQ(missing.status, 3);
  EXPECT_NE(missing.err.find("pylos solve"), std::string::npos) << missing.err;
}

TEST(Serve, RefusesWhatItCannotDo) {
  const twin::TemporaryFolder folder;
  EXPECT_EQ(run({"serve", "--port", "65536"}).status, 2);
  EXPECT_EQ(run({"serve", folder.file("none.pylos")}).status, 3);
  EXPECT_EQ(run({"serve", "x.pylos", "--rules", "children"}).status, 2);
  EXPECT_EQ(run({"serve", "--solve"}).status, 2);
  const Ran twice = run({"serve", "--rules", "children,children", "--base", "2", "--solve"});
  EXPECT_EQ(twice.status, 2) << twice.err;
  const Ran nowhere =
      run({"serve", "--rules", "children", "--base", "2", "--solve", "--address", "nowhere"});
  EXPECT_EQ(nowhere.status, 2) << nowhere.err;
  EXPECT_NE(nowhere.err.find("nowhere"), std::string::npos);
  const Ran full = run({"serve", "--rules", "children", "--base", "2", "--solve", "--port", "0"},
                       {.out_file = "/dev/full"});
  EXPECT_EQ(full.status, 4) << full.err;
}

}  // namespace
}  // namespace pylos::cli
