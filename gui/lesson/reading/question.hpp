// The body of a fenced `question` block: the question, and below it its choices or its number.
//
//     How many lanes add in this step?
//     - [ ] 8
//       Half of the lanes are masked off; look at line 32.
//     - [x] 4
//     why: The condition t < 4 holds in lanes 0 to 3.
//
// One choice with an x is the right one; several of them must all be chosen. In place of choices, `answer: 4`
// or `answer: {out[0]}` asks for a number.
#pragma once

#include <optional>
#include <string_view>

#include "gui/lesson/reading/lesson.hpp"

namespace lockstep::gui {

// `kind`: the word after "question" where the block begins, or empty. None: it is no question, and `faults`
// says why. `from`: the place of the body.
std::optional<LessonQuestion> parse_question(std::string_view kind, std::string_view body, LessonPlace from,
                                             std::vector<LessonFault>& faults);

}  // namespace lockstep::gui
