// Reads moments and lines of a run from the words of a user: `line "s[t] += s[t + k]", third time`. A text
// that refers to a moment in this way stays correct when the kernel or the run changes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// Returns the number of the only line of the run's kernel files that contains `code`. Any number of blanks
// counts as one blank. The Error states that no line contains the code, or lists the lines that do.
Result<std::uint32_t> line_with(const Trace& trace, std::string_view code);

// Replaces each `line "code"` in a text by `line` and the number of the line: `line 32`. A quote in the code
// is written \".
Result<std::string> with_line_numbers(const Trace& trace, std::string_view text);

// A position of the run:
//   start · end · 120                               the first and the last position, or the position itself
//   line 32 · line "s[t] +=" · line 32, third time  before a warp executes this line
//   barrier · barrier, second time · launch 2       after a barrier released its work-group; the beginning of
//                                                   the second launch
//   conflict · divergence · finding                 before the event
// After a line or an event: `in launch 2`, `in group 1`, `in warp 1`, and then, after a comma, `third
// time`, `3rd time` or `last time`. Launches are numbered from 1, groups and warps from 0, as in questions.
// The Error says which words are not understood, or how often the event happens.
Result<std::uint64_t> find_moment(const Trace& trace, std::string_view words);

}  // namespace lockstep::sim
