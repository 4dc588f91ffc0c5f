// Finds the targets of links in a lesson.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "gui/lesson/reading/library.hpp"

namespace lockstep::gui {

struct LinkTarget {
  enum class Kind : std::uint8_t { page, lesson, document, web };
  Kind kind = Kind::page;
  std::string where;  // lesson: its id; document: "001/figure-6"; web: the address
  std::string page;   // for a page or a lesson: name of the page; empty: the first page
};

// Finds the target of a link such as "#bank-conflicts", "lesson:prefix-sum#trees", "../prefix-sum/lesson.md",
// "document:001/figure-6" or "https://…". An Error says what is missing, and what exists.
Result<LinkTarget> follow_link(const LoadedLesson& lesson, std::string_view target);

// Checks that the lesson has this page. An empty name denotes the first page. An Error names
// the nearest pages.
Result<void> check_page(const Lesson& lesson, std::string_view page);

}  // namespace lockstep::gui
