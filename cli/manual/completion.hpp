// Writes completions for bash and zsh: subcommands, their options, and the values of options and arguments.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/manual/description.hpp"

namespace lockstep::cli {

// Maps an option ("--model") or an argument ("ID", or "bench ID" for only one subcommand) to its possible
// values. Options and arguments that are not in the map are completed with file names.
using CompletionValues = std::map<std::string, std::vector<std::string>>;
// Returns the values, which come from the catalogue, the device models, and the tables of types
// and operators.
CompletionValues completion_values();

std::string bash_completion(const CommandDescription& program, const CompletionValues& values);
std::string zsh_completion(const CommandDescription& program, const CompletionValues& values);

}  // namespace lockstep::cli
