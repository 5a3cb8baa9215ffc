#include "tools/server/api.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <nlohmann/json.hpp>

#include "tools/server/documents.hpp"
#include "tools/server/embedded.hpp"
#include "tools/server/target.hpp"

namespace pylos::server {
namespace {

constexpr std::string_view kForADay = "public, max-age=86400";
// What depends on the games that happen to be held is asked for again each time; the ETag saves
// sending it.
constexpr std::string_view kAskAgain = "no-cache";

std::string quoted_tag(std::string_view text) {
  return '"' + std::string(text) + '-' + std::string(kDocumentVersion) + '"';
}

std::string tag_of(const Solved& solved) { return quoted_tag(solved.checksum()); }

std::string tag_of(const Games& games) {
  std::string all;
  for (const Solved& solved : games.all()) {
    all += (all.empty() ? "" : ".") + solved.checksum();
  }
  return quoted_tag(all);
}

Answer json_answer(std::string body, std::string etag, std::string_view cache_control) {
  Answer answer;
  answer.body = std::move(body);
  answer.etag = std::move(etag);
  answer.cache_control = cache_control;
  return answer;
}

Answer file_answer(const EmbeddedFile& file) {
  Answer answer;
  answer.type = file.type;
  answer.body = file.bytes;
  answer.etag = '"' + std::string(file.checksum) + '"';
  answer.cache_control = kAskAgain;
  answer.of_page = file.folder == "web";
  return answer;
}

Position position_in(const Target& target, int base) {
  return Position::from_text(target.field("p"), base);
}

[[noreturn]] void refuse_path() {
  throw Refused(404, "unknown_path", "nothing is served at this path; see /api/v1/openapi.json");
}

// Throws unless the question may be asked with this method: POST alone, or GET and HEAD.
void check_method(const Question& question, bool post) {
  const bool fits = post ? question.method == Method::post
                         : question.method == Method::get || question.method == Method::head;
  if (fits) return;
  Refused refused(405, "method_not_allowed",
                  std::string("this path takes ") + (post ? "POST" : "GET and HEAD"));
  refused.allow = post ? "POST, OPTIONS" : "GET, HEAD, OPTIONS";
  throw refused;
}

constexpr long kMostSeed = 1L << 62;

bool takes_post(const Target& target) {
  const std::vector<std::string>& parts = target.parts;
  return parts.size() == 4 && parts[0] == "api" && parts[1] == "v1" &&
         (parts[3] == "positions" || parts[3] == "review");
}

}  // namespace

// How a question comes to its answer.
struct Api::Plan {
  AnswerPtr ready;                // known already; or
  std::string key;                // equal questions have equal keys, and
  std::function<Answer()> work;   // this makes the answer; or
  const Solved* batch = nullptr;  // the body asks for many positions of this game

