#include "core/check/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "core/base/large_bytes.hpp"
#include "core/base/text.hpp"
#include "core/check/pattern_results.hpp"
#include "core/check/reference.hpp"
#include "core/plan/element.hpp"

namespace lockstep {
namespace {

template <class T>
T load(std::span<const std::byte> bytes, std::uint64_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
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

  // Of the elements that follow.
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
      if (there) meter_.take(index, expected, load<T>(result_, index));
    }
    if (there && expected.accepts(load<T>(result_, index))) return;
    if (++verdict.differences <= CheckResult::kMostDifferences)
      keep({index, element_text(&expected.exact, type_),
            there ? element_text(result_.data() + index * sizeof(T), type_) : "missing", expected.tolerance});
  }

  // Of the elements that follow.
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
    else if (verdict.more.size() + 1 < CheckResult::kMostDifferences)
      verdict.more.push_back(difference);
  }

  struct NoMeter {};
  std::span<const std::byte> result_;
  ElementType type_;
  std::conditional_t<std::is_floating_point_v<T>, ErrorMeter<T>, NoMeter> meter_;
};

}  // namespace

class ResultChecker::Typed {
 public:
  virtual ~Typed() = default;
  virtual CheckResult check(std::span<const std::byte> result) = 0;
};

namespace {

// Fewer elements are compared faster than threads start.
constexpr std::uint64_t kPart = std::uint64_t{1} << 20;

// Compares parts of a result, which `compare(judge, begin, end)` does for elements from begin to end, and
// puts what they find together in order: the verdict is the same whatever the number of threads.
template <class T, class Compare>
CheckResult judge_in_parallel(const Judge<T>& fresh, std::uint64_t n, const Compare& compare) {
  std::vector<Judge<T>> judges((n + kPart - 1) / kPart, fresh);
  in_parallel(judges.size(), [&](std::size_t part) {
    Judge<T> judge = fresh;  // on this thread's stack: its neighbours' share cache lines
    compare(judge, part * kPart, std::min((part + 1) * kPart, n));
    judges[part] = std::move(judge);
  });
  Judge<T> whole = fresh;
  for (const Judge<T>& part : judges) whole.take(part);
  return whole.finish();
}

template <class T>
class Checker : public ResultChecker::Typed {
 public:
  Checker(const Plan& plan, std::span<const std::byte> input)
      : plan_(plan), type_(plan.buffers[plan.expectation->result_buffer].type), input_(input) {}

  CheckResult check(std::span<const std::byte> result) override {
    if (!end_) find_references();
    const Judge<T> fresh(result, type_);
    if (plan_.expectation->kind != Expectation::Kind::reduction)
      return judge_in_parallel(fresh, plan_.n, [&](Judge<T>& judge, std::uint64_t begin, std::uint64_t end) {
        compare(judge, before_[begin / kPart], begin, end);
      });
    Judge<T> judge = fresh;
    judge.compare(0, end_->value());
    return judge.finish();
  }

 private:
  using Reference = SequentialReference<T>;

  Reference empty() const { return {plan_.expectation->op, plan_.expectation->depth}; }

  void take_part(Reference& reference, std::size_t part) const {
    const std::uint64_t end = std::min((part + 1) * kPart, plan_.n);
    for (std::uint64_t i = part * kPart; i < end; ++i) reference.take(load<T>(input_, i));
  }

  void find_references() {
    std::vector<Reference> parts((plan_.n + kPart - 1) / kPart, empty());
    in_parallel(parts.size(), [&](std::size_t part) {
      Reference reference = empty();
      take_part(reference, part);
      parts[part] = reference;
    });
    const bool can_join = std::ranges::all_of(parts, &Reference::can_be_joined);
    Reference reference = empty();
    for (std::size_t part = 0; part < parts.size(); ++part) {
      before_.push_back(reference);
      can_join ? reference.join(parts[part]) : take_part(reference, part);
    }
    end_ = reference;
  }

  void compare(Judge<T>& judge, Reference reference, std::uint64_t begin, std::uint64_t end) const {
    const Expectation::Kind kind = plan_.expectation->kind;
    for (std::uint64_t i = begin; i < end; ++i) {
      if (kind == Expectation::Kind::exclusive_scan) judge.compare(i, reference.value());
      reference.take(load<T>(input_, i));
      if (kind == Expectation::Kind::inclusive_scan) judge.compare(i, reference.value());
    }
  }

  const Plan& plan_;
  ElementType type_;
  std::span<const std::byte> input_;
  std::vector<Reference> before_;  // each part
  std::optional<Reference> end_;
};

// Of values that are known one by one: given by the user, or computed for a pattern.
template <class T>
class ValuesChecker : public ResultChecker::Typed {
 public:
  ValuesChecker(ElementType type, std::vector<std::byte> values, double tolerance, bool is_given)
      : type_(type), values_(std::move(values)), tolerance_(tolerance), is_given_(is_given) {}

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
    const T value = load<T>(values_, index);
    const auto wide = static_cast<double>(value);
    const double tolerance = std::is_floating_point_v<T> ? tolerance_ * std::max(1.0, std::fabs(wide)) : 0;
    return {wide, tolerance, 0, value};
  }

  ElementType type_;
  std::vector<std::byte> values_;
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
      return std::make_unique<ValuesChecker<T>>(type, *expected.values, expected.tolerance, true);
    if (expected.is_pattern())
      return std::make_unique<ValuesChecker<T>>(type, pattern_result(plan, input),
                                                pattern_tolerance(expected, type), false);
    return std::make_unique<Checker<T>>(plan, input);
  });
}
ResultChecker::~ResultChecker() = default;
ResultChecker::ResultChecker(ResultChecker&&) noexcept = default;

CheckResult ResultChecker::check(std::span<const std::byte> result) { return typed_->check(result); }

CheckResult check_result(const Plan& plan, std::span<const std::byte> input,
                         std::span<const std::byte> result) {
  return ResultChecker(plan, input).check(result);
}

std::string RepeatedCheck::look(std::span<const std::byte> result) {
  verdict_ = checker_.check(result);
  ++runs_;
  if (verdict_.passed()) return "";
  std::string sentence = verdict_.message(plan_.buffers[plan_.expectation->result_buffer].name);
  if (runs_ > 1)
    sentence += fmt::format(
        " Run {} of the same was right: look for a race, or a kernel that overwrites its input.", runs_ - 1);
  return sentence;
}

}  // namespace lockstep
