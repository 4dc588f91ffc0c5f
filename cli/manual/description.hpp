// The program's command line as plain values: what `--help` prints, for other writers.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lockstep::cli {

struct OptionDescription {
  std::vector<std::string> names;  // "-h", "--help"; of a positional argument, "ID"
  std::string value;               // "TEXT"; empty: a flag
  std::string initial;             // the value without the option; empty: none
  std::string text;
  bool required = false;
  bool repeated = false;
};

struct CommandDescription {
  std::string name;  // "lockstep" of the program itself
  std::string summary;
  std::vector<OptionDescription> positionals;
  std::vector<OptionDescription> options;
  std::vector<CommandDescription> subcommands;
};

// Without hidden options and subcommands.
CommandDescription describe(const CLI::App& app);

}  // namespace lockstep::cli
