// The errors and the unsaved changes of the launch form: where errors are marked and said, and how changes
// are kept when the form is closed.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>

#include "core/base/text/text.hpp"
#include "gui/overlays/launch_form.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kNoLaunch = SIZE_MAX;

// Returns the index of the launch in an error's key, such as "launches[1].global".
std::size_t launch_of(std::string_view key) {
  constexpr std::string_view begin = "launches[";
  std::size_t launch = kNoLaunch;
  if (key.starts_with(begin)) std::from_chars(key.data() + begin.size(), key.data() + key.size(), launch);
  return launch;
}

}  // namespace

// Returns the error in the field, or in a part of the field; empty if there is no error.
std::string LaunchForm::error_of(const std::string& key) const {
  if (const auto refused = refused_.find(key); refused != refused_.end()) return refused->second;
  for (const DescriptionError& error : draft_.errors())
    if (error.key == key)
      return as_sentence(error.key.substr(error.key.rfind('.') + 1) + " " + error.message);
  return {};
}

std::vector<std::string> LaunchForm::wrong_keys() const {
  std::vector<std::string> keys;
  for (const auto& [key, why] : refused_) keys.push_back(key);
  for (const DescriptionError& error : draft_.errors())
    if (std::ranges::find(keys, error.key) == keys.end()) keys.push_back(error.key);
  return keys;
}

// The field with the error may be scrolled out of the list, or belong to a launch that is not shown. So the
// sentence says what is wrong, and in which launch.
std::string LaunchForm::remark() const {
  const std::vector<std::string> keys = wrong_keys();
  if (keys.empty()) return draft_.notes().empty() ? std::string() : as_sentence(draft_.notes().front());
  const std::string& key = keys.front();
  std::string text = error_of(key);
  for (const DescriptionError& error : draft_.errors())
    if (error.key == key && (key.empty() || key == "launches"))
      text = error.message.substr(0, error.message.find('\n'));
  if (const std::size_t launch = launch_of(key); launch != kNoLaunch && launch != draft_.shown())
    text = fmt::format("Launch {}: {}", launch + 1, text);
  if (keys.size() == 1) return text;
  return fmt::format("{} {} more to correct.", text, plural(keys.size() - 1, "field"));
}

void LaunchForm::mark(Ui& ui, const std::string& key, const Rect& field) const {
  const auto is_in = [&](const std::string& wrong) {
    return wrong == key || wrong.starts_with(key + ".") || wrong.starts_with(key + "[");
  };
  if (std::ranges::any_of(wrong_keys(), is_in)) ui.canvas.stroke_rect(field, Role::costs, 1.5f, 4);
}

// Draws the errors of all fields whose keys begin with `key`, below their row.
float LaunchForm::draw_errors(Ui& ui, const Rect& row, const std::string& key) {
  std::set<std::string> keys;
  const auto take = [&](const std::string& wrong) {
    const bool is_part = wrong.starts_with(key + ".") || wrong == key;
    if (is_part) keys.insert(wrong);
  };
  for (const auto& [wrong, why] : refused_) take(wrong);
  for (const DescriptionError& error : draft_.errors()) take(error.key);
  float y = row.y + kFormRow - 4;
  for (const std::string& wrong : keys) {
    y = ui.paragraph({row.x + kFormLabel, y, row.width - kFormLabel, 18}, error_of(wrong), kFormWrong, 1.3f);
  }
  return keys.empty() ? row.y + kFormRow : y + 4;
}

std::string_view LaunchForm::keep_changes() {
  kept_.reset();
  if (draft_.all().launches.empty() || !has_changes()) return {};
  kept_ = {of_.kernel_file, of_.launch, draft_.own()};
  return "Your changes in the launch form are kept, but not applied: open it again to run them.";
}

void LaunchForm::leave(ActionContext& context) {
  if (const std::string_view notice = keep_changes(); !notice.empty()) context.activity.notify(notice);
  Overlay::leave(context);
}

void LaunchForm::draw_discard(PanelContext& context, const Rect& place) {
  if (!has_changes()) return;
  if (!context.ui.button("launch-discard", place, "Discard changes",
                         "Shows the launch as it was before your changes in this form"))
    return;
  kept_.reset();
  forget_fields();
  draft_ = LaunchDraft(of_);
  opened_ = draft_.own();
}

}  // namespace lockstep::gui
