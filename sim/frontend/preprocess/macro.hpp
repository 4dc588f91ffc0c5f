// Macros, and the sets of macro names that keep a macro from expanding inside its own expansion.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/frontend/preprocess/token.hpp"

namespace lockstep::sim::language {

struct Macro {
  enum class Kind : std::uint8_t { object, function, line, file, counter };
  Kind kind = Kind::object;
  bool is_variadic = false;  // the last parameter takes the rest: __VA_ARGS__, or args...
  std::vector<std::string_view> parameters;
  std::vector<Token> body;
  std::vector<int> parameter_of;  // by body token: which parameter it is, or -1
};

using MacroTable = std::unordered_map<std::string_view, Macro>;

// Each set exists once and is known by its number; 0 is the empty one.
class HideSets {
 public:
  HideSets() { find({}); }
  bool contains(std::uint32_t set, std::string_view macro) const;
  std::uint32_t with(std::uint32_t set, std::string_view macro);
  std::uint32_t unite(std::uint32_t a, std::uint32_t b);
  std::uint32_t intersect(std::uint32_t a, std::uint32_t b);
  std::size_t size(std::uint32_t set) const { return sets_[set]->size(); }

 private:
  using Names = std::vector<std::string_view>;  // sorted
  std::uint32_t find(Names names);

  std::map<Names, std::uint32_t> numbers_;
  std::vector<const Names*> sets_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> unions_;
};

}  // namespace lockstep::sim::language
