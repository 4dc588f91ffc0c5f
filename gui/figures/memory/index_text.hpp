// The index of an access as the source has it, "t + s" of scratch[t + s], and the same with a lane's values
// in it, "4 + 8". Where several accesses stand in one range (a macro's call), the right one is the one whose
// index comes to the element that every lane asks for.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::gui {

// What a name stands for; none: it is no variable.
using ValueOf = std::function<std::optional<std::int64_t>(std::string_view name)>;

// The indices of all "array[…]" in a piece of source.
std::vector<std::string> indices_of(std::string_view source, std::string_view array);
// Of numbers, variables, brackets and + - * / % << >> & | ^; none for anything else, such as a call.
std::optional<std::int64_t> evaluate_index(std::string_view index, const ValueOf& value_of);
// Each variable replaced by its value: "2 * (4 + 1)".
std::string with_values(std::string_view index, const ValueOf& value_of);

// A lane that takes part: what it holds, and which element it asks for.
struct IndexedLane {
  ValueOf value_of;
  std::int64_t element = 0;
};
// The one of `indices` that is meant; empty when that is not sure.
std::string choose_index(const std::vector<std::string>& indices, const std::vector<IndexedLane>& lanes);

}  // namespace lockstep::gui
