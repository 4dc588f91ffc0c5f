// The answers of questions by brute force, independently of the code for questions: the machine runs again
// from the start, with an observer that records raw events; cells are computed from raw addresses, banks and
// segments from cells, values from registers, inputs by changing each input and running again.
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
  // `model` is the model with which the trace was recorded.
  Oracle(std::shared_ptr<const sim::Trace> trace, const sim::DeviceModel& model);
  ~Oracle();

  // Why the question is wrong, or its answer is not unique; empty if it is correct.
  std::string fault_of(const Question& question);
  // Questions whose answer was computed independently, not only checked for its form.
  std::uint64_t recomputed() const { return recomputed_; }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::uint64_t recomputed_ = 0;
};

}  // namespace lockstep::quiz
