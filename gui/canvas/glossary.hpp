// The meanings of the terms of OpenCL and CUDA. Drawn text, except kernel text, is in the terms that the
// reader chooses (core/base/text/words.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/words.hpp"

namespace lockstep::gui {

// A line for each term that `text` (in OpenCL's terms) mentions, at most two: its name, the other name, and
// its meaning.
std::vector<std::string> glossary_of(std::string_view text, Words words);

}  // namespace lockstep::gui
