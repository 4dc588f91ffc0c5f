// An undeclared name in capital letters. By convention, such a name is a macro that the host program defines
// in the build options.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace lockstep::sim::language {

struct UndefinedMacro {
  std::string name;
  bool is_type = false;  // a type is expected at this position
};

inline bool is_macro_name(std::string_view name) {
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto fits = [&](char c) { return is_capital(c) || (c >= '0' && c <= '9') || c == '_'; };
  return std::ranges::all_of(name, fits) && std::ranges::any_of(name, is_capital);
}

}  // namespace lockstep::sim::language
