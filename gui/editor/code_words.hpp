// The words of OpenCL C that a kernel's text uses without declaring them, from the tables of the simulator's
// compiler.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::gui {

bool is_code_keyword(std::string_view name);     // statements, qualifiers, address spaces
bool is_predefined_type(std::string_view name);  // `int` and `float4`
bool is_predefined_constant(std::string_view name);

// Sorted.
const std::vector<std::string>& code_keywords();
const std::vector<std::string>& predefined_types();
const std::vector<std::string>& predefined_constants();

}  // namespace lockstep::gui
