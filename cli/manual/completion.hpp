// Completions for bash and zsh: subcommands, their options, and the values of options and arguments.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/manual/description.hpp"

namespace lockstep::cli {

// The values of an option ("--model") or of an argument ("ID", or "bench ID" for one subcommand only). Names
// that are not in the map are completed with files.
using CompletionValues = std::map<std::string, std::vector<std::string>>;
// The values from the catalogue, the device models, and the tables of types and operators.
CompletionValues completion_values();

std::string bash_completion(const CommandDescription& program, const CompletionValues& values);
std::string zsh_completion(const CommandDescription& program, const CompletionValues& values);

}  // namespace lockstep::cli
