// Every path of the API and every error, asked over the wire.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/temporary_folder.hpp"
#include "tests/tools/server/client.hpp"
#include "tools/server/embedded.hpp"

namespace pylos::twin {
namespace {

class Api : public testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = new server::Server(small_games(), test_options()); }
  static void TearDownTestSuite() { delete server_; }

  static Reply get(std::string_view target) { return ask(*server_, target); }
  static void expect_error(const Reply& reply, unsigned status, std::string_view code) {
    EXPECT_EQ(reply.result_int(), status) << reply;
    EXPECT_EQ(code_of(reply), code);
    EXPECT_FALSE(json_of(reply)["error"]["message"].get<std::string>().empty());
    EXPECT_EQ(field(reply, "Content-Type"), "application/json");
  }

  static inline server::Server* server_ = nullptr;
};

TEST_F(Api, ListsTheGames) {
  const Reply reply = get("/api/v1/");
  ASSERT_EQ(reply.result_int(), 200U);
  const auto games = json_of(reply)["games"];
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0]["rules"], "children");
  EXPECT_EQ(games[0]["checksum"], small_games().all()[0].checksum());
  EXPECT_EQ(get("/api/v1").body(), reply.body());
}

TEST_F(Api, CountsTheGame) {
  const auto json = json_of(get("/api/v1/children"));
  const v1::Counts counts = small_games().find("children")->counts();
  EXPECT_EQ(json["counts"]["win"], counts.win);
  EXPECT_EQ(json["counts"]["total"], counts.win + counts.loss + counts.draw);
  std::uint64_t sum = 0;
  for (const auto& one : json["histogram"]) sum += one["positions"].get<std::uint64_t>();
  EXPECT_EQ(sum, counts.win + counts.loss);
}

TEST_F(Api, GivesTheDocumentOfTheLibrary) {
  for (const v1::Solved& solved : small_games().all()) {
    v1::Position p = v1::Position::empty(3);
    while (true) {
      std::string text = p.text();
      text[text.find(' ')] = '_';
      const Reply reply = get("/api/v1/" + solved.game().rules() + "/position?p=" + text);
      ASSERT_EQ(reply.result_int(), 200U);
      EXPECT_EQ(reply.body(), solved.document(p));
      EXPECT_EQ(field(reply, "ETag"), '"' + solved.checksum() + "-1\"");
      EXPECT_EQ(field(reply, "Cache-Control"), "public, max-age=86400");
      const std::vector<v1::MoveValue> moves = solved.moves(p);
      if (moves.empty()) break;
      p = moves.back().after;
    }
  }
}

TEST_F(Api, ReadsAPlusInAPathAsAPlus) {
  const std::string plain = get("/api/v1/standard+min0/position?p=........._l").body();
  EXPECT_EQ(get("/api/v1/standard%2Bmin0/position?p=.........%20l").body(), plain);
  EXPECT_EQ(get("/api/v1/standard%2bmin0/position?p=.........+l").body(), plain);
}

TEST_F(Api, GivesTheLine) {
  const auto json = json_of(get("/api/v1/children/line?p=........._l"));
  const auto line = small_games().find("children")->line(v1::Position::empty(3));
  ASSERT_EQ(json["line"].size(), line.size());
  EXPECT_EQ(json["last_position"], line.back().after.text());
  EXPECT_EQ(json["over"], true);
  EXPECT_EQ(json_of(get("/api/v1/children/line?p=........._l&plies=3"))["line"].size(), 3U);
  EXPECT_EQ(json_of(get("/api/v1/children/line?p=........._l&plies=0"))["line"].size(), 0U);
}

TEST_F(Api, AnswersABatchInItsOrder) {
  const auto json = json_of(ask(*server_, "/api/v1/children/positions", "POST",
                                R"(["L........ d","LLx...... l",7,"......... l"])"));
  ASSERT_EQ(json.size(), 4U);
  EXPECT_EQ(json[0]["position"], "L........ d");
  EXPECT_EQ(json[1]["error"]["column"], 3);
  EXPECT_EQ(json[2]["error"]["code"], "bad_position");
  EXPECT_EQ(json[3]["position"], "......... l");
  EXPECT_EQ(ask(*server_, "/api/v1/children/positions", "POST", "[]").body(), "[]");
}

