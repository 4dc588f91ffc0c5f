// Small changes of a kernel's text, made on its tokens alone: common slips, and the changes that undo them. A
// mistake inserted into a right kernel tests the tools that find mistakes; a change that makes a wrong kernel
// right shows where its mistake is.
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
  // The reverse changes, as far as the text alone shows what was intended, the likeliest first: all operators
  // of the same kind; numbers and variables off by one, doubled and halved; other variables, addends and
  // subscripts; parentheses, operands, statements and conditions reversed; statements and jumps removed;
  // barriers and conditions added.
  cures,
  // Mistakes that no single cure undoes, used to measure how many mistakes are found: operands omitted,
  // numbers off by more than one, arguments and the alternatives of a condition exchanged, statements
  // executed twice.
  other_mistakes
};

// Each edit is one change; lines keep their numbers. The words contain no line number: "<= in place of <".
// The texts need not compile. `most_bytes`: the limit for all their texts together, because a submitted text
// may have any length.
Edits small_changes(const std::string& path, const std::string& text, ChangesFor changes,
                    std::uint64_t most_bytes = kMostBytesOfChanges);

}  // namespace lockstep::sim
