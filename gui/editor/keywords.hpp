// The words of OpenCL C and of CUDA C++ that kernels use without declaring them. They are taken from the
// tables of the simulator's compiler.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/language.hpp"

namespace lockstep::gui {

// Returns true for words of statements, qualifiers and address spaces.
bool is_code_keyword(std::string_view name, Language language = Language::opencl_c);
// Returns true for types such as `int` and `float4`.
bool is_predefined_type(std::string_view name, Language language = Language::opencl_c);
bool is_predefined_constant(std::string_view name, Language language = Language::opencl_c);
bool is_called_without_declaration(std::string_view name, Language language = Language::opencl_c);

// Return the words of a language in alphabetical order.
const std::vector<std::string>& code_keywords(Language language = Language::opencl_c);
const std::vector<std::string>& predefined_types(Language language = Language::opencl_c);
const std::vector<std::string>& predefined_constants(Language language = Language::opencl_c);

}  // namespace lockstep::gui
