// Writes a lesson as one HTML file, which can be read without a network and on a phone, and which can be
// printed. Each page contains its text, its figure, its questions, and the cards that `show:` selects, such
// as source, counters and sentence.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "gui/lesson/checking/check.hpp"

namespace lockstep::gui {

// Where the answers to questions are printed. end: after the last page; after: after each page; apart: in a
// separate document; none: nowhere.
enum class Solutions : std::uint8_t { end, after, apart, none };
std::string_view name(Solutions solutions);
std::optional<Solutions> parse_solutions(std::string_view text);

struct HandoutOptions {
  bool slides = false;  // whether each page fills the screen, or a sheet of paper
  Solutions solutions = Solutions::end;
  std::string file{};  // name of the document, to which separate solutions link
};

struct Handout {
  std::string html;
  std::string solutions;  // the separate document for Solutions::apart; otherwise empty
};

// Makes the handout. Returns an Error if the scene of a page does not run, or if a text is invalid. Only the
// first error is reported; check_lesson() finds all errors.
Result<Handout> make_handout(const LoadedLesson& lesson, const LessonTools& tools,
                             const HandoutOptions& options,
                             const std::function<void(std::size_t)>& show_page = {});

}  // namespace lockstep::gui
