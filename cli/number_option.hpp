// Options with a number: what is typed passes core/base/checked_number.hpp before CLI11 reads it.
#pragma once

#include <CLI/CLI.hpp>

#include "core/base/checked_number.hpp"

namespace lockstep::cli {

// For Option::transform().
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
CLI::Validator real_number(double least, double most);

}  // namespace lockstep::cli
