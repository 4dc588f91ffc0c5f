// Writes man pages in the format of man(7), for `lockstep` and for each of its subcommands (such
// as lockstep-trace).
#pragma once

#include <string>

#include "cli/manual/description.hpp"

namespace lockstep::cli {

// `release` is printed at the foot of the page: "Lockstep 0.3.0".
std::string program_page(const CommandDescription& program, const std::string& release);
std::string subcommand_page(const CommandDescription& program, const CommandDescription& subcommand,
                            const std::string& release);

}  // namespace lockstep::cli
