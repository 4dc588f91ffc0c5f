// The text of a lesson as HTML.
#pragma once

#include <functional>
#include <string>

#include "gui/lesson/reading/lesson.hpp"

namespace lockstep::gui {

// The information about a lesson's files that HTML needs.
struct HtmlContext {
  unsigned least_heading = 1;  // smallest level of headings; smaller levels are raised to it
  // The link to the target, such as "#bank-conflicts"; empty: the document does not contain the target, so
  // only the text is written.
  std::function<std::string(const std::string& target)> href;
  // A picture's file as a data URL; empty: the file cannot be read.
  std::function<std::string(const std::string& file)> picture;
  std::function<std::string(std::size_t question)> question;  // the HTML of a question of the page
  std::function<LessonText(const LessonText&)> values;        // inserts the values of the run
};

std::string escape_html(std::string_view text);
// Encodes characters outside ASCII, for example as %C3%A4 (RFC 3986, 2.1).
std::string uri_of(std::string_view target);
std::string html_of(const LessonText& text, const HtmlContext& context);
std::string html_of(const LessonBlocks& blocks, const HtmlContext& context);

}  // namespace lockstep::gui
