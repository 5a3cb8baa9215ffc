#include "tools/command/options.hpp"

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <boost/program_options.hpp>

#include "engine/errors.hpp"
#include "engine/quote.hpp"
#include "solver/retrograde/solve.hpp"
#include "tools/command/numbers.hpp"
#include "tools/command/startable_threads.hpp"

namespace pylos::tools {
namespace po = boost::program_options;

namespace {

constexpr int kStrictStyle = po::command_line_style::allow_long |
                             po::command_line_style::long_allow_adjacent |
                             po::command_line_style::long_allow_next;

bool asks_for_help(Arguments arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const std::string& a) { return a == "--help" || a == "-h"; });
}

// The library's own messages repeat what the user typed as it is, so they are not used.
std::string fault_of(const po::error_with_option_name& e) {
  const std::string name = quoted(e.get_option_name());
  if (dynamic_cast<const po::unknown_option*>(&e) != nullptr) return "unknown option " + name;
  const auto* syntax = dynamic_cast<const po::invalid_command_line_syntax*>(&e);
  if (syntax != nullptr && syntax->kind() == po::invalid_syntax::extra_parameter) {
    return "option " + name + " takes no value";
  }
  return "option " + name + " needs a value";
}

std::string dashed(std::string_view name) { return "--" + std::string(name); }

}  // namespace

const std::string* Options::find(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

std::optional<std::string> Options::text(std::string_view name) const {
  const std::string* value = find(name);
  if (value == nullptr) return std::nullopt;
  return *value;
}

std::uint64_t Options::number(std::string_view name, std::uint64_t least, std::uint64_t most,
                              std::uint64_t otherwise) const {
  const std::string* value = find(name);
  return value == nullptr ? otherwise : number_from_text(dashed(name), *value, least, most);
}

RuleSet Options::rules() const {
  const std::string* value = find("rules");
  return value == nullptr ? kStandard : rule_set_from_text(*value);
}

std::vector<RuleSet> Options::several_rules() const {
  const std::string* value = find("rules");
  if (value == nullptr) return {kStandard};
  if (*value == "all") return {kAllRuleSets.begin(), kAllRuleSets.end()};
  std::vector<RuleSet> result;
  std::size_t start = 0;
  while (start <= value->size()) {
    const std::size_t end = std::min(value->find(',', start), value->size());
    const RuleSet rules = rule_set_from_text(std::string_view(*value).substr(start, end - start));
    if (std::find(result.begin(), result.end(), rules) != result.end()) {
      throw InputError("--rules " + quoted(*value) + ": " + to_text(rules) + " twice");
    }
    result.push_back(rules);
    start = end + 1;
  }
  return result;
}

int Options::base() const { return static_cast<int>(number("base", 2, 4, 4)); }

int Options::threads_asked() const {
  return static_cast<int>(number("threads", 1, kMaxThreads, 0));
}

int Options::threads() const {
  const int asked = threads_asked();
  const int machine =
      static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, unsigned{kMaxThreads}));
  const int wanted = asked == 0 ? machine : asked;
  const int startable = startable_threads(wanted);
  if (startable == wanted) return wanted;
  // At the limit a single thread is safe: it needs no other ones.
  if (asked == 0) return 1;
  throw std::runtime_error("--threads " + std::to_string(asked) + ": the system starts only " +
                           std::to_string(startable));
}

std::optional<std::string> Options::out() const {
  const auto name = text("out");
  if (name && name->empty()) throw InputError("--out: a name is missing");
  return name;
}

OptionParser::OptionParser(std::string command, std::string summary, std::string example)
    : command_(std::move(command)), summary_(std::move(summary)), example_(std::move(example)) {}

OptionParser& OptionParser::declare(Kind kind, std::string name, std::string value_name,
                                    std::string help) {
  declared_.push_back({kind, std::move(name), std::move(value_name), std::move(help)});
  return *this;
}

OptionParser& OptionParser::flag(std::string name, std::string help) {
  return declare(Kind::flag, std::move(name), "", std::move(help));
}

OptionParser& OptionParser::option(std::string name, std::string value_name, std::string help) {
  return declare(Kind::option, std::move(name), std::move(value_name), std::move(help));
}

OptionParser& OptionParser::option_with_optional_value(std::string name, std::string value_name,
                                                       std::string help) {
  return declare(Kind::optional_value, std::move(name), std::move(value_name), std::move(help));
}

OptionParser& OptionParser::positional(std::string name, std::string help) {
  return declare(Kind::positional, std::move(name), "", std::move(help));
}

OptionParser& OptionParser::rest(std::string name, std::string help) {
  return declare(Kind::rest, std::move(name), "", std::move(help));
}

OptionParser& OptionParser::rules() {
  return option(
      "rules", "R",
      "rule set: children, standard (unless given) or advanced, with +min0 and +mayraise");
}

OptionParser& OptionParser::several_rules() {
  return option("rules", "R[,R...]",
                "rule sets: children, standard (unless given) or advanced, with +min0 and "
                "+mayraise; several with commas, or all");
}

OptionParser& OptionParser::base() {
  return option("base", "B", "base side of the board: 2, 3 or 4 (unless given)");
}

