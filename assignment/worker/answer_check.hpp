// Checks whether the answer of a worker is plausible for the request. A submission may have taken control of
// the worker, so that the answer may contain anything.
#pragma once

#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

// Checks an answer. The Error states why the answer is implausible. Places outside the files of the request
// become unknown, because a student would see their numbers as lines.
Result<void> check_answer(const RunRequest& request, RunAnswer& answer);

// Whether a line is small enough to be parsed as JSON, because the values of JSON need far more memory than
// its text.
bool has_few_values(std::string_view line);

}  // namespace lockstep::assignment
