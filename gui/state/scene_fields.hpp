// Declares the fields of a scene (gui/scene/scene.hpp). Each field is declared once, in a function that both
// reads fields from a file and writes them to a file. A page declares its own fields. A missing or invalid
// field keeps its value, and invalid fields are reported.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/text/object_fields.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

class SceneFields {
 public:
  explicit SceneFields(const FieldReader& reader) : reader_(&reader) {}
  explicit SceneFields(FieldWriter& writer) : writer_(&writer) {}

  bool reads() const { return reader_ != nullptr; }
  // Returns true while a scene that contains the field is read.
  bool has(const char* key) const { return reads() && reader_->has(key); }

  enum class Empty : std::uint8_t { written, left_out };
  void text(const char* key, std::string& value, Empty empty = Empty::written);
  void flag(const char* key, bool& value);
  void count(const char* key, std::uint64_t& value);
  void count(const char* key, std::optional<std::uint64_t>& value);
  void counts(const char* key, std::vector<std::uint64_t>& values);
  void texts(const char* key, std::vector<std::string>& values);
  // A text for which `is_known` returns true.
  using IsKnown = std::function<bool(const std::string&)>;
  void word(const char* key, std::string& value, const IsKnown& is_known);
  // An object with the fields that `part` declares.
  void object(const char* key, const std::function<void(SceneFields&)>& part);

  template <class T, class Form>
  void form(const char* key, T& value, const Form& form) {
    if (!reads()) return writer_->form(key, value, form);
    if (reader_->has(key)) reader_->form(key, value, form);
  }
  // A number from `low` to `high`; a whole number if T is an integer type.
  template <class T>
  void number(const char* key, double low, double high, T& value) {
    auto exact = static_cast<double>(value);
    number_field(key, low, high, std::is_integral_v<T>, exact);
    value = static_cast<T>(exact);
  }
  // A value of an enumeration, by its name().
  template <class E, std::size_t N>
  void one_of(const char* key, E& value, const E (&values)[N]) {
    parsed(key, value, std::string(name(value)),
           [&](const std::string& text) { return parse_one_of(values, text); });
  }
  // A value that is written as `text` and read by `parse`, which returns no value for an unknown word.
  template <class T, class Parse>
  void parsed(const char* key, T& value, std::string text, Parse parse) {
    word(key, text, [&](const std::string& candidate) { return parse(candidate).has_value(); });
    if (const std::optional<T> read = parse(text)) value = *read;
  }

 private:
  void number_field(const char* key, double low, double high, bool whole, double& value);

  const FieldReader* reader_ = nullptr;
  FieldWriter* writer_ = nullptr;  // null while reading
};

}  // namespace lockstep::gui
