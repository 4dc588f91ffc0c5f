#include "gui/lesson/player/progress.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"

namespace lockstep::gui {
namespace {

template <class Fields, class Answered>
void answer_fields(Fields& fields, Answered& answered) {
  fields.flag("right", answered.is_right);
  fields.number("tries", answered.tries);
  fields.numbers_or_none("chosen", answered.given.chosen);
  fields.text_or_none("typed", answered.given.typed);
}

template <class Fields, class Progress>
void progress_fields(Fields& fields, Progress& progress) {
  fields.text("page", progress.page);
  fields.texts("seen", progress.seen);
  fields.map("answers", progress.answers, [](auto& one, auto& answered) { answer_fields(one, answered); });
}

template <class Fields, class Lessons>
void lessons_fields(Fields& fields, Lessons& lessons) {
  fields.map("lessons", lessons, [](auto& one, auto& progress) { progress_fields(one, progress); });
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
  const FieldReader fields(*all, kIgnoreMistakes);
  lessons_fields(fields, lessons_);
}

const LessonProgress& ProgressFile::of(const std::string& lesson) {
  if (!was_read_) read();
  return lessons_[lesson];
}

void ProgressFile::keep(const std::string& lesson, LessonProgress progress) {
  // Another window may have written the file in the meantime, so the file is read again.
  if (!file_.path().empty()) lessons_.clear();
  read();
  lessons_[lesson] = std::move(progress);
  std::map<std::string, LessonProgress> begun = lessons_;
  std::erase_if(begun, [](const auto& entry) { return entry.second.seen.empty(); });
  file_.write(json_text(written_fields([&begun](FieldWriter& fields) {
                fields.number("lockstep_lessons", 1);
                lessons_fields(fields, begun);
              })) +
              "\n");
}

}  // namespace lockstep::gui
