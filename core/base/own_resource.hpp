// Files embedded in the program's executable, such as its fonts, on systems that support this.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// Returns the contents of the embedded file; empty if there is no file with this name.
std::string_view own_resource(const std::string& name);

}  // namespace lockstep
