// Replaces the expressions in the text of a prepared scene. The braces in a story contain expressions with
// values of the run, so that a story never contains a number that differs from the run: "{100 - out[last]}
// inches are left".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "sim/figure_rows/combination.hpp"

namespace lockstep::sim {

// An expression consists of terms with +, -, * or / between them; products are computed first.
// The terms are:
// - a whole number, n, group_size, or lanes (the number of lanes of a warp);
// - barriers, local_conflicts … (a counter of the whole run, see sim/observers/counters/metrics.def);
// - line "code" (the number of the line that contains this code);
// - out[3], out[last], out[last - 1] (an element of a buffer).
// The name of a buffer of characters alone, such as {text}, is replaced by these characters in quotes.
// A buffer has its name in the kernel or in the plan; `input` and `result` are the buffers used to check the
// result. A value is shown as "…" if the last store to it comes after `position`, so that it can be
// predicted. If `combination` is null, no element of a buffer can be used. The Error states which words are
// not understood; its sentence begins with `whose`.
Result<std::string> tell_story(std::string_view story, const Trace& trace, const Combination* combination,
                               std::uint64_t position, std::string_view whose = "The scene's story");

}  // namespace lockstep::sim
