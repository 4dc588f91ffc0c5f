// The names that a kernel's text declares. By its tokens alone, because a text that is being edited seldom
// compiles: functions, macros, and the parameters and variables of the function around a place.
#pragma once

#include <string>
#include <vector>

#include "core/plan/language.hpp"
#include "gui/editor/text_buffer.hpp"

namespace lockstep::gui {

struct DeclaredName {
  std::string name;
  std::string declaration;  // "__global const int *in", "#define SIZE 64", "int sum(int a, int b)"
  bool is_called = false;   // functions, and macros with parameters
  bool is_local = false;    // parameters and variables of the function
  bool operator==(const DeclaredName&) const = default;
};

// In the order of the text. What is declared below `place` in its function is left out, and so is the name
// that ends there: it is being typed.
std::vector<DeclaredName> declared_names(const std::vector<std::string>& lines, TextPlace place,
                                         Language language = Language::opencl_c);

}  // namespace lockstep::gui
