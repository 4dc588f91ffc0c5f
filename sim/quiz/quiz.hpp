// Generates questions about a run. The same run, seed, level and kinds give the same questions on every
// machine. Like the trace, not safe for several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "sim/quiz/ask.hpp"
#include "sim/quiz/question/question.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {
struct Combination;
}

namespace lockstep::quiz {

struct Request {
  std::uint64_t seed = 1;
  unsigned level = 1;  // 1 to 3: determines the kinds and the sizes of sets
  std::size_t count = 10;
  std::vector<QuestionKind> kinds = {};  // empty: the kinds of the level
};

// A question can be asked before this moment.
struct AskingMoment {
  std::uint64_t position = 0;
  QuestionKind kind = QuestionKind::active_lanes;
  std::uint32_t step = 0;
  std::uint64_t about = 0;
};

class Quiz {
 public:
  // `combination` contains the rows of the trace, if they are already known; it must outlive this object.
  explicit Quiz(std::shared_ptr<const sim::Trace> trace, const sim::Combination* combination = nullptr);
  ~Quiz();
  Quiz(const Quiz&) = delete;
  Quiz& operator=(const Quiz&) = delete;

  // Returns at most Request::count questions, in the order of the run; fewer if the run has no more. A run
  // with findings gets a question about one of them first, unless Request::kinds selects other kinds.
  std::vector<Question> generate(const Request& request) const;
  // Returns a question about what is wrong in the run; empty if no finding is suitable for a question.
  std::optional<Question> about_error(const Request& request) const;
  // Returns the next question of a walk through the run, asked at the first suitable moment from `from` on;
  // empty if there are no more questions.
  std::optional<Question> next(std::uint64_t from, const Request& request) const;
  // Returns the question that a lesson requests. The Error states why the run has no such question.
  Result<Question> find(const Ask& ask, const Request& request = {}) const;
  Result<Question> find(std::string_view ask, const Request& request = {}) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::quiz
