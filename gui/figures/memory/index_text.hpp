// The index of an access in the source, "t + s" in scratch[t + s], and the same with a lane's values, "4 +
// 8". If a range contains several accesses (a macro call), the right one is the one whose index gives the
// element that every lane requests.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::gui {

// The value of a name; empty if it is not a variable.
using ValueOf = std::function<std::optional<std::int64_t>(std::string_view name)>;

// The indices of all "array[…]" in a piece of source.
std::vector<std::string> indices_of(std::string_view source, std::string_view array);
// For numbers, variables, brackets and + - * / % << >> & | ^; empty for anything else, such as a call.
std::optional<std::int64_t> evaluate_index(std::string_view index, const ValueOf& value_of);
// With the value of each variable: "2 * (4 + 1)".
std::string with_values(std::string_view index, const ValueOf& value_of);

// An active lane: its variables, and the element that it requests.
struct IndexedLane {
  ValueOf value_of;
  std::int64_t element = 0;
};
// The matching one of `indices`; empty if it is not certain.
std::string choose_index(const std::vector<std::string>& indices, const std::vector<IndexedLane>& lanes);

}  // namespace lockstep::gui
