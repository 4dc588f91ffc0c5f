// Files inside the program's own file, such as its fonts, where the system has such.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// Empty: it has none of this name.
std::string_view own_resource(const std::string& name);

}  // namespace lockstep