  static Plan of(Answer answer) {
    return {std::make_shared<const Answer>(std::move(answer)), {}, {}, nullptr};
  }
};

struct Api::Pool {
  explicit Pool(int number) : threads(static_cast<std::size_t>(number)) {}
  ~Pool() { threads.join(); }
  boost::asio::thread_pool threads;
};

struct Api::Batch {
  const Solved& solved;
  nlohmann::json asked;
  std::string body = "[";
  Done done;
};

Api::Api(Games games, const ApiOptions& options)
    : games_(std::move(games)),
      cache_(options.cache_bytes),
      pool_(std::make_unique<Pool>(std::max(options.threads, 1))) {}

Api::~Api() = default;

void Api::finish() { pool_->threads.join(); }

void Api::ask(const Question& question, Done done) {
  Plan plan;
  try {
    plan = this->plan(question);
    if (plan.batch != nullptr) {
      start_batch(*plan.batch, question.body, done);
      return;
    }
  } catch (...) {
    plan = Plan::of(error_answer(refused_from_current("bad_position")));
  }
  if (plan.ready) {
    done(plan.ready);
    return;
  }
  const AnswerCache::Asked asked = cache_.ask(plan.key, done);
  if (asked.answer) {
    done(asked.answer);
    return;
  }
  if (!asked.first) return;
  boost::asio::post(pool_->threads, [this, plan = std::move(plan)] {
    AnswerPtr answer;
    try {
      answer = std::make_shared<const Answer>(plan.work());
    } catch (...) {
      answer = std::make_shared<const Answer>(error_answer(refused_from_current("bad_position")));
    }
    cache_.finish(plan.key, answer);
  });
}

Api::Plan Api::plan(const Question& question) {
  if (question.method == Method::options && question.target == "*") {
    Answer answer;
    answer.status = 204;
    answer.allow = "GET, HEAD, POST, OPTIONS";
    return Plan::of(std::move(answer));
  }
  const Target target = target_from_text(question.target);
  const bool post = takes_post(target);
  if (question.method == Method::options) {
    Answer answer;
    answer.status = 204;
    answer.allow = post ? "POST, OPTIONS" : "GET, HEAD, OPTIONS";
    return Plan::of(std::move(answer));
  }
  check_method(question, post);
  const std::string first = target.parts.empty() ? "" : target.parts[0];
  if (first == "api" && target.parts.size() >= 2 && target.parts[1] == "v1") {
    return plan_api(question, target);
  }
  if (first == "uwapi") return plan_uwapi(target);
  if (target.parts.size() > 1) refuse_path();
  if (first == "healthz") {
    return Plan::of(
        json_answer(nlohmann::ordered_json{{"status", "ok"}, {"games", games_.all().size()}}.dump(),
                    "", "no-store"));
  }
  if (first == "metrics") {
    Answer answer;
    answer.type = "text/plain; version=0.0.4; charset=utf-8";
    answer.body = metrics_.text(cache_.figures());
    return Plan::of(std::move(answer));
  }
  return plan_page(target);
}

Api::Plan Api::plan_page(const Target& target) {
  const std::string_view name =
      target.parts.empty() ? std::string_view("index.html") : target.parts[0];
  const EmbeddedFile* file = embedded_file("web", name);
  if (file == nullptr) refuse_path();
  return Plan::of(file_answer(*file));
}

Api::Plan Api::plan_api(const Question& question, const Target& target) {
  const std::vector<std::string>& parts = target.parts;
  if (parts.size() == 2) {
    return Plan::of(json_answer(games_json(games_), tag_of(games_), kAskAgain));
  }
  if (parts.size() == 3 && parts[2] == "openapi.json") {
    return Plan::of(file_answer(*embedded_file("server", "openapi.json")));
  }
  if (parts.size() == 3 && parts[2] == "puzzles") {
    const auto rules = target.query.find("rules");
    return Plan::of(json_answer(
        puzzles_json(games_, rules == target.query.end() ? "" : rules->second), "", kAskAgain));
  }
  if (parts.size() == 3 && parts[2] == "compare") {
    int most = 2;
    for (const Solved& solved : games_.all()) most = std::max(most, solved.game().base());
    const int base = static_cast<int>(target.number("base", 2, 4, most));
    const Position position = position_in(target, base);
    return {nullptr, "compare " + std::to_string(base) + ' ' + position.text(),
            [this, position] {
              return json_answer(compare_json(games_, position), tag_of(games_), kAskAgain);
            },
            nullptr};
  }
  return plan_rules(question, target);
}

Api::Plan Api::plan_rules(const Question& question, const Target& target) {
  const std::vector<std::string>& parts = target.parts;
  if (parts.size() > 4) refuse_path();
  const Solved& game = solved(parts[2]);
  const std::string& rules = game.game().rules();
  const int base = game.game().base();
  if (parts.size() == 3) {
    return {nullptr, "game " + rules,
            [&game] { return json_answer(game_json(game), tag_of(game), kForADay); }, nullptr};
  }
  const std::string& what = parts[3];
  if (what == "positions") return {nullptr, {}, {}, &game};
  if (what == "position") {
    const Position position = position_in(target, base);
    return {
        nullptr, "position " + rules + ' ' + position.text(),
        [&game, position] { return json_answer(held_document(game, position), tag_of(game), kForADay); },
        nullptr};
  }
  if (what == "line") {
    const Position position = position_in(target, base);
    const int plies = static_cast<int>(target.number("plies", 0, kMostLinePlies, kMostLinePlies));
    return {nullptr, "line " + rules + ' ' + std::to_string(plies) + ' ' + position.text(),
            [&game, position, plies] {
              return json_answer(line_json(game, position, plies), tag_of(game), kForADay);
            },
            nullptr};
  }
  if (what == "play") {
    const Position position = position_in(target, base);
    const auto asked = target.query.find("level");
    const OpponentLevel level =
        asked == target.query.end() ? OpponentLevel{} : level_from_text(asked->second);
    const auto seed = static_cast<std::uint64_t>(target.number("seed", 0, kMostSeed, 0));
    return {nullptr,
            "play " + rules + ' ' + to_text(level) + ' ' + std::to_string(seed) + ' ' +
                position.text(),
            [&game, position, level, seed] {
              return json_answer(play_json(game, position, level, seed), tag_of(game), kForADay);
            },
            nullptr};
  }
  if (what == "review") {
    const Record record = record_from_text(question.body, game.game());
    if (record.game != game.game()) {
      throw Refused(400, "bad_game", "the game's header says " + record.game.rules() + ", base " +
                                         std::to_string(record.game.base()) + "; asked is " + rules);
    }
    return {nullptr, "review " + rules + ' ' + record.text(),
            [&game, record] { return json_answer(to_json(review(game, record)), "", kAskAgain); },
            nullptr};
  }
  refuse_path();
}

Api::Plan Api::plan_uwapi(const Target& target) {
  const std::vector<std::string>& parts = target.parts;
  if (parts.size() == 1) return Plan::of(json_answer(uwapi_games_json(), "", kAskAgain));
  if (parts[1] != "pylos" || parts.size() > 4) refuse_path();
  if (parts.size() == 2) {
    return Plan::of(json_answer(uwapi_game_json(games_), tag_of(games_), kAskAgain));
  }
  const Solved& game = solved(parts[2]);
  if (parts.size() == 3) {
    return Plan::of(json_answer(uwapi_variant_json(game), tag_of(game), kForADay));
  }
  if (parts[3] != "positions") refuse_path();
  const Position position = position_in(target, game.game().base());
  return {nullptr, "uwapi " + game.game().rules() + ' ' + position.text(),
          [&game, position] {
            return json_answer(uwapi_position_json(game, position), tag_of(game), kForADay);
          },
          nullptr};
}

const Solved& Api::solved(const std::string& rules) const {
  if (const Solved* found = games_.find(rules)) return *found;
  throw Refused(404, "unknown_rules",
                "the rule set '" + rules + "' is not served; there are " + games_.names());
}

void Api::start_batch(const Solved& solved, const std::string& body, Done done) {
  auto batch = std::make_shared<Batch>(
      Batch{solved, nlohmann::json::parse(body, nullptr, false), "[", std::move(done)});
  if (!batch->asked.is_array()) {
    throw Refused(400, "bad_json", "the body is not a JSON array of positions");
  }
  if (batch->asked.size() > kMostBatchPositions) {
    throw Refused(413, "too_many",
                  "the array holds " + std::to_string(batch->asked.size()) +
                      " positions, more than " + std::to_string(kMostBatchPositions));
  }
  if (++batches_ > kMostBatches) {
    --batches_;
    Refused refused(429, "busy", "other batches are under way; ask again in a second");
    refused.retry_after = 1;
    throw refused;
  }
  boost::asio::post(pool_->threads, [this, batch] { work_on_batch(batch, 0); });
}

// Works on a few positions and then lets others have the thread.
void Api::work_on_batch(const std::shared_ptr<Batch>& batch, std::size_t from) {
  constexpr std::size_t kAtOnce = 32;
  AnswerPtr answer;
  try {
    const std::size_t size = batch->asked.size();
    const std::size_t to = std::min(from + kAtOnce, size);
    for (std::size_t i = from; i < to; ++i) {
      if (i > 0) batch->body += ',';
      batch->body += batch_entry(*batch, i);
      if (batch->body.size() > kMostBatchBytes) {
        throw Refused(413, "answer_too_large",
                      "the answer would be larger than " + std::to_string(kMostBatchBytes >> 20) +
                          " MiB; ask for fewer positions at once");
      }
    }
    if (to < size) {
      boost::asio::post(pool_->threads, [this, batch, to] { work_on_batch(batch, to); });
      return;
    }
    batch->body += ']';
    answer = std::make_shared<const Answer>(json_answer(std::move(batch->body), "", "no-store"));
  } catch (...) {
    answer = std::make_shared<const Answer>(error_answer(refused_from_current("failed")));
  }
  --batches_;
  batch->done(answer);
}

// The document of one position, or the error object in its place.
std::string Api::batch_entry(const Batch& batch, std::size_t index) {
  try {
    const nlohmann::json& asked = batch.asked[index];
    if (!asked.is_string()) throw Refused(400, "bad_position", "a position is a string");
    const Position position =
        Position::from_text(asked.get_ref<const std::string&>(), batch.solved.game().base());
    const std::string key = "position " + batch.solved.game().rules() + ' ' + position.text();
    AnswerPtr answer = cache_.find(key);
    if (!answer) {
      answer = std::make_shared<const Answer>(
          json_answer(held_document(batch.solved, position), tag_of(batch.solved), kForADay));
      cache_.keep(key, answer);
    }
    return answer->body;
  } catch (...) {
    return error_json(refused_from_current("bad_position"));
  }
}

}  // namespace pylos::server
