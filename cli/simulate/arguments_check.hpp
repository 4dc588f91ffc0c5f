// Does an argument that was typed fit the kernel's parameter? Said in the words of the command line; the
// simulator checks again in its own.
#pragma once

#include <string>

#include "cli/simulate/arguments.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::cli {

// `number` counts from 1.
Result<void> check_argument(std::size_t number, const sim::Parameter& parameter,
                            const ParsedArgument& argument, const std::string& text);

}  // namespace lockstep::cli
