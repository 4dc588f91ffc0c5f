// Converts the text of a lesson to HTML.
#pragma once

#include <functional>
#include <string>

#include "gui/lesson/reading/lesson.hpp"

namespace lockstep::gui {

// Functions and settings that depend on the lesson and its files.
struct HtmlContext {
  unsigned least_heading = 1;  // smallest level of headings in the HTML; smaller levels are replaced by it
  // Returns the address of a link's target, such as "#bank-conflicts". Empty if the document does not contain
  // the target; the text is then written without a link.
  std::function<std::string(const std::string& target)> href;
  // Returns a picture's file as a data URL; empty if the file cannot be read.
  std::function<std::string(const std::string& file)> picture;
  std::function<std::string(std::size_t question)> question;  // returns the HTML of a question of the page
  std::function<LessonText(const LessonText&)> values;        // inserts the values of the run
};

std::string escape_html(std::string_view text);
// Encodes characters outside ASCII as in RFC 3986, Section 2.1, for example as %C3%A4.
std::string uri_of(std::string_view target);
std::string html_of(const LessonText& text, const HtmlContext& context);
std::string html_of(const LessonBlocks& blocks, const HtmlContext& context);

}  // namespace lockstep::gui
