// One limit of depth for everything that is read: expressions, statements and types of kernels, macros, JSON,
// formulas. Readers are recursive, and so is the code that walks and destroys their results; this many levels
// fit the stack of a thread in every build, and nothing written by hand has more. The reader counts the
// levels, so that no later code needs to.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

inline constexpr unsigned kDeepestNesting = 1000;

// One level of a recursion, left on every path out of the function.
class NestingLevel {
 public:
  explicit NestingLevel(unsigned& depth) : depth_(depth) { ++depth_; }
  ~NestingLevel() { --depth_; }
  NestingLevel(const NestingLevel&) = delete;
  NestingLevel& operator=(const NestingLevel&) = delete;

  // The reader must refuse what it reads, with nested_too_deeply(), and not descend.
  bool is_too_deep() const { return depth_ > kDeepestNesting; }

 private:
  unsigned& depth_;
};

// "this expression is nested more than 1000 levels deep"
inline std::string nested_too_deeply(std::string_view what) {
  return std::string(what) + " is nested more than " + std::to_string(kDeepestNesting) + " levels deep";
}

}  // namespace lockstep
