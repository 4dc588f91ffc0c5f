// The expected result of a run: the text of a description or of `--expect` becomes the plan's expectation.
//   [RESULT=]WHAT[:INPUT[:COLUMNS]]
// WHAT is sum, product, min, max (one value), group-sum … (one for each work-group), inclusive, exclusive,
// transpose, sort, or values: @FILE, or a fill as for a buffer: 3,4,11. COLUMNS is the number of columns of
// the input of transpose. RESULT and INPUT are buffers; by default, the result is the first buffer that is
// shown, and the input is the first buffer with contents.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/launch_description.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/launch/value_types.hpp"

namespace lockstep::sim {

inline constexpr std::string_view kExpectHint =
    "--expect sum|min|max|inclusive|exclusive|transpose|sort|@FILE|VALUES says what should come out";

// The buffers of a plan that an expectation names.
struct ExpectedBuffers {
  std::size_t result = 0;
  std::optional<std::size_t> input;  // of a reference
};
using FillValues = std::function<Result<void>(PlanBuffer&, const ValueType&, const std::string&)>;

// Adds the expectation to the plan. Returns nothing, or the mistake and its key. `types` are the types of the
// plan's buffers. `fill` is the function that reads given values.
std::optional<DescriptionError> add_expectation(Plan& plan, const DescribedExpectation& expected,
                                                const ExpectedBuffers& buffers,
                                                const std::vector<ValueType>& types, const FillValues& fill);

// Replaces the expectation of the run. `text` has the form described above.
Result<void> expect_result(PreparedRun& run, const std::string& text);

}  // namespace lockstep::sim
