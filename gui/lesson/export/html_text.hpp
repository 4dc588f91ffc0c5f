// The text of a lesson as HTML.
#pragma once

#include <functional>
#include <string>

#include "gui/lesson/reading/lesson.hpp"

namespace lockstep::gui {

// What HTML needs to know of a lesson's files.
struct HtmlContext {
  unsigned least_heading = 1;  // headings of a smaller level get this one
  // "#bank-conflicts" as it is in the document; empty: the target has no place there, so that only the words
  // stay.
  std::function<std::string(const std::string& target)> href;
  // A picture's file as a data URL; empty: it cannot be read.
  std::function<std::string(const std::string& file)> picture;
  std::function<std::string(std::size_t question)> question;  // the HTML of a question of the page
  std::function<LessonText(const LessonText&)> values;        // with the values of the run
};

std::string escape_html(std::string_view text);
// With other characters than those of ASCII as %C3%A4 (RFC 3986, 2.1).
std::string uri_of(std::string_view target);
std::string html_of(const LessonText& text, const HtmlContext& context);
std::string html_of(const LessonBlocks& blocks, const HtmlContext& context);

}  // namespace lockstep::gui
