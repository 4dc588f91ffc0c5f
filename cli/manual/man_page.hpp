// A man page in the language of man(7), for `lockstep` and for each of its subcommands (lockstep-trace).
#pragma once

#include <string>

#include "cli/manual/description.hpp"

namespace lockstep::cli {

// `release`: "Lockstep 0.3.0", for the foot of the page.
std::string program_page(const CommandDescription& program, const std::string& release);
std::string subcommand_page(const CommandDescription& program, const CommandDescription& subcommand,
                            const std::string& release);

}  // namespace lockstep::cli
