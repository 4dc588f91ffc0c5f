#include "core/check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "core/reference.hpp"
#include "core/sizes.hpp"
#include "core/typed.hpp"

namespace lockstep {
namespace {

template <class T>
T load(std::span<const std::byte> bytes, std::uint64_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

// The shortest text that reads back as the same value; char types as numbers.
template <class T>
std::string text(T value) {
  if constexpr (std::is_floating_point_v<T>) return fmt::format("{}", value);
  if constexpr (std::is_signed_v<T>) return fmt::format("{}", static_cast<std::int64_t>(value));
  return fmt::format("{}", static_cast<std::uint64_t>(value));
}

// The distance between a value and its neighbour, in the type of the result.
template <class T>
double ulp_of(T value) {
  const T magnitude = std::fabs(value);
  const T next = std::nextafter(magnitude, std::numeric_limits<T>::infinity());
  return std::isinf(next) ? static_cast<double>(magnitude) - std::nextafter(magnitude, T(0))
                          : static_cast<double>(next) - static_cast<double>(magnitude);
}

// Keeps the largest error of a result; only that one is turned into units.
template <class T>
class ErrorMeter {
 public:
  void take(std::uint64_t index, const ReferenceValue<T>& expected, T got) {
    const double absolute = got == expected.exact && expected.tolerance == 0
                                ? 0
                                : std::fabs(static_cast<double>(got) - expected.wide);
    finite_ = finite_ && std::isfinite(absolute);
    if (!seen_ || absolute > absolute_) {
      index_ = index;
      absolute_ = absolute;
      at_ = expected;
    }
    seen_ = true;
  }

  std::optional<LargestError> largest() const {
    if (!seen_ || !finite_) return std::nullopt;
    const double unit = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2 * at_.magnitude;
    LargestError error{index_, absolute_, at_.tolerance};
    if (unit > 0) {
      error.in_units = absolute_ / unit;
      error.bound_in_units = at_.tolerance / unit;
    }
    error.in_ulps = absolute_ / ulp_of(at_.exact);
    return error;
  }

 private:
  bool seen_ = false;
  bool finite_ = true;
  std::uint64_t index_ = 0;
  double absolute_ = 0;
  ReferenceValue<T> at_;
};

template <class T>
class Judge {
 public:
  explicit Judge(std::span<const std::byte> result) : result_(result) {}

  void compare(std::uint64_t index, const ReferenceValue<T>& expected) {
    const bool there = (index + 1) * sizeof(T) <= result_.size();
    if constexpr (std::is_floating_point_v<T>) {
      if (there) meter_.take(index, expected, load<T>(result_, index));
    }
    if (there && expected.accepts(load<T>(result_, index))) return;
    if (verdict.differences++ == 0)
      verdict.first = Difference{index, text(expected.exact),
                                 there ? text(load<T>(result_, index)) : "missing", expected.tolerance};
  }

  CheckResult finish() {
    if constexpr (std::is_floating_point_v<T>) verdict.error = meter_.largest();
    return verdict;
  }

  CheckResult verdict;

 private:
  struct NoMeter {};
  std::span<const std::byte> result_;
  std::conditional_t<std::is_floating_point_v<T>, ErrorMeter<T>, NoMeter> meter_;
};

template <class T>
CheckResult check_typed(const Plan& plan, std::span<const std::byte> input,
                        std::span<const std::byte> result) {
  const Expectation& expected = *plan.expectation;
  SequentialReference<T> reference(expected.op, expected.depth);
  Judge<T> judge(result);
  for (std::uint64_t i = 0; i < plan.n; ++i) {
    if (expected.kind == Expectation::Kind::exclusive_scan) judge.compare(i, reference.value());
    reference.take(load<T>(input, i));
    if (expected.kind == Expectation::Kind::inclusive_scan) judge.compare(i, reference.value());
  }
  if (expected.kind == Expectation::Kind::reduction) judge.compare(0, reference.value());
  return judge.finish();
}

}  // namespace

std::string CheckResult::message(const std::string& buffer_name, const std::string& because) const {
  if (!first) return "";
  const std::string tolerance = first->tolerance > 0 ? fmt::format(" (± {:.3g})", first->tolerance) : "";
  const std::string others = differences == 1 ? ""
                             : differences == 2
                                 ? " One more element is wrong."
                                 : fmt::format(" {} more elements are wrong.", count_text(differences - 1));
  return fmt::format("{}[{}] is {}, but the sequential reference gives {}{}{}{}.{}", buffer_name,
                     first->index, first->got, first->expected, tolerance, because.empty() ? "" : ": ",
                     because, others);
}

CheckResult check_result(const Plan& plan, std::span<const std::byte> input,
                         std::span<const std::byte> result) {
  const ElementType type = plan.buffers[plan.expectation->input_buffer].type;
  return with_type(type, [&]<class T>() { return check_typed<T>(plan, input, result); });
}

}  // namespace lockstep
