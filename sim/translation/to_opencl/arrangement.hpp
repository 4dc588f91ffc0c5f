// Arranges the translated items in the order of the source, together with its comments and the macros that
// are used.
#pragma once

#include <string>
#include <vector>

#include "sim/translation/to_opencl/writer.hpp"

namespace lockstep::sim::translation::opencl {

std::string arranged(const SourceLayout& layout, const std::vector<Item>& items);

// Removes lines that contain only blanks because their text was removed, trailing blanks, and repeated
// empty lines.
std::string without_empty_lines(const std::string& text);

}  // namespace lockstep::sim::translation::opencl
