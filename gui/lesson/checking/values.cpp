#include "gui/lesson/checking/values.hpp"

#include <algorithm>

#include "gui/lesson/reading/markdown.hpp"
#include "sim/explain/story.hpp"

namespace lockstep::gui {
namespace {

// Replaces the private characters of escaped braces by braces.
void restore_braces(std::string& text) {
  for (const auto& [written, sign] : {std::pair(kOpenBrace, '{'), std::pair(kCloseBrace, '}')})
    for (std::size_t at = 0; (at = text.find(written, at)) != text.npos; ++at)
      text.replace(at, written.size(), 1, sign);
}

bool may_have_values(const LessonInline& piece) {
  return piece.kind == LessonInline::Kind::text && piece.text.find('{') != piece.text.npos;
}

// Removes values in braces. A value may contain quoted text, in which braces have no meaning.
std::string without_values(std::string_view text) {
  std::string told;
  bool is_value = false, is_quoted = false;
  for (const char c : text) {
    if (is_value) {
      if (c == '"') is_quoted = !is_quoted;
      is_value = is_quoted || c != '}';
    } else if (c == '{') {
      told += "…";
      is_value = true;
    } else {
      told += c;
    }
  }
  return told;
}

}  // namespace

bool has_values(const LessonText& text) { return std::ranges::any_of(text, may_have_values); }

Result<std::string> with_values(std::string_view text, const TextMoment& moment) {
  Result<std::string> told = std::string(text);
  if (moment.lab != nullptr) told = moment.lab->with_numbers(text);
  if (told && moment.run != nullptr)
    told = sim::tell_story(*told, *moment.run->trace, moment.run->figures->combination(), moment.position,
                           "The text");
  if (told) restore_braces(*told);
  return told;
}

LessonText with_values(LessonText text, const TextMoment& moment, std::vector<LessonFault>* faults) {
  for (LessonInline& piece : text) {
    if (may_have_values(piece)) {
      if (moment.is_awaited)
        piece.text = without_values(piece.text);
      else if (auto told = with_values(piece.text, moment))
        piece.text = std::move(*told);
      else if (faults != nullptr)
        faults->push_back({piece.place, told.error().message, "Write \\{ for a literal brace."});
    }
    restore_braces(piece.text);
  }
  return text;
}

}  // namespace lockstep::gui
