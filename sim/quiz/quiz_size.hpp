// A suitable size of a run for questions, computed instead of listed: at this size, an algorithm diverges,
// has bank conflicts and waits at barriers if it ever does, and a hazard shows its error.
#pragma once

#include <cstdint>

#include "core/base/result.hpp"
#include "core/catalogue/algorithm.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::quiz {

struct QuizSize {
  std::uint64_t n = 0, group_size = 0;  // 0: to be chosen
  bool operator==(const QuizSize&) const = default;
};

// The smallest run that shows the most of these effects. Members of `given` that are not 0 are kept. The
// repaired form of a hazard runs at the size of the broken form. The error is the error of make_plan() if no
// size is possible.
Result<QuizSize> choose_size(const Algorithm& algorithm, const PlanRequest& request, const QuizSize& given,
                             const sim::DeviceModel& model);

}  // namespace lockstep::quiz
