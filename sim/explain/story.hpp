// The words of a prepared scene. Braces in them hold sums of values of the run, so that a story never says a
// number that the run does not give: "{100 - out[last]} inches are left".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "sim/figure_rows/combination.hpp"

namespace lockstep::sim {

// In braces: terms with +, -, * or / between them; products are computed first. A term is one of
//   a whole number · n · group_size · lanes    lanes: those of a warp
//   barriers, local_conflicts …                a counter of the whole run
//   (sim/observers/counters/metrics.def) line "code"                                the number of the line
//   with this code out[3] · out[last] · out[last - 1]         an element of a buffer
// A buffer has its name in the kernel or in the plan; `input` and `result` are the buffers by which the
// result is checked. A value that the run has not stored for the last time before `position` is shown as "…",
// so that it can be predicted. If `combination` is null, no buffer has an element. The Error says which words
// are not understood; `whose` begins its sentence.
Result<std::string> tell_story(std::string_view story, const Trace& trace, const Combination* combination,
                               std::uint64_t position, std::string_view whose = "The scene's story");

}  // namespace lockstep::sim
