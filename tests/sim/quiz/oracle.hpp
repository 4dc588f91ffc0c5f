// The answers of questions by brute force, by another route than the questions' own: the machine runs anew
// from its start, with an observer that keeps raw events; cells are computed from raw addresses, banks and
// segments from them, values from registers, inputs by changing each input and running again.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/quiz/question/question.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::quiz {

class Oracle {
 public:
  // `model` is the one that the trace was recorded with.
  Oracle(std::shared_ptr<const sim::Trace> trace, const sim::DeviceModel& model);
  ~Oracle();

  // Why the question is wrong, or its answer not unique; empty: it is right.
  std::string fault_of(const Question& question);
  // Questions whose answer was computed by the other route, not only their form.
  std::uint64_t recomputed() const { return recomputed_; }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::uint64_t recomputed_ = 0;
};

}  // namespace lockstep::quiz
