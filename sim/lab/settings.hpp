// The settings of a scene, each defined once: the option of the command line, the field of a scene
// file and the choice in the window are made of it. Values are text until a scene reads them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::lab {

// By the name of the setting; a missing one has its default.
using Values = std::map<std::string, std::string, std::less<>>;

struct Setting {
  enum class Kind : std::uint8_t { count, choice, text };
  std::string name;   // "stride": --stride
  std::string label;  // in the window: "stride"
  std::string help;   // "Elements from one lane's to the next one's"
  Kind kind = Kind::count;
  std::string unset;                 // its default
  std::uint64_t low = 0, high = 0;   // of a count
  std::vector<std::string> choices;  // all of them, or of a count or a text some to choose from
};

// A count from `low` to `high`.
Setting count_setting(std::string name, std::string label, std::string help, std::uint64_t unset,
                      std::uint64_t low, std::uint64_t high, std::vector<std::string> choices);
Setting choice_setting(std::string name, std::string label, std::string help,
                       std::vector<std::string> choices);
// `examples`: to choose from in the window; the first is the default.
Setting text_setting(std::string name, std::string label, std::string help,
                     std::vector<std::string> examples);

// Reads values by the settings of one scene.
class SettingReader {
 public:
  SettingReader(const std::vector<Setting>& settings, const Values& values)
      : settings_(settings), values_(values) {}
  // As typed, or the default.
  const std::string& text(std::string_view name) const;
  std::uint64_t count(std::string_view name) const;  // of checked values

 private:
  const std::vector<Setting>& settings_;
  const Values& values_;
};

// A usage error: an unknown name, with the one that is nearly right; a count outside its range; an unknown
// choice.
Result<void> check_values(std::string_view scene, const std::vector<Setting>& settings, const Values& values);

}  // namespace lockstep::lab