TEST_F(Api, ABatchOfAThousandIsTheMost) {
  nlohmann::json asked = nlohmann::json::array();
  for (int i = 0; i < 1000; ++i) asked.push_back(i % 2 == 0 ? "......... l" : "L........ d");
  const Reply reply = ask(*server_, "/api/v1/children/positions", "POST", asked.dump());
  ASSERT_EQ(reply.result_int(), 200U);
  EXPECT_EQ(json_of(reply).size(), 1000U);
  asked.push_back("......... l");
  expect_error(ask(*server_, "/api/v1/children/positions", "POST", asked.dump()), 413, "too_many");
}

TEST_F(Api, ComparesTheRuleSets) {
  const auto json = json_of(get("/api/v1/compare?p=........._l"));
  ASSERT_EQ(json["games"].size(), 2U);
  EXPECT_EQ(json["games"][0].dump(),
            nlohmann::json::parse(small_games().all()[0].document(v1::Position::empty(3))).dump());
  EXPECT_TRUE(json_of(get("/api/v1/compare?base=4&p=................_l"))["games"].empty());
}

TEST_F(Api, PuzzlesAreLegal) {
  EXPECT_EQ(get("/api/v1/puzzles").body(), "[]");  // none is of base 3
  std::size_t number = 0;
  for (const std::string rules : {"children", "standard"}) {
    const v1::Game game(rules);
    for (const auto& puzzle : json_of(get("/api/v1/puzzles?rules=" + rules))) {
      ++number;
      const auto p = v1::Position::from_text(puzzle["position"].get<std::string>());
      EXPECT_EQ(puzzle["rules"], rules);
      EXPECT_EQ(puzzle["best"].size(), 1U);
      for (const auto& move : puzzle["best"]) {
        EXPECT_NO_THROW(v1::move_from_text(game, p, move.get<std::string>()));
      }
    }
  }
  EXPECT_GE(number, 24U);
}

TEST_F(Api, SpeaksToClientsOfGamesmanUni) {
  EXPECT_EQ(json_of(get("/uwapi/"))[0]["id"], "pylos");
  EXPECT_EQ(json_of(get("/uwapi/pylos/"))["variants"].size(), 2U);
  const auto variant = json_of(get("/uwapi/pylos/standard+min0/"));
  const auto json = json_of(get("/uwapi/pylos/standard+min0/positions/?p=" +
                                variant["startPosition"].get<std::string>()));
  const v1::Solved solved = *small_games().find("standard+min0");
  const auto moves = solved.moves(v1::Position::empty(3));
  ASSERT_EQ(json["moves"].size(), moves.size());
  EXPECT_EQ(json["remoteness"], *solved.verdict().plies);
  EXPECT_EQ(json["moves"][0]["deltaRemoteness"], 0);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto& move = json["moves"][i];
    EXPECT_EQ(move["moveValue"], moves[i].result == v1::Outcome::win    ? "win"
                                 : moves[i].result == v1::Outcome::loss ? "lose"
                                                                        : "draw");
    EXPECT_NE(move["moveValue"] == "win", move["positionValue"] == "win");
  }
}

