// The form of a field (core/base/text/object_fields.hpp) whose type the JSON library supports.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text/object_fields.hpp"

namespace lockstep {

// "is 5, not a text"
std::string mistaken_value(const FieldsJson& json, std::string_view wanted);

// If `is_good` returns true, the library converts the JSON to a T. `wanted` is the name of the type in
// a mistake: "a whole number". T is a string, a Boolean, a 64-bit number, or a list or map of these
// that checked_form.cpp instantiates.
template <class T>
struct CheckedForm {
  std::string wanted;
  std::function<bool(const FieldsJson&)> is_good;
  static FieldsJson json(const T& value);
  std::optional<T> value(const FieldsJson& json) const;
  std::string mistake(const FieldsJson& json) const { return mistaken_value(json, wanted); }
};

}  // namespace lockstep
