// Distributes questions among the kernels that can ask them. Kernels of the catalogue share lines of code,
// and therefore questions. Without this distribution, a class with questions about several kernels would
// answer the same question repeatedly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "sim/quiz/question/question.hpp"

namespace lockstep::quiz {

// The parts that must be equal, apart from line numbers, before two questions about different kernels are
// considered the same.
enum class Sameness : std::uint8_t {
  words,  // text and answer are the same
  lines,  // also the given lines of code are the same
  facts,  // all given facts are the same
  none,   // no two questions are considered the same
};

class LineOwners {
 public:
  struct Line {
    std::size_t owners = 0;  // number of kernels of the catalogue that contain the line
    std::size_t rank = 0;    // position of this kernel among the owners, in the order of the catalogue
    bool is_common() const { return owners > kMaxAskers; }
  };
  static constexpr std::size_t kMaxAskers = 2;  // number of kernels that may ask the same question

  // Distributes questions about the algorithm `id`; a kernel that is not in the catalogue owns all of
  // its lines.
  explicit LineOwners(const std::string& id);
  // Returns the owners of a line; `code` is the line as QuizRun::code() returns it.
  Line of(const std::string& code) const;
  // Returns the parts of the question that are equal in two questions considered the same.
  std::string essence_of(const Question& question, Sameness sameness) const;
  // Whether a question about this line is assigned to this kernel.
  bool may_ask(const Question& question, const std::string& code, Sameness sameness) const;

 private:
  std::string kernel_;  // "divergent": a part of the names of runs and kernels
  std::map<std::string, Line> lines_;
};

}  // namespace lockstep::quiz
