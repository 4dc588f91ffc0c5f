// Writes questions as GIFT, which Moodle and other learning systems import
// (https://docs.moodle.org/en/GIFT_format). Each question contains everything that a student without the
// window needs to answer it.
//
//   yes or no           true/false
//   a choice            multiple choice
//   a number            numerical, with its tolerance
//   one cell            short answer: "scratch[5]" or "5"
//   a set, up to ten    multiple answers with weights
//   a larger set        multiple choice between sets
#pragma once

#include <string>
#include <vector>

#include "sim/quiz/question/question.hpp"

namespace lockstep::quiz {

// `name`, the subject of the questions, is used in their titles and at the beginning of the file.
std::string gift_text(const std::vector<Question>& questions, const std::string& name);

}  // namespace lockstep::quiz
