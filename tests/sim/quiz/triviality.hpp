// Determines questions that are not worth asking: the question contains its answer, or the same question with
// the same answer is asked about three or more kernels. The measure is independent of the generator's own
// checks (sim/quiz/question/given_away.hpp, sim/quiz/line_owners.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/catalogue/algorithm.hpp"
#include "core/plan/plan.hpp"
#include "sim/quiz/question/question.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::quiz {

std::vector<const Algorithm*> every_algorithm();  // including hazards and patterns

// As in `lockstep quiz ID --seed N` without other options.
Result<PlanRequest> default_request(const Algorithm& algorithm, std::uint64_t seed);
Result<std::shared_ptr<const sim::Trace>> default_trace(const Algorithm& algorithm, std::uint64_t seed);

struct AskedQuestion {
  std::string id;  // id of the algorithm
  Question question;
};
// The default number of questions of each algorithm, with one seed.
Result<std::vector<AskedQuestion>> default_questions(const std::vector<const Algorithm*>& algorithms,
                                                     std::uint64_t seed);

// True if the text or the given values contain the answer.
bool prints_answer(const Question& question);

struct Trivial {
  std::size_t index = 0;  // index of the question
  bool prints_answer = false;
  std::size_t kernels = 0;  // kernels with the same question, if there are three or more
};
// Applies to questions of one seed, in their order. Two questions are the same if their texts, their lines of
// code and given values, and their answers are equal; the run, its operator and the work-group may differ.
std::vector<Trivial> trivial_questions(const std::vector<AskedQuestion>& questions);
// The number of questions asked about three or more kernels, ignoring differences in the given values.
std::size_t repeated_by_lines(const std::vector<AskedQuestion>& questions);

// Why the questions about a broken kernel do not begin with its error; empty if they do. Considers the first
// three questions in printing order.
std::string missing_question_about_error(const Algorithm& hazard,
                                         const std::vector<AskedQuestion>& questions);

}  // namespace lockstep::quiz
