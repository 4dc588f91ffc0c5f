// Runs of the whole catalogue with random sizes, types, models and schedules.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "sim/device_models/device_model.hpp"
#include "sim/quiz/makers/random.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::quiz {

struct RandomRun {
  std::shared_ptr<const sim::Trace> trace;
  const sim::DeviceModel* model = nullptr;
  std::string words;  // what runs, as the command line takes it
};

// None: the choice does not run, for example because the kernel needs another size. `number` chooses the
// algorithm, so that all have their turn.
std::optional<RandomRun> random_run(std::uint64_t number, Random& random);

}  // namespace lockstep::quiz
