#include "sim/lab/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/text/text.hpp"

namespace lockstep::lab {
namespace {

const Setting* find_setting(const std::vector<Setting>& settings, std::string_view name) {
  const auto found = std::ranges::find(settings, name, &Setting::name);
  return found == settings.end() ? nullptr : &*found;
}

Result<void> unknown(std::string_view scene, const std::vector<Setting>& settings, const std::string& name) {
  std::vector<std::string> names;
  for (const Setting& setting : settings) names.push_back(setting.name);
  return usage_error(
      fmt::format("The scene {} has no setting \"{}\"; it has {}", scene, name, fmt::join(names, ", ")));
}

Result<void> check_value(const Setting& setting, const std::string& value) {
  if (setting.kind == Setting::Kind::choice &&
      std::ranges::find(setting.choices, value) == setting.choices.end())
    return usage_error(
        fmt::format("{}: \"{}\" is not one of {}", setting.name, value, fmt::join(setting.choices, ", ")));
  if (setting.kind != Setting::Kind::count) return {};
  const Result<std::uint64_t> count = parse_size(value);
  if (!count) return usage_error(fmt::format("{}: {}", setting.name, count.error().message));
  if (*count < setting.low || *count > setting.high)
    return usage_error(fmt::format("{}: {} is not in the range {} to {}", setting.name, count_text(*count),
                                   count_text(setting.low), count_text(setting.high)));
  return {};
}

}  // namespace

Setting count_setting(std::string name, std::string label, std::string help, std::uint64_t unset,
                      std::uint64_t low, std::uint64_t high, std::vector<std::string> choices) {
  return {std::move(name),
          std::move(label),
          std::move(help),
          Setting::Kind::count,
          std::to_string(unset),
          low,
          high,
          std::move(choices)};
}

Setting choice_setting(std::string name, std::string label, std::string help,
                       std::vector<std::string> choices) {
  std::string unset = choices.front();
  return {std::move(name),   std::move(label), std::move(help), Setting::Kind::choice, std::move(unset), 0, 0,
          std::move(choices)};
}

Setting text_setting(std::string name, std::string label, std::string help,
                     std::vector<std::string> examples) {
  std::string unset = examples.front();
  return {std::move(name),    std::move(label), std::move(help), Setting::Kind::text, std::move(unset), 0, 0,
          std::move(examples)};
}

const std::string& SettingReader::text(std::string_view name) const {
  const auto found = values_.find(name);
  return found != values_.end() ? found->second : find_setting(settings_, name)->unset;
}

std::uint64_t SettingReader::count(std::string_view name) const { return parse_size(text(name)).value_or(0); }

Result<void> check_values(std::string_view scene, const std::vector<Setting>& settings,
                          const Values& values) {
  for (const auto& [name, value] : values) {
    const Setting* setting = find_setting(settings, name);
    if (setting == nullptr) return unknown(scene, settings, name);
    if (const Result<void> checked = check_value(*setting, value); !checked) return checked;
  }
  return {};
}

}  // namespace lockstep::lab
