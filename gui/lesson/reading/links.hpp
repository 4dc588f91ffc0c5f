// The targets of links in a lesson.
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
  std::string page;   // page, lesson: name of the page; empty: the first page
};

// "#bank-conflicts" · "lesson:prefix-sum#trees" · "../prefix-sum/lesson.md" · "document:001/figure-6" ·
// "https://…". The Error says what is missing, and what exists.
Result<LinkTarget> follow_link(const LoadedLesson& lesson, std::string_view target);

// An Error names the nearest pages. An empty name is the first page.
Result<void> check_page(const Lesson& lesson, std::string_view page);

}  // namespace lockstep::gui
