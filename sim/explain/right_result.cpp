#include "sim/explain/right_result.hpp"

#include <fmt/format.h>

#include "core/base/text/text.hpp"
#include "core/check/check.hpp"
#include "core/plan/element.hpp"
#include "core/plan/input.hpp"

namespace lockstep::sim {
namespace {

std::uint64_t compared_elements(const Plan& plan, std::uint64_t present) {
  const Expectation& expected = *plan.expectation;
  if (expected.kind == Expectation::Kind::reduction) return 1;
  return expected.result_elements != 0 ? expected.result_elements : present;
}

}  // namespace

RightResult right_result(const Plan& plan, const CountedRun& run) {
  const Expectation& expected = *plan.expectation;
  const PlanBuffer& buffer = plan.buffers[expected.result_buffer];
  const std::vector<std::byte>& bytes = run.buffers[expected.result_buffer];
  const std::size_t size = size_bytes(buffer.type);
  RightResult right;
  right.elements = compared_elements(plan, bytes.size() / size);
  if (bytes.size() < size || right.elements == 0) return right;
  right.computed = element_text(bytes.data(), buffer.type);
  if (right.elements > 1) {
    right.sentence = fmt::format("all {} elements as expected", count_text(right.elements));
    return right;
  }
  // The check of an empty result reports the first element as missing, with its expected value.
  const CheckResult missing = check_result(plan, materialise(plan.buffers[expected.input_buffer]), {});
  right.expected = missing.first ? missing.first->expected : right.computed;
  const double tolerance = missing.first ? missing.first->tolerance : 0;
  right.sentence = right.expected == right.computed ? right.computed + " as expected"
                                                    : fmt::format("{}, and {} (± {:.3g}) is expected",
                                                                  right.computed, right.expected, tolerance);
  return right;
}

}  // namespace lockstep::sim
