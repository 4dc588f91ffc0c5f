#include "gui/lesson/checking/lab_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

#include "core/base/text/text.hpp"
#include "gui/lesson/reading/lesson.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {
namespace {

constexpr std::string_view kLab = "lab.";

// Removes the part of `text` up to and including `separator`, and returns this part without the separator. If
// there is no separator, removes and returns the whole text.
std::string_view take_until(std::string_view& text, std::string_view separator) {
  const std::size_t at = std::min(text.find(separator), text.size());
  const std::string_view taken = trimmed(text.substr(0, at));
  text.remove_prefix(std::min(text.size(), at + separator.size()));
  return taken;
}

// Returns the values of a report by name.
std::map<std::string, double, std::less<>> numbers_of(const lab::Report& report) {
  auto numbers = report.values;
  if (report.accesses.empty()) return numbers;
  const lab::Access& access = report.accesses.front();
  if (!access.detail.transactions.empty())
    numbers["transactions"] = static_cast<double>(access.detail.transactions.size());
  if (!access.detail.passes.empty()) numbers["passes"] = static_cast<double>(access.detail.passes.size());
  numbers["bytes_moved"] = static_cast<double>(access.bytes_moved);
  numbers["bytes_asked"] = static_cast<double>(access.bytes_asked);
  numbers["bytes_used"] = static_cast<double>(access.bytes_used);
  numbers["bytes_unused"] = static_cast<double>(access.bytes_moved - access.bytes_used);
  return numbers;
}

// Reads settings such as "stride 3; offset 1", and stores them in `values`.
Result<void> take_settings(std::string_view words, lab::Values& values) {
  while (!words.empty()) {
    std::string_view setting = take_until(words, ";");
    const std::string name(take_until(setting, " "));
    if (name.empty() || setting.empty())
      return usage_error("A setting of the Lab is a name and a value, as in \"with stride 3; offset 1\".");
    values[name] = std::string(trimmed(setting));
  }
  return {};
}

std::string text_of(double number) {
  return std::floor(number) == number ? fmt::format("{:.0f}", number) : fmt::format("{:.4g}", number);
}

}  // namespace

Result<double> LabValues::count(std::string_view words) const {
  std::string_view rest = words;
  std::string_view before_model = take_until(rest, " on ");
  const std::string model_name = rest.empty() ? model_ : std::string(trimmed(rest));
  const std::string name(take_until(before_model, " with "));
  const auto scene = lab::find_scene(choice_.scene);
  if (!scene) return tl::unexpected(scene.error());
  const auto model = sim::find_device_model(model_name);
  if (!model) return tl::unexpected(model.error());
  lab::Values values;
  if (const auto own = choice_.settings.find(choice_.scene); own != choice_.settings.end())
    values = own->second;
  if (const auto taken = take_settings(before_model, values); !taken) return tl::unexpected(taken.error());
  const auto report = lab::evaluate(**scene, {values, *model});
  if (!report) return tl::unexpected(report.error());
  const auto numbers = numbers_of(*report);
  const auto found = numbers.find(name);
  if (found == numbers.end()) {
    std::vector<std::string> names;
    for (const auto& [each, number] : numbers) names.push_back(each);
    return usage_error(fmt::format("The Lab's scene {} has no value \"{}\": write one of {}.", choice_.scene,
                                   name, fmt::join(names, ", ")));
  }
  return found->second;
}

Result<std::string> LabValues::with_numbers(std::string_view text) const {
  std::string result;
  while (true) {
    const std::size_t open = text.find('{');
    result += text.substr(0, open);
    if (open == std::string_view::npos) return result;
    const std::size_t close = std::min(text.find('}', open), text.size());
    const std::string_view inside = trimmed(text.substr(open + 1, close - open - 1));
    if (!inside.starts_with(kLab) || close == text.size()) {
      result += text.substr(open, close + 1 - open);
    } else {
      const std::string_view words = inside.substr(kLab.size());
      auto known = known_.find(words);
      if (known == known_.end()) known = known_.emplace(words, count(words)).first;
      const Result<double>& number = known->second;
      if (!number) return tl::unexpected(number.error());
      result += text_of(*number);
    }
    text.remove_prefix(std::min(text.size(), close + 1));
  }
}

}  // namespace lockstep::gui
