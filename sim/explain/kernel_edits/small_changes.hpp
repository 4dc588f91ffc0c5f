// Small changes of a kernel's text, by its tokens alone: the slips that people make, and what undoes them. A
// mistake put into a right kernel tests those who look for mistakes; a change that makes a wrong one right
// tells where its mistake is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/explain/kernel_edits/edit.hpp"

namespace lockstep::sim {

inline constexpr std::uint64_t kMostBytesOfChanges = std::uint64_t{64} << 20;

enum class ChangesFor : std::uint8_t {
  // Barriers, statements, conditions and brackets removed, numbers off by one, other comparisons and
  // operators, other ids and sizes, buffers, operands and neighbouring statements exchanged, groups that
  // leave
  // out their part.
  mistakes,
  // The same the other way round, as far as a text without it can tell what was meant, the likeliest first:
  // all operators of the same kind, numbers and variables off by one, doubled and halved, other variables,
  // addends and subscripts, brackets, operands, statements and conditions the other way round, statements and
  // jumps removed, barriers and conditions added.
  cures,
  // Mistakes that no cure undoes as such, for those who measure how many are found: operands left out,
  // numbers
  // off by more, arguments and what a condition chooses exchanged, statements executed twice.
  other_mistakes
};

// Each is one change; lines keep their numbers. The words have no line: "<= in place of <". They need not
// compile. `most_bytes`: of all their texts together; a text may be as long as somebody likes to hand in.
Edits small_changes(const std::string& path, const std::string& text, ChangesFor changes,
                    std::uint64_t most_bytes = kMostBytesOfChanges);

}  // namespace lockstep::sim
