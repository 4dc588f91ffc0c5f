// A lesson as HTML: one file that needs no network, and that can be read on a phone and printed. Each page
// has its text, its figure, its questions, and the cards of `show`: source, counters, the sentence.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "gui/lesson/checking/check.hpp"

namespace lockstep::gui {

// after: the answers follow each page; apart: the answers are in a separate document.
enum class Solutions : std::uint8_t { end, after, apart, none };
std::string_view name(Solutions solutions);
std::optional<Solutions> parse_solutions(std::string_view text);

struct HandoutOptions {
  bool slides = false;  // each page fills the screen and a sheet of paper
  Solutions solutions = Solutions::end;
  std::string file{};  // name of the document, for links back from separate solutions
};

struct Handout {
  std::string html;
  std::string solutions;  // a separate document; empty unless Solutions::apart
};

// An Error if a page's scene does not run or its text is wrong; check_lesson() finds all errors.
Result<Handout> make_handout(const LoadedLesson& lesson, const LessonTools& tools,
                             const HandoutOptions& options,
                             const std::function<void(std::size_t)>& show_page = {});

}  // namespace lockstep::gui
