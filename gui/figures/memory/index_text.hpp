// Finds the index of an access in the source, such as "t + s" in scratch[t + s], and inserts the values of a
// lane, as in "4 + 8". If a source range contains several accesses (such as a macro call), the correct index
// is the index whose value is the requested element for every lane.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::gui {

// Returns the value of a name; no value if the name is not a variable.
using ValueOf = std::function<std::optional<std::int64_t>(std::string_view name)>;

// Returns the indices of all expressions "array[…]" in a piece of source.
std::vector<std::string> indices_of(std::string_view source, std::string_view array);
// Evaluates an index that consists of numbers, variables, brackets and the operators + - * / % << >> & | ^.
// Returns no value for any other index, such as a call.
std::optional<std::int64_t> evaluate_index(std::string_view index, const ValueOf& value_of);
// Returns the index with each variable replaced by its value: "2 * (4 + 1)".
std::string with_values(std::string_view index, const ValueOf& value_of);

// An active lane: the values of its variables, and the element that it requests.
struct IndexedLane {
  ValueOf value_of;
  std::int64_t element = 0;
};
// Returns the index whose value is the requested element for every lane; empty if no index or more than one
// index matches.
std::string choose_index(const std::vector<std::string>& indices, const std::vector<IndexedLane>& lanes);

}  // namespace lockstep::gui
