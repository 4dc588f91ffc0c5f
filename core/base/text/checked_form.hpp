// A form of a JSON value (core/base/text/object_fields.hpp) for types that the JSON library can convert.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text/object_fields.hpp"

namespace lockstep {

// Returns the mistake in a value: "is 5, not a text" if `wanted` is "a text".
std::string mistaken_value(const FieldsJson& json, std::string_view wanted);

// The library converts the JSON to a T if `is_good` returns true; otherwise the mistake says that the value
// is not `wanted`, for example "a whole number". T is a string, a Boolean, a 64-bit number, or a list or map
// of these; checked_form.cpp instantiates the template.
template <class T>
struct CheckedForm {
  std::string wanted;
  std::function<bool(const FieldsJson&)> is_good;
  static FieldsJson json(const T& value);
  std::optional<T> value(const FieldsJson& json) const;
  std::string mistake(const FieldsJson& json) const { return mistaken_value(json, wanted); }
};

}  // namespace lockstep
