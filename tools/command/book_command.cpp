#include "tools/command/book_command.hpp"

#include <ostream>
#include <sstream>
#include <string>

#include "engine/errors.hpp"
#include "engine/quote.hpp"
#include "solver/book/book.hpp"
#include "solver/book/book_file.hpp"
#include "solver/work/output_file.hpp"
#include "solver/retrograde/solve.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"
#include "tools/command/progress.hpp"

namespace pylos::tools {
namespace {

OptionParser parser() {
  return OptionParser(
             "book",
             "Makes an opening book from a database: every position within some plies of the empty "
             "board (full), one winning reply to every move of the loser (winning), or the loser's "
             "longest resistance (resist). Symmetries and transpositions are merged. With --read "
             "it "
             "answers from a book, without the database; a position that is not in it is unknown.",
             "pylos book standard.pylos --plies 4 --kind winning")
      .rest("FILE|POSITION", "a database, as solve --out writes it; with --read, positions")
      .option("plies", "N", "plies from the empty board; must be given but with --read")
      .option("kind", "KIND", "full, winning or resist; full unless given")
      .option(
          "side", "SIDE",
          "light, dark or both: whose moves; both, or the side that wins or loses, unless given")
      .option("out", "BOOK",
              "writes a file, which must not be there yet, instead of standard output")
      .option("format", "F",
              "csv, jsonl or binary; binary for files and csv elsewhere unless given")
      .option("read", "BOOK", "answers from a binary book")
      .one_thread()
      .flag("json", "JSON instead of text; lines of it where there are many");
}

enum class Format { csv, jsonl, binary };

Format format_of(const Options& options) {
  const auto text = options.text("format");
  if (!text) {
    if (options.has("out")) return Format::binary;
    return options.json() ? Format::jsonl : Format::csv;
  }
  if (*text == "csv") return Format::csv;
  if (*text == "jsonl") return Format::jsonl;
  if (*text != "binary")
    throw InputError("--format " + pylos::quoted(*text) + ": there are csv, jsonl and binary");
  if (!options.has("out")) throw InputError("--format binary: needs --out");
  return Format::binary;
}

book::BookOptions book_options(const Options& options, Context& context) {
  book::BookOptions result;
  if (!options.has("plies")) throw InputError("--plies must be given; see pylos book --help");
  result.plies = static_cast<int>(options.number("plies", 0, book::kMostPlies, 0));
  if (const auto text = options.text("kind")) {
    const auto kind = book::kind_from_text(*text);
    if (!kind)
      throw InputError("--kind " + pylos::quoted(*text) + ": there are full, winning and resist");
    result.kind = *kind;
  }
  if (const auto text = options.text("side")) {
    if (*text == "light") result.side = Colour::light;
    if (*text == "dark") result.side = Colour::dark;
    if (!result.side && *text != "both")
      throw InputError("--side " + pylos::quoted(*text) + ": there are light, dark and both");
    if (*text == "both" && result.kind != book::Kind::full) {
      throw InputError("--side both: a " + std::string(to_text(result.kind)) +
                       " book is for one side");
    }
  }
  result.stop = context.stop;
  return result;
}

std::string side_text(const book::Book& book) {
  return book.side ? std::string(to_text(*book.side)) : "both";
}

Json heading_json(const book::Book& book) {
  Json json = json_of(book.game);
  json["kind"] = to_text(book.kind);
  json["side"] = side_text(book);
  json["depth"] = book.plies;
  json["database_checksum"] = hexadecimal(book.database_checksum);
  json["entries"] = book.entries.size();
  return json;
}

std::vector<std::string> move_texts(const std::vector<Move>& moves, int base) {
  std::vector<std::string> texts;
  for (const Move& m : moves) texts.push_back(to_text(m, base));
  return texts;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " ") + text;
  return all;
}

std::string csv(const book::Book& book) {
  std::ostringstream out;
  out << "# pylos book, rules " << to_text(book.game.rules) << ", base " << book.game.base
      << ", kind " << to_text(book.kind) << ", side " << side_text(book) << ", plies " << book.plies
      << ", database checksum " << hexadecimal(book.database_checksum) << '\n'
      << "ply,position,value,plies,moves\n";
  for (const book::BookEntry& e : book.entries) {
    out << e.ply << ',' << to_text(e.start, book.game.base) << ',' << to_text(e.value.outcome)
        << ',';
    if (e.value.plies) out << *e.value.plies;
    out << ',' << joined(move_texts(e.best, book.game.base)) << '\n';
  }
  return std::move(out).str();
}

std::string json_lines(const book::Book& book) {
  std::string text = heading_json(book).dump() + '\n';
  for (const book::BookEntry& e : book.entries) {
    Json json{{"ply", e.ply}, {"position", to_text(e.start, book.game.base)}};
    add_value(json, e.value);
    json["moves"] = move_texts(e.best, book.game.base);
    text += json.dump() + '\n';
  }
  return text;
}

void write_file(const book::Book& book, Format format, const std::string& path) {
  if (format == Format::binary) return book::write_book(book, path);
  OutputFile file(path);
  file.append(format == Format::csv ? csv(book) : json_lines(book));
  file.finish();
}

book::Book make_with_progress(const Options& options, Context& context) {
  book::BookOptions wanted = book_options(options, context);
  if (options.rest().size() != 1)
    throw InputError("one database must be given; see pylos book --help");
  const database::Database database(options.rest().front());
  ProgressMeter meter(context, "making a book", "positions");
  wanted.progress = [&](std::uint64_t positions) { meter.update(positions, 0); };
  return book::make_book(database, wanted);
}

ExitStatus make(const Options& options, Context& context) {
  const Format format = format_of(options);
  const auto out = options.out();
  if (out) check_can_write(*out, 0);
  book::Book book;
  try {
    book = make_with_progress(options, context);
  } catch (const book::NoSuchBook& e) {
    context.err << "pylos book: " << e.what() << '\n';
    return ExitStatus::no;
  }
  if (!out) {
    context.out << (format == Format::csv ? csv(book) : json_lines(book));
    return ExitStatus::done;
  }
  write_file(book, format, *out);
  if (options.json()) {
    Json json = heading_json(book);
    json["file"] = *out;
    write(context.out, json);
  } else {
    context.out << *out << ": " << to_text(book.kind) << " book, " << to_text(book.game.rules)
                << ", base " << book.game.base << ", side " << side_text(book) << ", "
                << plies_text(book.plies) << ", " << with_thousands(book.entries.size())
                << " entries\n";
  }
  return ExitStatus::done;
}

ExitStatus answer(const Options& options, Context& context) {
  for (const char* name : {"plies", "kind", "side", "out", "format"}) {
    if (options.has(name)) throw InputError("--" + std::string(name) + ": not with --read");
  }
  const book::Book book = book::read_book(*options.text("read"));
  const int base = book.game.base;
  std::vector<ColouredPosition> positions;
  for (const std::string& text : options.rest())
    positions.push_back(position_from_text(text, base));
  if (positions.empty()) {
    if (options.json()) {
      context.out << heading_json(book).dump() << '\n';
    } else {
      context.out << to_text(book.kind) << " book, " << to_text(book.game.rules) << ", base "
                  << base << ", side " << side_text(book) << ", " << plies_text(book.plies) << ", "
                  << with_thousands(book.entries.size()) << " entries, database checksum "
                  << hexadecimal(book.database_checksum) << '\n';
    }
    return ExitStatus::done;
  }
  for (const ColouredPosition& p : positions) {
    const auto found = book::find(book, p.position);
    const book::BookAnswer said = found.value_or(book::BookAnswer{});
    if (options.json()) {
      Json json = json_of(book.game);
      json["position"] = to_text(p, base);
      add_value(json, said.value);
      json["winner"] = winner_json(said.value, p.to_move);
      json["moves"] = Json::array();
      for (const Move& m : said.best) {
        json["moves"].push_back(
            {{"move", to_text(m, base)}, {"position", to_text(apply(p, m), base)}});
      }
      context.out << json.dump() << '\n';
    } else {
      context.out << to_text(p, base) << "  "
                  << (found ? verdict_text(said.value, p.to_move) : "not in the book");
      if (!said.best.empty()) context.out << "  " << joined(move_texts(said.best, base));
      context.out << '\n';
    }
  }
  return ExitStatus::done;
}

}  // namespace

ExitStatus run_book(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  return options->has("read") ? answer(*options, context) : make(*options, context);
}

}  // namespace pylos::tools
