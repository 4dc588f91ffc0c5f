// The next question about a run, found in a job. A trace serves one thread at a time, and the window's thread
// uses its own all the time: the job records the same run once more for itself.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/job.hpp"
#include "sim/quiz/question/question.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

struct QuestionRequest {
  std::shared_ptr<const sim::Trace> trace;  // null: nothing is asked, and the job's copy is given up
  std::uint64_t from = 0;                   // asked at this position or later
  unsigned level = 1;                       // 1 to 3
  std::uint64_t seed = 1;
  std::vector<quiz::QuestionKind> first = {};  // kinds that are preferred, where the run has them soon
  bool operator==(const QuestionRequest&) const = default;
};

struct FoundQuestion {
  QuestionRequest request;
  std::optional<quiz::Question> question;  // none: there is no more
};

class QuestionRunner {
 public:
  explicit QuestionRunner(const JobHost& host = {});

  // False: the same request again, which does nothing.
  bool want(const QuestionRequest& request);
  // The answers since the last call, in order.
  std::vector<FoundQuestion> take() { return job_.take(); }
  bool is_working() const { return job_.is_working(); }
  // Blocks until no work is left or the time is over.
  void wait(std::chrono::milliseconds most) { job_.wait(most); }

 private:
  QuestionRequest wanted_;
  Job<QuestionRequest, FoundQuestion> job_;
};

}  // namespace lockstep::gui
