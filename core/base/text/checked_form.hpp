// The form of a field (core/base/text/object_fields.hpp) whose type the JSON library knows.
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

// Where `is_good` says so, the library turns the JSON into a T; `wanted` is what a mistake calls it: "a whole
// number". T: a text, a truth value, a number of 64 bits, or a list or map of these that checked_form.cpp
// names.
template <class T>
struct CheckedForm {
  std::string wanted;
  std::function<bool(const FieldsJson&)> is_good;
  static FieldsJson json(const T& value);
  std::optional<T> value(const FieldsJson& json) const;
  std::string mistake(const FieldsJson& json) const { return mistaken_value(json, wanted); }
};

}  // namespace lockstep
