// Kernels of the catalogue share lines of code, and with them questions. These are divided among them, so
// that a class that gets questions about several kernels does not answer one of them again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "sim/quiz/question/question.hpp"

namespace lockstep::quiz {

// When two questions about different kernels count as the same, numbers of lines aside.
enum class Sameness : std::uint8_t {
  words,  // text and answer are the same
  lines,  // the lines of code that are given are the same, too
  facts,  // all that is given is the same
  none,   // never
};

class LineOwners {
 public:
  struct Line {
    std::size_t owners = 0;  // kernels of the catalogue
    std::size_t rank = 0;    // of this kernel among them, in the catalogue's order
    bool is_common() const { return owners > kMaxAskers; }
  };
  static constexpr std::size_t kMaxAskers = 2;  // of the same question

  // For questions about the algorithm `id`; a kernel that is not in the catalogue has all lines for itself.
  explicit LineOwners(const std::string& id);
  // The line as QuizRun::code() gives it.
  Line of(const std::string& code) const;
  // What two questions that count as the same have in common.
  std::string essence_of(const Question& question, Sameness sameness) const;
  // Whether a question about this line is one of this kernel's.
  bool may_ask(const Question& question, const std::string& code, Sameness sameness) const;

 private:
  std::string kernel_;  // "divergent", which names of runs and kernels contain
  std::map<std::string, Line> lines_;
};

}  // namespace lockstep::quiz
