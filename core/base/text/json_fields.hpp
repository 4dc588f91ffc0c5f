// Fields of a JSON object whose types have not been checked. A field of another type counts as missing. These
// are templates over the library's types; the caller includes the library.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

namespace lockstep {

template <class T, class Json>
bool is_json_of(const Json& json) {
  if constexpr (std::is_same_v<T, std::string>) return json.is_string();
  if constexpr (std::is_same_v<T, bool>) return json.is_boolean();
  if constexpr (std::is_floating_point_v<T>) return json.is_number();
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    static_assert(std::is_unsigned_v<T>);
    return json.is_number_unsigned() && json.template get<std::uint64_t>() <= std::uint64_t{T(~T{})};
  }
}

template <class T, class Json>
T json_field(const Json& object, const char* key, T otherwise = {}) {
  if (!object.is_object()) return otherwise;
  const auto found = object.find(key);
  return found != object.end() && is_json_of<T>(*found) ? found->template get<T>() : otherwise;
}

// A list or an object to iterate over; empty if the field is missing.
template <class Json>
const Json& json_list(const Json& object, const char* key) {
  static const Json none = Json::array();
  if (!object.is_object()) return none;
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : none;
}
template <class Json>
const Json& json_object(const Json& object, const char* key) {
  static const Json none = Json::object();
  if (!object.is_object()) return none;
  const auto found = object.find(key);
  return found != object.end() && found->is_object() ? *found : none;
}

}  // namespace lockstep
