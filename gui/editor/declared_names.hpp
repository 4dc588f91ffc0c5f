// Finds the names that a kernel's text declares: functions, macros, and the parameters and variables of
// the function around a given place. Only the tokens are examined, because text that is being edited
// seldom compiles.
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

// Returns the names in the order of the text. Omits names that are declared after `place` in the same
// function. Also omits a name that ends at `place`, because this name is being typed.
std::vector<DeclaredName> declared_names(const std::vector<std::string>& lines, TextPlace place,
                                         Language language = Language::opencl_c);

}  // namespace lockstep::gui
