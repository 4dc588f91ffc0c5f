// The text of a prepared scene. Braces in it contain expressions with values of the run, so that a story
// never contains a number that differs from the run: "{100 - out[last]} inches are left".
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
// A buffer has its name in the kernel or in the plan; `input` and `result` are the buffers used to check the
// result. A value for which the last store of the run comes after `position` is shown as "…", so that it can
// be predicted. If `combination` is null, no buffer has an element. The Error says which words are not
// understood; its sentence begins with `whose`.
Result<std::string> tell_story(std::string_view story, const Trace& trace, const Combination* combination,
                               std::uint64_t position, std::string_view whose = "The scene's story");

}  // namespace lockstep::sim
