// Kernels of the catalogue share lines of code, and therefore questions. These questions are
// distributed among the kernels, so that a class with questions about several kernels does not answer
// the same question repeatedly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "sim/quiz/question/question.hpp"

namespace lockstep::quiz {

// When two questions about different kernels are considered the same, ignoring line numbers.
enum class Sameness : std::uint8_t {
  words,  // text and answer are the same
  lines,  // the given lines of code are the same, too
  facts,  // all given facts are the same
  none,   // never
};

class LineOwners {
 public:
  struct Line {
    std::size_t owners = 0;  // kernels of the catalogue
    std::size_t rank = 0;    // position of this kernel among them, in the catalogue's order
    bool is_common() const { return owners > kMaxAskers; }
  };
  static constexpr std::size_t kMaxAskers = 2;  // kernels that may ask the same question

  // For questions about the algorithm `id`; a kernel that is not in the catalogue owns all of its lines.
  explicit LineOwners(const std::string& id);
  // The line as QuizRun::code() gives it.
  Line of(const std::string& code) const;
  // The parts that are equal in two questions considered the same.
  std::string essence_of(const Question& question, Sameness sameness) const;
  // Whether a question about this line is assigned to this kernel.
  bool may_ask(const Question& question, const std::string& code, Sameness sameness) const;

 private:
  std::string kernel_;  // "divergent", which is part of the names of runs and kernels
  std::map<std::string, Line> lines_;
};

}  // namespace lockstep::quiz
