#include "gui/lesson/progress.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/atomic_writer.hpp"
#include "core/base/json.hpp"
#include "core/base/whole_file.hpp"

namespace lockstep::gui {
namespace {

using ProgressJson = nlohmann::json;

// Fields of another type are as if they were not there.
template <class T>
T field(const ProgressJson& object, const char* key, bool (ProgressJson::*is_good)() const noexcept) {
  const auto found = object.find(key);
  return found != object.end() && ((*found).*is_good)() ? found->get<T>() : T{};
}

LessonProgress progress_of(const ProgressJson& json) {
  LessonProgress progress;
  progress.page = field<std::string>(json, "page", &ProgressJson::is_string);
  for (const ProgressJson& page : json.value("seen", ProgressJson::array()))
    if (page.is_string()) progress.seen.push_back(page.get<std::string>());
  const ProgressJson answers = json.value("answers", ProgressJson::object());
  for (const auto& [key, entry] : answers.items()) {
    if (!entry.is_object()) continue;
    LessonProgress::Answered answered;
    answered.is_right = field<bool>(entry, "right", &ProgressJson::is_boolean);
    answered.tries = field<unsigned>(entry, "tries", &ProgressJson::is_number_unsigned);
    answered.given.typed = field<std::string>(entry, "typed", &ProgressJson::is_string);
    for (const ProgressJson& choice : entry.value("chosen", ProgressJson::array()))
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
  if (path_.empty()) return;
  const ProgressJson all = ProgressJson::parse(read_file(path_).value_or("{}"), nullptr, false);
  if (!all.is_object()) return;
  const ProgressJson lessons = all.value("lessons", ProgressJson::object());
  for (const auto& [lesson, entry] : lessons.items())
    if (entry.is_object()) lessons_[lesson] = progress_of(entry);
}

const LessonProgress& ProgressFile::of(const std::string& lesson) {
  if (!was_read_) read();
  return lessons_[lesson];
}

void ProgressFile::keep(const std::string& lesson, LessonProgress progress) {
  // Another window may have written in the meantime; of one lesson the latest counts.
  if (!path_.empty()) lessons_.clear();
  read();
  lessons_[lesson] = std::move(progress);
  if (path_.empty()) return;
  ProgressJson lessons = ProgressJson::object();
  for (const auto& [name, entry] : lessons_)
    if (!entry.seen.empty()) lessons[name] = json_of(entry);
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), ignored);
  static_cast<void>(write_atomically(
      path_, json_text(ProgressJson{{"lockstep_lessons", 1}, {"lessons", std::move(lessons)}}) + "\n"));
}

}  // namespace lockstep::gui