TEST_F(Api, ServesThePageAndNoOtherFile) {
  const Reply page = get("/");
  ASSERT_EQ(page.result_int(), 200U);
  EXPECT_EQ(field(page, "Content-Type"), "text/html; charset=utf-8");
  EXPECT_NE(field(page, "Content-Security-Policy").find("default-src 'self'"), std::string::npos);
  EXPECT_EQ(field(page, "X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(field(page, "Referrer-Policy"), "no-referrer");
  std::size_t files = 0;
  for (const server::EmbeddedFile& file : server::embedded_files()) {
    if (file.folder != "web") continue;
    ++files;
    std::ifstream source(std::string(PYLOS_SOURCE_DIR) + "/tools/web/" + std::string(file.name),
                         std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(source), {}};
    const Reply reply = get('/' + std::string(file.name));
    EXPECT_EQ(reply.body(), bytes) << file.name;
  }
  EXPECT_GT(files, 15U);
  for (const char* target : {"/../README.md", "/%2e%2e/README.md", "/..%2fREADME.md", "/web/app.js",
                             "//etc/passwd", "/standard.txt", "/openapi.json", "/api/v1/x/y/z",
                             "/uwapi/chess/", "/app.js/", "/api/v2/"}) {
    if (std::string_view(target) == "/app.js/") continue;  // a slash at the end adds nothing
    const Reply reply = get(target);
    EXPECT_EQ(reply.result_int(), 404U) << target;
  }
}

TEST_F(Api, NamesTheFault) {
  const Reply reply = get("/api/v1/children/position?p=LLD.x....%20l");
  expect_error(reply, 400, "bad_position");
  EXPECT_EQ(json_of(reply)["error"]["column"], 5);
  expect_error(get("/api/v1/children/position"), 400, "missing_parameter");
  expect_error(get("/api/v1/children/line?p=........._l&plies=201"), 400, "bad_parameter");
  expect_error(get("/api/v1/children/position?p=%zz"), 400, "bad_request");
  expect_error(get("/api/v1/chess"), 404, "unknown_rules");
  expect_error(get("/api/v1/standard"), 404, "unknown_rules");  // real, but not held
  expect_error(get("/nowhere"), 404, "unknown_path");
  expect_error(ask(*server_, "/api/v1/children/positions", "POST", "{}"), 400, "bad_json");
  expect_error(ask(*server_, "/api/v1/children/positions", "POST", "[\xff"), 400, "bad_json");
}

TEST_F(Api, SaysWhichMethodsAPathTakes) {
  const Reply reply = ask(*server_, "/api/v1/children/positions");
  expect_error(reply, 405, "method_not_allowed");
  EXPECT_EQ(field(reply, "Allow"), "POST, OPTIONS");
  const Reply other = ask(*server_, "/api/v1/", "DELETE");
  expect_error(other, 405, "method_not_allowed");
  EXPECT_EQ(field(other, "Allow"), "GET, HEAD, OPTIONS");
  const Reply options = ask(*server_, "/api/v1/children/positions", "OPTIONS");
  EXPECT_EQ(options.result_int(), 204U);
  EXPECT_EQ(field(options, "Access-Control-Allow-Methods"), "POST, OPTIONS");
  EXPECT_EQ(field(options, "Access-Control-Allow-Origin"), "*");
}

TEST_F(Api, HeadHasTheHeadersAlone) {
  Client client(*server_);
  const Reply head = client.ask("/api/v1/children/position?p=........._l", "HEAD");
  EXPECT_EQ(head.result_int(), 200U);
  EXPECT_TRUE(head.body().empty());
  // The connection goes on, so nothing of a body came.
  const Reply full = client.ask("/api/v1/children/position?p=........._l");
  EXPECT_EQ(field(head, "Content-Length"), std::to_string(full.body().size()));
  EXPECT_EQ(field(head, "ETag"), field(full, "ETag"));
}

TEST_F(Api, AKnownTagSavesTheBody) {
  for (const std::string target :
       {"/api/v1/children/position?p=........._l", "/app.js", "/api/v1/"}) {
    const std::string tag = field(get(target), "ETag");
    ASSERT_FALSE(tag.empty()) << target;
    const Reply same = ask(*server_, target, "GET", "", "If-None-Match: W/\"x\", " + tag + "\r\n");
    EXPECT_EQ(same.result_int(), 304U) << target;
    EXPECT_EQ(field(same, "ETag"), tag);
    EXPECT_TRUE(same.body().empty());
    EXPECT_EQ(ask(*server_, target, "GET", "", "If-None-Match: \"x\"\r\n").result_int(), 200U);
  }
}

TEST_F(Api, TellsHowItIs) {
  EXPECT_EQ(json_of(get("/healthz"))["status"], "ok");
  get("/nowhere");
  const std::string text = get("/metrics").body();
  EXPECT_NE(text.find("pylos_requests_total{status=\"404\"}"), std::string::npos);
  EXPECT_NE(text.find("\npylos_connections 1\n"), std::string::npos) << text;
}

TEST(Games, OneOfEachRuleSet) {
  server::Games games = small_games();
  EXPECT_THROW(games.add(games.all()[0]), v1::InputError);
  EXPECT_NE(games.find("standard+min0"), nullptr);
  EXPECT_EQ(games.find("standard"), nullptr);
}

}  // namespace
}  // namespace pylos::twin
