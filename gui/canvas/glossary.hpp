// The meanings of the terms of OpenCL and CUDA. Drawn text, except kernel text, is in the terms that the
// reader chooses (core/base/text/words.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/words.hpp"

namespace lockstep::gui {

// One line for each term mentioned in `text` (in OpenCL's terms), at most two lines: the name, the other name
// and the meaning.
std::vector<std::string> glossary_of(std::string_view text, Words words);

}  // namespace lockstep::gui
