// Small changes to a kernel's text, made on its tokens alone: common slips, and changes that undo these
// slips. A mistake that is inserted into a right kernel tests the tools that find mistakes. A change that
// makes a wrong kernel right shows where the mistake is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/explain/kernel_edits/edit.hpp"

namespace lockstep::sim {

inline constexpr std::uint64_t kMostBytesOfChanges = std::uint64_t{64} << 20;

enum class ChangesFor : std::uint8_t {
  // Barriers, statements, conditions and parentheses removed; numbers off by one; other comparisons and
  // operators; other ids and sizes; buffers, operands and neighbouring statements exchanged; groups that skip
  // their part.
  mistakes,
  // The reverse changes, the likeliest first, as far as the text alone shows what was intended: all operators
  // of the same kind; numbers and variables off by one, doubled and halved; other variables, addends and
  // subscripts; parentheses, operands, statements and conditions reversed; statements and jumps removed;
  // barriers and conditions added.
  cures,
  // Mistakes that no single cure undoes, used to measure how many mistakes are found: operands omitted,
  // numbers off by more than one, arguments and the alternatives of a condition exchanged, statements
  // executed twice.
  other_mistakes
};

// Each edit is one change that keeps the numbers of all lines. The words of an edit contain no line number:
// "<= in place of <". The changed texts need not compile. `most_bytes` is the limit for the size of all
// changed texts together, because a submitted text may have any length.
Edits small_changes(const std::string& path, const std::string& text, ChangesFor changes,
                    std::uint64_t most_bytes = kMostBytesOfChanges);

}  // namespace lockstep::sim
