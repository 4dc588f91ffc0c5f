// Chooses a size of a run that is suitable for questions. The size is computed, not listed: at this size, an
// algorithm diverges, has bank conflicts and waits at barriers if it does so at any size, and a hazard shows
// its error.
#pragma once

#include <cstdint>

#include "core/base/result.hpp"
#include "core/catalogue/algorithm.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::quiz {

struct QuizSize {
  std::uint64_t n = 0, group_size = 0;  // 0: not chosen yet
  bool operator==(const QuizSize&) const = default;
};

// Returns the size of the smallest run that shows the most of these effects. Members of `given` that are not
// 0 are kept. The repaired form of a hazard runs at the size of the broken form. If no size is possible, the
// Error is that of make_plan().
Result<QuizSize> choose_size(const Algorithm& algorithm, const PlanRequest& request, const QuizSize& given,
                             const sim::DeviceModel& model);

}  // namespace lockstep::quiz
