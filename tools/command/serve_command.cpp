#include "tools/command/serve_command.hpp"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <ostream>
#include <stop_token>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <vector>

#include <pylos/pylos.hpp>

#include "engine/errors.hpp"
#include "engine/quote.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"
#include "tools/command/progress.hpp"
#include "tools/server/games.hpp"
#include "tools/server/server.hpp"

namespace pylos::tools {
namespace {

// Bytes that all files together keep of what they have read, and answers beside them.
constexpr std::size_t kReadBytes = std::size_t{128} << 20;
constexpr std::size_t kAnswerBytes = std::size_t{64} << 20;
constexpr std::uint64_t kMostThreads = 64;

OptionParser parser() {
  return OptionParser(
             "serve",
             "Serves the page, to explore, play and review in a browser, and an HTTP API of\n"
             "JSON documents, told in /api/v1/openapi.json. It serves the databases that are\n"
             "named; with none named, those in the home of databases ($PYLOS_DATA, else\n"
             "$XDG_DATA_HOME/pylos, else ~/.local/share/pylos); with none there, the\n"
             "children's game, which it then solves in memory in seconds. Once it answers, it\n"
             "prints the line `listening on http://127.0.0.1:8080/`. Ctrl-C and SIGTERM\n"
             "finish what is under way.\n"
             "\n"
             "Memory: all files together keep at most 128 MiB of what they have read, and 64\n"
             "MiB of answers are kept. A game that is solved in memory takes 1 to 2 GB more.\n"
             "Limits: headers of 8 KiB, bodies of 1 MiB, 1,024 connections, 20 seconds for a\n"
             "request to come and 30 for its answer to be taken.",
             "pylos serve --rules children --base 3 --solve --port 0")
      .several_rules()
      .base()
      .flag("solve", "solve the games of --rules whose database is missing, in memory")
      .option("port", "N", "listen at this port, 0 for a free one; 8080 unless given")
      .option("address", "A", "listen at this address; 127.0.0.1, this machine alone, unless given")
      .flag("log", "write a line for each request to standard error")
      .threads()
      .flag("json", "the line that tells where it listens as JSON: url")
      .rest("FILE", "a database, as pylos solve --out writes it");
}

v1::OpenOptions open_options(std::size_t files) {
  v1::OpenOptions options;
  options.cache_bytes = kReadBytes / std::max<std::size_t>(files, 1);
  return options;
}

v1::Solved solve(const v1::Game& game, int threads, Context& context) {
  ProgressMeter meter(context, "solving " + game.rules() + ", base " + std::to_string(game.base()),
                      "positions");
  v1::WorkOptions options;
  options.threads = threads;
  options.stop = context.stop;
  options.progress = [&](std::uint64_t done, std::uint64_t total) { meter.update(done, total); };
  return v1::solve(game, options);
}

bool is_there(const v1::Game& game) {
  std::error_code ignored;
  return std::filesystem::exists(v1::database_path(game), ignored);
}

// The games of --rules: from home, or solved.
void add_rules(server::Games& games, const Options& options, int threads, Context& context) {
  const std::vector<RuleSet> rules = options.several_rules();
  for (const RuleSet one : rules) {
    const v1::Game game(to_text(one), options.base());
    games.add(options.has("solve") && !is_there(game) ? solve(game, threads, context)
                                                      : v1::open(game, open_options(rules.size())));
  }
}

// Nothing was named: what is at home, or else the children's game.
void add_what_there_is(server::Games& games, int threads, Context& context) {
  std::vector<v1::Game> there = v1::all_games();
  std::erase_if(there, [](const v1::Game& game) { return !is_there(game); });
  for (const v1::Game& game : there) games.add(v1::open(game, open_options(there.size())));
  if (!games.empty()) return;
  const std::string home = v1::home_of_databases();
  context.err << "pylos serve: no database in " << pylos::quoted(home)
              << "; solving the children's game in memory. This makes the others:\n"
              << "  pylos solve --rules all --save" << std::endl;
  games.add(solve(v1::Game("children"), threads, context));
}

server::Games games_of(const Options& options, int threads, Context& context) {
  server::Games games;
  static_cast<void>(options.base());  // a bad one is named first
  const std::vector<std::string>& files = options.rest();
  if (!files.empty()) {
    if (options.has("rules") || options.has("base") || options.has("solve")) {
      throw InputError("files say themselves which games they hold: no --rules, --base, --solve");
    }
    for (const std::string& file : files) games.add(v1::open(file, open_options(files.size())));
  } else if (options.has("rules")) {
    add_rules(games, options, threads, context);
  } else if (options.has("base") || options.has("solve")) {
    throw InputError("--base and --solve go with --rules");
  } else {
    add_what_there_is(games, threads, context);
  }
  return games;
}

// A connection takes a descriptor, and the usual limit is 1,024 for everything.
void allow_descriptors() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 4096);
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

ExitStatus run_serve(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  server::ServerOptions wanted;
  wanted.port = static_cast<std::uint16_t>(options->number("port", 0, 65535, 8080));
  wanted.address = options->text("address").value_or(wanted.address);
  wanted.cache_bytes = kAnswerBytes;
  const int threads = options->threads();
  wanted.threads = std::min(threads, static_cast<int>(kMostThreads));
  std::mutex mutex;
  if (options->has("log")) {
    wanted.log = [&](std::string_view line) {
      const std::lock_guard lock(mutex);
      context.err << line << std::endl;
    };
  }

  allow_descriptors();
  server::Games games = games_of(*options, threads, context);
  try {
    server::Server server(std::move(games), wanted);
    if (options->json()) {
      context.out << Json{{"url", server.url()}}.dump() << '\n';
    } else {
      context.out << "listening on " << server.url() << '\n';
    }
    flush(context);
    const std::stop_callback on_stop(context.stop, [&] { server.stop(); });
    server.wait();
  } catch (const server::ListenError& e) {
    throw InputError(e.what());
  }
  return ExitStatus::done;
}

}  // namespace pylos::tools
