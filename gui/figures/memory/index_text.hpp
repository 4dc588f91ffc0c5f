// The index of an access in the source, such as "t + s" in scratch[t + s], and the index with a lane's
// values, such as "4 + 8". If a range contains several accesses (a macro call), the correct index is the one
// whose value is the requested element for every lane.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::gui {

// The value of a name; no value if the name is not a variable.
using ValueOf = std::function<std::optional<std::int64_t>(std::string_view name)>;

// The indices of all "array[…]" in a piece of source.
std::vector<std::string> indices_of(std::string_view source, std::string_view array);
// Evaluates numbers, variables, brackets and + - * / % << >> & | ^; returns no value for anything else, such
// as a call.
std::optional<std::int64_t> evaluate_index(std::string_view index, const ValueOf& value_of);
// The index with each variable replaced by its value: "2 * (4 + 1)".
std::string with_values(std::string_view index, const ValueOf& value_of);

// An active lane: its variables, and the element that it requests.
struct IndexedLane {
  ValueOf value_of;
  std::int64_t element = 0;
};
// The matching index among `indices`; empty if it is ambiguous.
std::string choose_index(const std::vector<std::string>& indices, const std::vector<IndexedLane>& lanes);

}  // namespace lockstep::gui
