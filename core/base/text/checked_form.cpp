#include "core/base/text/checked_form.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/text/json.hpp"

namespace lockstep {

std::string mistaken_value(const FieldsJson& json, std::string_view wanted) {
  return fmt::format("is {}, not {}", quoted_json(json), wanted);
}

template <class T>
FieldsJson CheckedForm<T>::json(const T& value) {
  return value;
}

template <class T>
std::optional<T> CheckedForm<T>::value(const FieldsJson& json) const {
  return is_good(json) ? std::optional(json.get<T>()) : std::nullopt;
}

template struct CheckedForm<bool>;
template struct CheckedForm<std::int64_t>;
template struct CheckedForm<std::uint64_t>;
template struct CheckedForm<double>;
template struct CheckedForm<std::string>;
template struct CheckedForm<std::vector<std::string>>;
template struct CheckedForm<std::vector<std::uint64_t>>;
template struct CheckedForm<std::map<std::string, std::string>>;

}  // namespace lockstep
