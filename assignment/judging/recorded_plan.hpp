// The launches of a host program, taken from its recording, with other inputs than the program had.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "assignment/judging/run_request.hpp"
#include "core/base/result.hpp"
#include "core/plan/launch_description.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::assignment {

struct RecordedPlan {
  Plan plan;  // with the contents of the request in place of what the program was given
  std::map<std::string, std::size_t> inputs;  // by their names in the request: buffers of the plan
  // What the program reads back: a part of a buffer.
  std::size_t result = 0;
  std::uint64_t result_offset = 0;
};

// `expectation`: of the request's launch. The Error is for whoever handed it in: what the program must do.
Result<RecordedPlan> recorded_plan(const RunRequest& request, const DescribedExpectation& expectation);

}  // namespace lockstep::assignment
