// Parses the body of a fenced `question` block: the question, followed by its choices or its number.
//
//     How many lanes add in this step?
//     - [ ] 8
//       Half of the lanes are masked off; look at line 32.
//     - [x] 4
//     why: The condition t < 4 holds in lanes 0 to 3.
//
// If one choice has an x, this choice is right. If several choices have an x, all of them must be chosen.
// Instead of choices, `answer: 4` or `answer: {out[0]}` asks for a number.
#pragma once

#include <optional>
#include <string_view>

#include "gui/lesson/reading/lesson.hpp"

namespace lockstep::gui {

// Parses a question. `kind`: the word after "question" at the start of the block, or empty; `from`: the place
// of the body. Returns none if the body is not a question; `faults` then says why.
std::optional<LessonQuestion> parse_question(std::string_view kind, std::string_view body, LessonPlace from,
                                             std::vector<LessonFault>& faults);

}  // namespace lockstep::gui
