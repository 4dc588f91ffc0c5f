#include "gui/undo/difference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"
#include "gui/scene_files/scenes.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kMaxNamed = 3, kMaxValueBytes = 40;

nlohmann::json fields_of(AppState state) {
  // Fields that undo does not change, or that change as a side effect.
  state.edited_texts.clear();
  state.position.reset();
  state.after_row.reset();
  state.in_front.clear();
  state.tab.clear();
  state.overlay = {};
  return parse_json<nlohmann::json>(to_scene(state)).value();
}

// Returns the name of a field in words: "group_size" becomes "group size".
std::string in_plain_words(std::string key) {
  std::ranges::replace(key, '_', ' ');
  return key;
}

std::string value_in_words(const nlohmann::json& value) {
  if (value.is_string()) return shortened(value.get<std::string>(), kMaxValueBytes);
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  return value.dump();
}

std::string sentence_part(const std::string& key, const nlohmann::json& from, const nlohmann::json& to) {
  const std::string name = in_plain_words(key);
  if (!to.contains(key)) return name + " is gone again";
  const nlohmann::json& value = to.at(key);
  if (value.is_primitive()) return fmt::format("{} is {} again", name, value_in_words(value));
  // For an object such as "benchmark", the first field that differs is named.
  if (value.is_object() && from.contains(key) && from.at(key).is_object())
    for (const auto& [inner, inner_value] : value.items())
      if (from.at(key).value(inner, nlohmann::json()) != inner_value)
        return sentence_part(inner, from.at(key), value);
  return name + " as before";
}

}  // namespace

std::string difference(const AppState& from, const AppState& to) {
  const nlohmann::json before = fields_of(from), after = fields_of(to);
  std::vector<std::string> parts;
  for (const auto& object : {after, before})
    for (const auto& [key, value] : object.items()) {
      const bool differs = !before.contains(key) || !after.contains(key) || before.at(key) != after.at(key);
      const std::string part = differs ? sentence_part(key, before, after) : "";
      if (differs && std::ranges::find(parts, part) == parts.end()) parts.push_back(part);
    }
  if (parts.empty()) return "a setting that scenes do not contain";
  const std::size_t more = parts.size() > kMaxNamed ? parts.size() - kMaxNamed : 0;
  parts.resize(parts.size() - more);
  return fmt::format("{}{}", fmt::join(parts, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace lockstep::gui
