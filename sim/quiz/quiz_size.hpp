// The size of a run that is worth questions, computed and not listed: at which an algorithm diverges, has
// bank conflicts and waits at barriers if it ever does, and at which a hazard shows its error.
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

// The smallest run with the most of that. Members of `given` that are not 0 stay. The repaired form of a
// hazard runs at the size of the broken one. The error is that of make_plan() if no size will do.
Result<QuizSize> choose_size(const Algorithm& algorithm, const PlanRequest& request, const QuizSize& given,
                             const sim::DeviceModel& model);

}  // namespace lockstep::quiz