OptionParser& OptionParser::threads() {
  return option("threads", "N",
                "worker threads, 1 to " + std::to_string(kMaxThreads) +
                    "; as many as the machine has unless given");
}

OptionParser& OptionParser::one_thread() {
  return option("threads", "N",
                "taken by every command; this one is done before threads could help");
}

OptionParser& OptionParser::json() { return flag("json", "one JSON document instead of text"); }

std::optional<Options> OptionParser::parse(Arguments arguments, std::ostream& out) const {
  if (asks_for_help(arguments)) {
    write_help(out);
    return std::nullopt;
  }

  po::options_description known;
  std::vector<std::string> names;  // of the positional arguments
  bool takes_rest = false;
  std::vector<std::string> may_stand_alone;
  for (const Declared& d : declared_) {
    if (d.kind == Kind::positional) {
      names.push_back(d.name);
    } else if (d.kind == Kind::rest) {
      takes_rest = true;
    } else if (d.kind == Kind::flag) {
      known.add_options()(d.name.c_str(), "");
    } else {
      known.add_options()(d.name.c_str(), po::value<std::string>(), "");
      if (d.kind == Kind::optional_value) may_stand_alone.push_back(dashed(d.name));
    }
  }

  Options options;
  const auto give = [&](const std::string& name, std::string value) {
    if (!options.values_.emplace(name, std::move(value)).second) {
      throw InputError("option --" + name + " is given twice");
    }
  };
  // The library would take the next argument for the value of an option that stands alone.
  std::vector<std::string> rest;
  for (const std::string& argument : arguments) {
    if (std::find(may_stand_alone.begin(), may_stand_alone.end(), argument) !=
        may_stand_alone.end()) {
      give(argument.substr(2), "");
    } else {
      rest.push_back(argument);
    }
  }

  std::vector<std::string> stray;
  try {
    const po::parsed_options parsed =
        po::command_line_parser(rest).options(known).style(kStrictStyle).run();
    for (const po::option& o : parsed.options) {
      if (o.position_key >= 0) {
        stray.insert(stray.end(), o.value.begin(), o.value.end());
      } else {
        give(o.string_key, o.value.empty() ? "" : o.value.front());
      }
    }
  } catch (const po::error_with_option_name& e) {
    throw InputError(fault_of(e) + "; see pylos " + command_ + " --help");
  }

  if (takes_rest && stray.size() > names.size()) {
    options.rest_.assign(stray.begin() + static_cast<std::ptrdiff_t>(names.size()), stray.end());
    stray.resize(names.size());
  }
  if (stray.size() > names.size()) {
    const bool split_position =
        !names.empty() && (stray[names.size()] == "l" || stray[names.size()] == "d");
    throw InputError("unexpected argument " + quoted(stray[names.size()]) +
                     (split_position ? "; a position is one argument: put it in quotes, or write _ "
                                       "for the space"
                                     : "; see pylos " + command_ + " --help"));
  }
  if (stray.size() < names.size()) {
    throw InputError(names[stray.size()] + " is missing; see pylos " + command_ + " --help");
  }
  for (std::size_t i = 0; i < names.size(); ++i) options.values_[names[i]] = stray[i];
  static_cast<void>(options.threads_asked());  // also where nobody asks
  return options;
}

void OptionParser::write_help(std::ostream& out) const {
  std::vector<std::pair<std::string, std::string>> lines;
  std::string usage = "pylos " + command_;
  for (const Declared& d : declared_) {
    if (d.kind == Kind::positional) {
      usage += " " + d.name;
      lines.emplace_back(d.name, d.help);
    }
  }
  for (const Declared& d : declared_) {
    if (d.kind == Kind::rest) {
      usage += " [" + d.name + "...]";
      lines.emplace_back(d.name, d.help);
    }
  }
  for (const Declared& d : declared_) {
    switch (d.kind) {
      case Kind::positional:
      case Kind::rest:
        break;
      case Kind::flag:
        lines.emplace_back("--" + d.name, d.help);
        break;
      case Kind::option:
        lines.emplace_back("--" + d.name + " " + d.value_name, d.help);
        break;
      case Kind::optional_value:
        lines.emplace_back("--" + d.name + "[=" + d.value_name + "]", d.help);
        break;
    }
  }
  lines.emplace_back("--help", "this text");

  std::size_t width = 0;
  for (const auto& [left, right] : lines) width = std::max(width, left.size());
  out << "usage: " << usage << " [OPTION...]\n\n" << summary_ << "\n\n";
  constexpr std::size_t kLineLength = 96;
  for (const auto& [left, right] : lines) {
    const std::size_t indent = width + 4;
    out << "  " << left << std::string(indent - 2 - left.size(), ' ');
    std::size_t column = indent;
    std::size_t start = 0;
    while (start < right.size()) {  // word by word
      const std::size_t end = std::min(right.find(' ', start), right.size());
      if (column > indent && column + 1 + end - start > kLineLength) {
        out << '\n' << std::string(indent, ' ');
        column = indent;
      } else if (column > indent) {
        out << ' ';
        ++column;
      }
      out << right.substr(start, end - start);
      column += end - start;
      start = end + 1;
    }
    out << '\n';
  }
  out << "\nexample: " << example_ << '\n';
}

}  // namespace pylos::tools
