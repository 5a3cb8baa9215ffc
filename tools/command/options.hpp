// The options of a subcommand: declared once, parsed strictly, explained by --help.
//
// No abbreviations, no stray arguments, no option twice. Values are read by the getters, which
// throw InputError naming the option; text that came from the user is quoted safely in every
// message.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.hpp"
#include "engine/text.hpp"
#include "tools/command/command.hpp"

namespace pylos::tools {

/// What was given on the command line.
class Options {
 public:
  /// True if the option was given, with or without a value.
  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// The option's text, if it was given with one.
  std::optional<std::string> text(std::string_view name) const;
  /// The text of a positional argument, by its upper-case name.
  std::string positional(std::string_view name) const { return text(name).value_or(""); }
  /// The arguments that the one declared by rest() took, as they came.
  const std::vector<std::string>& rest() const { return rest_; }
  std::uint64_t number(std::string_view name, std::uint64_t least, std::uint64_t most,
                       std::uint64_t otherwise) const;

  // The options that many commands share; see the methods of OptionParser that declare them.
  RuleSet rules() const;
  std::vector<RuleSet> several_rules() const;
  int base() const;
  /// Threads asked for, 1 to kMaxThreads; unless given as many as the machine has, or one if the
  /// system does not start so many. Throws std::runtime_error if it does not start those asked for.
  int threads() const;
  bool json() const { return has("json"); }
  /// The file that --out names, if it was given; throws InputError for an empty name.
  std::optional<std::string> out() const;

 private:
  friend class OptionParser;
  const std::string* find(std::string_view name) const;
  int threads_asked() const;  // 0 unless given
  std::map<std::string, std::string, std::less<>> values_;
  std::vector<std::string> rest_;
};

/// Declares what a command takes.
class OptionParser {
 public:
  /// `example` is a whole command line that works.
  OptionParser(std::string command, std::string summary, std::string example);

  // Each returns the parser, so that declarations chain.
  OptionParser& flag(std::string name, std::string help);
  OptionParser& option(std::string name, std::string value_name, std::string help);
  /// An option whose value may be left out; a value must be joined with '='.
  OptionParser& option_with_optional_value(std::string name, std::string value_name,
                                           std::string help);
  /// A required argument without a dash; they are filled in the order they are declared.
  OptionParser& positional(std::string name, std::string help);
  /// Any number of further arguments without a dash, none included; declared last.
  OptionParser& rest(std::string name, std::string help);

  OptionParser& rules();          ///< --rules R
  OptionParser& several_rules();  ///< --rules R[,R...]|all
  OptionParser& base();           ///< --base 2|3|4
  OptionParser& threads();        ///< --threads N
  OptionParser& one_thread();     ///< --threads N, for work too small to share
  OptionParser& json();           ///< --json

  /// Reads the arguments. Nothing if they ask for --help, which is then written to `out`.
  /// Throws InputError for arguments that were not declared.
  std::optional<Options> parse(Arguments arguments, std::ostream& out) const;

  void write_help(std::ostream& out) const;

 private:
  enum class Kind { flag, option, optional_value, positional, rest };
  struct Declared {
    Kind kind;
    std::string name;
    std::string value_name;
    std::string help;
  };
  OptionParser& declare(Kind kind, std::string name, std::string value_name, std::string help);

  std::string command_;
  std::string summary_;
  std::string example_;
  std::vector<Declared> declared_;
};

}  // namespace pylos::tools
