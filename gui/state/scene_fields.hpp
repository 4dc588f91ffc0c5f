// The fields of a scene (gui/scene/scene.hpp), each named once: the same function reads them from a file and
// writes them to it. A page names its own.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gui/state/state.hpp"

namespace lockstep::gui {

class SceneFields {
 public:
  virtual ~SceneFields() = default;

  // While reading: the scene has it.
  virtual bool has(const char* key) const = 0;
  // A missing field keeps its value; one of the wrong type, too, and is reported.
  enum class Empty : std::uint8_t { written, left_out };
  virtual void text(const char* key, std::string& value, Empty empty = Empty::written) = 0;
  virtual void flag(const char* key, bool& value) = 0;
  virtual void count(const char* key, std::uint64_t& value) = 0;
  virtual void count(const char* key, std::optional<std::uint64_t>& value) = 0;
  virtual void counts(const char* key, std::vector<std::uint64_t>& values) = 0;
  virtual void texts(const char* key, std::vector<std::string>& values) = 0;
  // A text that `is_known` accepts.
  using IsKnown = std::function<bool(const std::string&)>;
  virtual void word(const char* key, std::string& value, const IsKnown& is_known) = 0;
  // An object of the fields that `part` names.
  virtual void object(const char* key, const std::function<void(SceneFields&)>& part) = 0;

  // From `low` to `high`; a whole number where T is one.
  template <class T>
  void number(const char* key, double low, double high, T& value) {
    auto exact = static_cast<double>(value);
    number_field(key, low, high, std::is_integral_v<T>, exact);
    value = static_cast<T>(exact);
  }
  // One of an enumeration's values, by its name().
  template <class E, std::size_t N>
  void one_of(const char* key, E& value, const E (&values)[N]) {
    parsed(key, value, std::string(name(value)),
           [&](const std::string& text) { return parse_one_of(values, text); });
  }
  // A value that is written as `text` and read by `parse`, which gives none for an unknown word.
  template <class T, class Parse>
  void parsed(const char* key, T& value, std::string text, Parse parse) {
    word(key, text, [&](const std::string& candidate) { return parse(candidate).has_value(); });
    if (const std::optional<T> read = parse(text)) value = *read;
  }

 protected:
  virtual void number_field(const char* key, double low, double high, bool whole, double& value) = 0;
};

}  // namespace lockstep::gui
