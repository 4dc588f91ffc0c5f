// What was written, in the order of the source, with the source's comments and the macros that it names.
#pragma once

#include <string>
#include <vector>

#include "sim/translation/to_opencl/writer.hpp"

namespace lockstep::sim::translation::opencl {

std::string arranged(const SourceLayout& layout, const std::vector<Item>& items);

// Lines of blanks alone are what is left of lines whose text has gone.
std::string without_empty_lines(const std::string& text);

}  // namespace lockstep::sim::translation::opencl
