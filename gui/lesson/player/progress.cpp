#include "gui/lesson/player/progress.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/base/text/json_fields.hpp"

namespace lockstep::gui {
namespace {

using ProgressJson = nlohmann::json;

LessonProgress progress_of(const nlohmann::ordered_json& json) {
  LessonProgress progress;
  progress.page = json_field<std::string>(json, "page");
  for (const auto& page : json_list(json, "seen"))
    if (page.is_string()) progress.seen.push_back(page.get<std::string>());
  for (const auto& [key, entry] : json_object(json, "answers").items()) {
    if (!entry.is_object()) continue;
    LessonProgress::Answered answered;
    answered.is_right = json_field<bool>(entry, "right");
    answered.tries = json_field<unsigned>(entry, "tries");
    answered.given.typed = json_field<std::string>(entry, "typed");
    for (const auto& choice : json_list(entry, "chosen"))
      if (choice.is_number_unsigned()) answered.given.chosen.push_back(choice.get<std::uint64_t>());
    progress.answers[key] = std::move(answered);
  }
  return progress;
}

ProgressJson json_of(const LessonProgress& progress) {
  ProgressJson answers = ProgressJson::object();
  for (const auto& [key, answered] : progress.answers) {
    ProgressJson& entry = answers[key] = {{"right", answered.is_right}, {"tries", answered.tries}};
    if (!answered.given.chosen.empty()) entry["chosen"] = answered.given.chosen;
    if (!answered.given.typed.empty()) entry["typed"] = answered.given.typed;
  }
  return {{"page", progress.page}, {"seen", progress.seen}, {"answers", std::move(answers)}};
}

}  // namespace

std::size_t LessonProgress::right_answers() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(answers, [](const auto& entry) { return entry.second.is_right; }));
}

void ProgressFile::read() {
  was_read_ = true;
  const auto all =
      file_.read([](const std::string& text) { return parse_kept_json(text, JsonKind::object); });
  if (!all) return;
  for (const auto& [lesson, entry] : json_object(*all, "lessons").items())
    if (entry.is_object()) lessons_[lesson] = progress_of(entry);
}

const LessonProgress& ProgressFile::of(const std::string& lesson) {
  if (!was_read_) read();
  return lessons_[lesson];
}

void ProgressFile::keep(const std::string& lesson, LessonProgress progress) {
  // Another window may have written in the meantime; of one lesson the latest counts.
  if (!file_.path().empty()) lessons_.clear();
  read();
  lessons_[lesson] = std::move(progress);
  ProgressJson lessons = ProgressJson::object();
  for (const auto& [name, entry] : lessons_)
    if (!entry.seen.empty()) lessons[name] = json_of(entry);
  file_.write(json_text(ProgressJson{{"lockstep_lessons", 1}, {"lessons", std::move(lessons)}}) + "\n");
}

}  // namespace lockstep::gui
