#include "engine/record.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include "engine/errors.hpp"
#include "engine/legal_moves.hpp"
#include "engine/quote.hpp"

namespace pylos {
namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view without_space_around(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t begin = std::min(text.find_first_not_of(kSpace), text.size());
  const std::size_t end = text.find_last_not_of(kSpace);
  return end == std::string_view::npos ? std::string_view{} : text.substr(begin, end + 1 - begin);
}

// Takes the headers in brackets from the front of `text`.
struct Header {
  std::optional<std::string_view> rules;
  std::optional<std::string_view> base;
  std::optional<std::string_view> start;
};

Header take_header(std::string_view& text) {
  Header header;
  for (text = without_space_around(text); text.starts_with('[');
       text = without_space_around(text)) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) throw InputError("game: a bracket is not closed");
    const std::string_view inside = text.substr(1, end - 1);
    const std::size_t space = std::min(inside.find(' '), inside.size());
    const std::string_view name = inside.substr(0, space);
    const std::string_view value = without_space_around(inside.substr(space));
    std::optional<std::string_view>* field = name == "rules"   ? &header.rules
                                             : name == "base"  ? &header.base
                                             : name == "start" ? &header.start
                                                               : nullptr;
    if (field == nullptr) {
      throw InputError("game: unknown header " + quoted(name) + ", there are rules, base and start");
    }
    if (field->has_value()) throw InputError("game: header " + quoted(name) + " stands twice");
    *field = value;
    text.remove_prefix(end + 1);
  }
  return header;
}

// The next move of the text, which it is taken from; empty at the end.
std::string_view take_word(std::string_view& text) {
  constexpr std::string_view kSeparators = " ,\t\r\n";
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kSeparators), text.size()));
    if (text.starts_with('{')) {
      const std::size_t end = text.find('}');
      if (end == std::string_view::npos) throw InputError("game: a comment is not closed");
      text.remove_prefix(end + 1);
      continue;
    }
    std::size_t end = std::min(text.find_first_of(" ,\t\r\n{"), text.size());
    const std::string_view word = text.substr(0, end);
    // `12.`, and `12.1b2` without a space between.
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    if (digits > 0 && digits < word.size() && word[digits] == '.') {
      text.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
      continue;
    }
    text.remove_prefix(end);
    return word;
  }
}

}  // namespace

ColouredPosition Record::position(std::size_t plies) const {
  ColouredPosition p = start;
  for (std::size_t i = 0; i < plies; ++i) p = apply(p, moves.at(i));
  return p;
}

std::string to_text(const Record& record) {
  const Game game = record.game;
  std::string text;
  const auto header = [&](const std::string& name, const std::string& value) {
    text += "[" + name + " " + value + "] ";
  };
  if (game.rules != kStandard) header("rules", to_text(game.rules));
  if (game.base != 4) header("base", std::to_string(game.base));
  if (record.start != ColouredPosition{}) header("start", to_text(record.start, game.base));
  for (const Move& move : record.moves) text += to_text(move, game.base) + " ";
  if (!text.empty()) text.pop_back();
  return text;
}

Record record_from_text(std::string_view text, Game game) {
  const Header header = take_header(text);
  Record record{game, {}, {}};
  if (header.rules) record.game.rules = rule_set_from_text(*header.rules);
  if (header.base) {
    if (header.base->size() != 1 || header.base->front() < '2' || header.base->front() > '4') {
      throw InputError("game: base " + quoted(*header.base) + ": there are 2, 3 and 4");
    }
    record.game.base = header.base->front() - '0';
  }
  if (header.start) record.start = position_from_text(*header.start, record.game.base);
  ColouredPosition now = record.start;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    const std::string where = "ply " + std::to_string(record.moves.size() + 1) + " (" +
                              std::string(to_text(now.to_move)) + ")";
    if (legal_moves(now.position, record.game).empty()) {
      throw InputError("game, " + where + ": move " + quoted(word) + " after the end: " +
                       std::string(to_text(now.to_move)) + " has lost in " +
                       to_text(now, record.game.base));
    }
    try {
      record.moves.push_back(move_from_text(word, now.position, record.game));
    } catch (const InputError& e) {
      throw InputError("game, " + where + ": " + e.what() + "; the position is " +
                       to_text(now, record.game.base));
    }
    now = apply(now, record.moves.back());
  }
  return record;
}

bool looks_like_record(std::string_view text) {
  text = without_space_around(text);
  if (text.empty()) return false;
  return text.front() == '[' || text.front() == '{' ||
         std::isdigit(static_cast<unsigned char>(text.front())) != 0;
}

}  // namespace pylos
