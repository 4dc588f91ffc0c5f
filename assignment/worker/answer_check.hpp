// Checks whether the answer of a worker is plausible for the request. A submission may have taken
// control of the worker, so that the answer may be arbitrary.
#pragma once

#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

// The Error says why it cannot be one. Places that are not in the files of the request become unknown: a
// number that a student sees as a line is one.
Result<void> check_answer(const RunRequest& request, RunAnswer& answer);

// Whether a line is small enough to be read as JSON: its values take far more memory than its text.
bool has_few_values(std::string_view line);

}  // namespace lockstep::assignment
