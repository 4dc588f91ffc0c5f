// Explains terms of OpenCL and CUDA. All drawn text except kernel text uses the terms that the reader
// chooses (core/base/text/words.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/words.hpp"

namespace lockstep::gui {

// Returns one line for each term that is mentioned in `text`, at most two lines. `text` uses OpenCL's terms.
// A line contains the term in `words`, its name in the other language, and its meaning.
std::vector<std::string> glossary_of(std::string_view text, Words words);

}  // namespace lockstep::gui
