#include "core/check/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/large_bytes.hpp"
#include "core/base/text/text.hpp"
#include "core/check/judge.hpp"
#include "core/check/pattern_results.hpp"
#include "core/check/reference.hpp"
#include "core/check/sequential_checker.hpp"
#include "core/plan/element.hpp"

namespace lockstep {
namespace {

// Checks against a list of expected values: given by the user, or computed for a pattern.
template <class T>
class ValuesChecker : public ResultChecker::Typed {
 public:
  ValuesChecker(ElementType type, std::shared_ptr<const std::vector<std::byte>> given, double tolerance)
      : type_(type), given_(std::move(given)), values_(*given_), tolerance_(tolerance), is_given_(true) {}
  ValuesChecker(ElementType type, LargeBytes computed, double tolerance)
      : type_(type),
        computed_(std::move(computed)),
        values_(computed_),
        tolerance_(tolerance),
        is_given_(false) {}

  CheckResult check(std::span<const std::byte> result) override {
    CheckResult verdict = judge_in_parallel(Judge<T>(result, type_), values_.size() / sizeof(T),
                                            [this](Judge<T>& judge, std::uint64_t begin, std::uint64_t end) {
                                              for (std::uint64_t i = begin; i < end; ++i)
                                                judge.compare(i, expected(i));
                                            });
    verdict.is_given = is_given_;
    verdict.error.reset();
    return verdict;
  }

 private:
  ReferenceValue<T> expected(std::uint64_t index) const {
    const T value = load_element<T>(values_, index);
    const auto wide = static_cast<double>(value);
    const double tolerance = std::is_floating_point_v<T> ? tolerance_ * std::max(1.0, std::fabs(wide)) : 0;
    return {wide, tolerance, 0, value};
  }

  ElementType type_;
  std::shared_ptr<const std::vector<std::byte>> given_;
  LargeBytes computed_;
  std::span<const std::byte> values_;
  double tolerance_;
  bool is_given_;
};

}  // namespace

std::string CheckResult::message(const std::string& buffer_name, const std::string& because) const {
  if (!first) return "";
  const std::string tolerance = first->tolerance > 0 ? fmt::format(" (± {:.3g})", first->tolerance) : "";
  const std::string others = differences == 1 ? ""
                             : differences == 2
                                 ? " One more element is wrong."
                                 : fmt::format(" {} more elements are wrong.", count_text(differences - 1));
  const std::string right = first->expected + tolerance;
  return fmt::format("{}[{}] is {}, but {}{}{}.{}", buffer_name, first->index, first->got,
                     is_given ? right + " is expected" : "the sequential reference gives " + right,
                     because.empty() ? "" : ": ", because, others);
}

ResultChecker::ResultChecker(const Plan& plan, std::span<const std::byte> input) {
  const Expectation& expected = *plan.expectation;
  const ElementType type = plan.buffers[expected.result_buffer].type;
  typed_ = with_type(type, [&]<class T>() -> std::unique_ptr<Typed> {
    if (expected.kind == Expectation::Kind::values)
      return std::make_unique<ValuesChecker<T>>(type, expected.values, expected.tolerance);
    if (expected.is_pattern())
      return std::make_unique<ValuesChecker<T>>(type, pattern_result(plan, input),
                                                pattern_tolerance(expected, type));
    return std::make_unique<SequentialChecker<T>>(plan, input);
  });
}
ResultChecker::~ResultChecker() = default;
ResultChecker::ResultChecker(ResultChecker&&) noexcept = default;

CheckResult ResultChecker::check(std::span<const std::byte> result) { return typed_->check(result); }

CheckResult check_result(const Plan& plan, std::span<const std::byte> input,
                         std::span<const std::byte> result) {
  return ResultChecker(plan, input).check(result);
}

std::string RepeatedCheck::check(std::span<const std::byte> result) {
  verdict_ = checker_.check(result);
  ++runs_;
  if (verdict_.passed()) return "";
  std::string sentence = verdict_.message(plan_.buffers[plan_.expectation->result_buffer].name);
  if (runs_ > 1)
    sentence += fmt::format(
        " Run {} of the same plan was right: look for a race, or a kernel that overwrites its input.",
        runs_ - 1);
  return sentence;
}

}  // namespace lockstep
