// Compares a result with the expected values, element by element, and keeps the differences.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "core/base/large_bytes.hpp"
#include "core/check/check.hpp"
#include "core/check/reference.hpp"
#include "core/plan/element.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

template <class T>
T load_element(std::span<const std::byte> bytes, std::uint64_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

// Returns the distance between a value and its neighbour, in the type of the result.
template <class T>
double ulp_of(T value) {
  const T magnitude = std::fabs(value);
  const T next = std::nextafter(magnitude, std::numeric_limits<T>::infinity());
  return std::isinf(next) ? static_cast<double>(magnitude) - std::nextafter(magnitude, T(0))
                          : static_cast<double>(next) - static_cast<double>(magnitude);
}

// Keeps the largest error of a result; only this error is converted to units.
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

  // Adds the error of the following elements.
  void take(const ErrorMeter& next) {
    finite_ = finite_ && next.finite_;
    if (next.seen_ && (!seen_ || next.absolute_ > absolute_)) {
      index_ = next.index_;
      absolute_ = next.absolute_;
      at_ = next.at_;
    }
    seen_ = seen_ || next.seen_;
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
  Judge(std::span<const std::byte> result, ElementType type) : result_(result), type_(type) {}

  void compare(std::uint64_t index, const ReferenceValue<T>& expected) {
    const bool there = (index + 1) * sizeof(T) <= result_.size();
    if constexpr (std::is_floating_point_v<T>) {
      if (there) meter_.take(index, expected, load_element<T>(result_, index));
    }
    if (there && expected.accepts(load_element<T>(result_, index))) return;
    if (++verdict.differences <= CheckResult::kMaxDifferences)
      keep({index, element_text(&expected.exact, type_),
            there ? element_text(result_.data() + index * sizeof(T), type_) : "missing", expected.tolerance});
  }

  // Adds the verdict on the following elements.
  void take(const Judge& next) {
    verdict.differences += next.verdict.differences;
    if (next.verdict.first) keep(*next.verdict.first);
    for (const Difference& difference : next.verdict.more) keep(difference);
    if constexpr (std::is_floating_point_v<T>) meter_.take(next.meter_);
  }

  CheckResult finish() {
    if constexpr (std::is_floating_point_v<T>) verdict.error = meter_.largest();
    return verdict;
  }

  CheckResult verdict;

 private:
  void keep(const Difference& difference) {
    if (!verdict.first)
      verdict.first = difference;
    else if (verdict.more.size() + 1 < CheckResult::kMaxDifferences)
      verdict.more.push_back(difference);
  }

  struct NoMeter {};
  std::span<const std::byte> result_;
  ElementType type_;
  std::conditional_t<std::is_floating_point_v<T>, ErrorMeter<T>, NoMeter> meter_;
};

// Comparing fewer elements takes less time than starting threads.
constexpr std::uint64_t kPartElements = std::uint64_t{1} << 20;

// Compares the parts of a result with `compare(judge, begin, end)`, where a part contains the elements from
// begin to end. Joins the findings in order, so the verdict does not depend on the number of threads.
template <class T, class Compare>
CheckResult judge_in_parallel(const Judge<T>& fresh, std::uint64_t n, const Compare& compare) {
  std::vector<Judge<T>> judges((n + kPartElements - 1) / kPartElements, fresh);
  in_parallel(judges.size(), [&](std::size_t part) {
    Judge<T> judge = fresh;  // on this thread's stack, because adjacent judges would share cache lines
    compare(judge, part * kPartElements, std::min((part + 1) * kPartElements, n));
    judges[part] = std::move(judge);
  });
  Judge<T> whole = fresh;
  for (const Judge<T>& part : judges) whole.take(part);
  return whole.finish();
}

}  // namespace lockstep
