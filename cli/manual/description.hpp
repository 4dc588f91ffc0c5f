// Describes the program's command line as plain values. They are the contents of `--help`, for other
// output formats.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lockstep::cli {

struct OptionDescription {
  std::vector<std::string> names;  // "-h", "--help"; for a positional argument, "ID"
  std::string value;               // "TEXT"; empty for a flag
  std::string initial;             // default value; may be empty
  std::string text;
  bool required = false;
  bool repeated = false;
};

struct CommandDescription {
  std::string name;  // "lockstep" for the program itself
  std::string summary;
  std::vector<OptionDescription> positionals;
  std::vector<OptionDescription> options;
  std::vector<CommandDescription> subcommands;
};

// Returns the description of a command without hidden options and subcommands.
CommandDescription describe(const CLI::App& app);

}  // namespace lockstep::cli
