// A lesson as HTML: one file that needs no network, readable on a phone and printable. Each page has its
// text, its figure, its questions, and what `show` asks for: source, counters, the sentence.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "gui/lesson/checking/check.hpp"

namespace lockstep::gui {

// after: the answers of each page follow it; apart: in a document of their own.
enum class Solutions : std::uint8_t { end, after, apart, none };
std::string_view name(Solutions solutions);
std::optional<Solutions> parse_solutions(std::string_view text);

struct HandoutOptions {
  bool slides = false;  // one page fills the screen, and a sheet of paper
  Solutions solutions = Solutions::end;
  std::string file{};  // the name of the document, to which solutions that are apart lead back
};

struct Handout {
  std::string html;
  std::string solutions;  // a document of its own; empty unless they are apart
};

// An Error where a page's scene does not run or its text is wrong; check_lesson() finds all of them.
Result<Handout> make_handout(const LoadedLesson& lesson, const LessonTools& tools,
                             const HandoutOptions& options,
                             const std::function<void(std::size_t)>& show_page = {});

}  // namespace lockstep::gui
