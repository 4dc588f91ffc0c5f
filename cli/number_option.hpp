// Checks the typed text of options with a number by core/base/text/checked_number.hpp, before CLI11 reads
// the text.
#pragma once

#include <cstdint>

#include "core/base/text/checked_number.hpp"

namespace CLI {
class Validator;
}

namespace lockstep::cli {

// Validators for Option::transform().
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
CLI::Validator real_number(double least, double most);

}  // namespace lockstep::cli
