// Takes the launches of a host program from its recording, with other inputs than in the run of the program.
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
  Plan plan;  // with the contents of the request in place of the program's inputs
  std::map<std::string, std::size_t> inputs;  // buffers of the plan, by the names in the request
  // The part of a buffer that the program reads back.
  std::size_t result = 0;
  std::uint64_t result_offset = 0;
};

// `expectation` is that of the request's launch. The Error is addressed to the submitter and states what the
// program must do.
Result<RecordedPlan> recorded_plan(const RunRequest& request, const DescribedExpectation& expectation);

}  // namespace lockstep::assignment
