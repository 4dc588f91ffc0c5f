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
  std::string words;  // the run, in the form of the command line
};

// No value if the choice cannot run, for example because the kernel needs another size. `number` selects the
// algorithm, so that all algorithms are tested in turn.
std::optional<RandomRun> random_run(std::uint64_t number, Random& random);

}  // namespace lockstep::quiz
