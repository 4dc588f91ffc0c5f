// The settings of a scene. Each setting is defined once; the option of the command line, the field of a
// scene file and the control in the window are derived from this definition. Values are texts until a scene
// reads them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::lab {

// Values by the name of the setting. A setting without a value has the default.
using Values = std::map<std::string, std::string, std::less<>>;

struct Setting {
  enum class Kind : std::uint8_t { count, choice, text };
  std::string name;   // "stride": --stride
  std::string label;  // in the window: "stride"
  std::string help;   // "Elements from one lane to the next"
  Kind kind = Kind::count;
  std::string unset;                 // its default
  std::uint64_t low = 0, high = 0;   // of a count
  std::vector<std::string> choices;  // all choices of a choice; examples for a count or a text
};

// Returns a setting whose value is a count from `low` to `high`.
Setting count_setting(std::string name, std::string label, std::string help, std::uint64_t unset,
                      std::uint64_t low, std::uint64_t high, std::vector<std::string> choices);
Setting choice_setting(std::string name, std::string label, std::string help,
                       std::vector<std::string> choices);
// Returns a setting whose value is a text. `examples` are the choices in the window; the first is
// the default.
Setting text_setting(std::string name, std::string label, std::string help,
                     std::vector<std::string> examples);

// Reads values according to the settings of one scene.
class SettingReader {
 public:
  SettingReader(const std::vector<Setting>& settings, const Values& values)
      : settings_(settings), values_(values) {}
  // Returns the value as typed, or the default.
  const std::string& text(std::string_view name) const;
  std::uint64_t count(std::string_view name) const;  // requires that the values have been checked

 private:
  const std::vector<Setting>& settings_;
  const Values& values_;
};

// Returns a usage error for an unknown name (with a list of the names), for a count outside its range, and
// for an unknown choice (with a list of the choices).
Result<void> check_values(std::string_view scene, const std::vector<Setting>& settings, const Values& values);

}  // namespace lockstep::lab
