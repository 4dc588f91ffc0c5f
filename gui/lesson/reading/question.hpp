// The body of a fenced `question` block: the question, followed by its choices or its number.
//
//     How many lanes add in this step?
//     - [ ] 8
//       Half of the lanes are masked off; look at line 32.
//     - [x] 4
//     why: The condition t < 4 holds in lanes 0 to 3.
//
// If one choice has an x, it is the right one; if several have an x, all of them must be chosen. Instead of
// choices, `answer: 4` or `answer: {out[0]}` asks for a number.
#pragma once

#include <optional>
#include <string_view>

#include "gui/lesson/reading/lesson.hpp"

namespace lockstep::gui {

// `kind`: the word after "question" at the start of the block, or empty. None: this is not a question, and
// `faults` says why. `from`: the place of the body.
std::optional<LessonQuestion> parse_question(std::string_view kind, std::string_view body, LessonPlace from,
                                             std::vector<LessonFault>& faults);

}  // namespace lockstep::gui
