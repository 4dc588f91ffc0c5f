// The common depth limit for all inputs: expressions, statements and types of kernels, macros, JSON,
// formulas. Parsers are recursive, and so is the code that traverses and destroys their results. This many
// levels fit on the stack of a thread in every build, and no text written by hand has more. The parser counts
// the levels, so later code need not check them.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

inline constexpr unsigned kDeepestNesting = 1000;

// Counts one level of a recursion while the object exists, so that every path out of the function ends
// the level.
class NestingLevel {
 public:
  explicit NestingLevel(unsigned& depth) : depth_(depth) { ++depth_; }
  ~NestingLevel() { --depth_; }
  NestingLevel(const NestingLevel&) = delete;
  NestingLevel& operator=(const NestingLevel&) = delete;

  // If this is true, the parser must refuse its input, with nested_too_deeply(), and must not descend.
  bool is_too_deep() const { return depth_ > kDeepestNesting; }

 private:
  unsigned& depth_;
};

// "this expression is nested more than 1000 levels deep"
inline std::string nested_too_deeply(std::string_view what) {
  return std::string(what) + " is nested more than " + std::to_string(kDeepestNesting) + " levels deep";
}

}  // namespace lockstep
