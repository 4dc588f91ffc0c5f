// Finds the next question about a run in a background job. Only one thread at a time may use a trace, and the
// window's thread uses its trace continuously. Therefore the job records the same run again.
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
  std::shared_ptr<const sim::Trace> trace;  // null: no question is wanted, and the job's copy is released
  std::uint64_t from = 0;                   // the earliest position that the question may have
  unsigned level = 1;                       // 1 to 3
  std::uint64_t seed = 1;
  std::vector<quiz::QuestionKind> first = {};  // kinds that are preferred if they occur soon
  bool operator==(const QuestionRequest&) const = default;
};

struct FoundQuestion {
  QuestionRequest request;
  std::optional<quiz::Question> question;  // no value: there are no more questions
};

class QuestionRunner {
 public:
  explicit QuestionRunner(const JobHost& host = {});

  // Requests a question. Returns false if the request is the same as before; the call then has no effect.
  bool want(const QuestionRequest& request);
  // Returns the answers since the last call, in order.
  std::vector<FoundQuestion> take() { return job_.take(); }
  bool is_working() const { return job_.is_working(); }
  // Waits until no work is left, but no longer than `most`.
  void wait(std::chrono::milliseconds most) { job_.wait(most); }

 private:
  QuestionRequest wanted_;
  Job<QuestionRequest, FoundQuestion> job_;
};

}  // namespace lockstep::gui
