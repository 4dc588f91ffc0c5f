// Which questions are not worth asking: the answer stands in what the question says, or the same question
// with the same answer is asked about three or more kernels. The measure is the tests' own: it shares nothing
// with what the generator avoids (sim/quiz/question/given_away.hpp, sim/quiz/line_owners.hpp).
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

std::vector<const Algorithm*> every_algorithm();  // hazards and patterns, too

// As `lockstep quiz ID --seed N` without any other option.
Result<PlanRequest> default_request(const Algorithm& algorithm, std::uint64_t seed);
Result<std::shared_ptr<const sim::Trace>> default_trace(const Algorithm& algorithm, std::uint64_t seed);

struct AskedQuestion {
  std::string id;  // of the algorithm
  Question question;
};
// The default number of questions of each algorithm, with one seed.
Result<std::vector<AskedQuestion>> default_questions(const std::vector<const Algorithm*>& algorithms,
                                                     std::uint64_t seed);

// The answer stands in the text or in what is given.
bool prints_answer(const Question& question);

struct Trivial {
  std::size_t index = 0;  // into the questions
  bool prints_answer = false;
  std::size_t kernels = 0;  // that are asked the same, if they are three or more
};
// Among questions of one seed, in their order. Two questions are the same if their texts, the lines of code
// and the values that they give, and their answers are; the run, its operator and the work-group may differ.
std::vector<Trivial> trivial_questions(const std::vector<AskedQuestion>& questions);
// How many are asked about three or more kernels if the given values may differ, too.
std::size_t repeated_by_lines(const std::vector<AskedQuestion>& questions);

// Why the questions about a broken kernel do not begin with its error; empty: they do. Of the first three in
// the order in which they are printed.
std::string missing_question_about_error(const Algorithm& hazard,
                                         const std::vector<AskedQuestion>& questions);

}  // namespace lockstep::quiz
