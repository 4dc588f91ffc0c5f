#include "gui/lesson/reading/lesson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace lockstep::gui {

std::string fault_text(const std::string& file, const LessonFault& fault) {
  return fmt::format("{}:{}:{}: {}{}{}", file, fault.place.line, fault.place.column, fault.what,
                     fault.cure.empty() ? "" : " ", fault.cure);
}

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

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == text.npos ? std::string_view{}
                            : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string link_name(std::string_view title) {
  std::string name;
  for (const char c : title) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80)
      name += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
    else if ((c == ' ' || c == '-' || c == '_') && !name.empty() && name.back() != '-')
      name += '-';
  }
  while (name.ends_with('-')) name.pop_back();
  return name;
}

}  // namespace lockstep::gui
