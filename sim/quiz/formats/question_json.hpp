// The JSON of questions: {"run", "seed", "level", "questions": [{"kind", "form", "position", "about",
// "reveal", "launch", "group", "warp", "line", "text", "given", "memory", "items", "choices", "answer",
// "tolerance", "answer_text", "reason", "facts": [{"item", "text"}], "hides"}]}. "answer" is a list of items,
// a number, or the index of a choice. Launches are numbered from 1, everything else from 0.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "sim/quiz/question/question.hpp"

namespace lockstep::quiz {

nlohmann::ordered_json question_json(const Question& question);
nlohmann::ordered_json questions_json(const std::vector<Question>& questions);

}  // namespace lockstep::quiz
