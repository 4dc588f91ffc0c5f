#include "gui/lesson/reading/lesson.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::gui {

std::string plain_text(const LessonText& text) {
  std::string plain;
  for (const LessonInline& piece : text)
    plain += piece.kind == LessonInline::Kind::line_break ? std::string(" ") : piece.text;
  return plain;
}

std::optional<std::size_t> find_page(const Lesson& lesson, std::string_view name) {
  const auto found = std::ranges::find(lesson.pages, name, &LessonPage::name);
  if (found == lesson.pages.end()) return std::nullopt;
  return static_cast<std::size_t>(found - lesson.pages.begin());
}

std::vector<LessonPart> parts_of(const Lesson& lesson) {
  std::vector<LessonPart> parts;
  for (std::size_t i = 0; i < lesson.pages.size(); ++i) {
    const LessonPage& page = lesson.pages[i];
    if (!page.part.empty()) parts.push_back({page.part, i, 0, 0});
    if (parts.empty()) continue;
    ++parts.back().pages;
    parts.back().questions += page.questions.size();
  }
  return parts;
}

std::string pages_text(const LessonPart& part) {
  return fmt::format("pages {} to {}", part.first + 1, part.first + part.pages);
}

}  // namespace lockstep::gui
