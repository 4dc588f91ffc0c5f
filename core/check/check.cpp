#include "core/check/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "core/base/large_bytes.hpp"
#include "core/base/text.hpp"
#include "core/check/part_check.hpp"
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
  using Reference = SequentialReference<T>;

  Checker(const Plan& plan, std::span<const std::byte> input)
      : plan_(plan), type_(plan.buffers[plan.expectation->result_buffer].type), input_(input) {}

  // Of the input alone; none where it cannot be joined.
  std::optional<Reference> own() {
    find_parts();
    if (!std::ranges::all_of(parts_, &Reference::can_be_joined)) return std::nullopt;
    Reference reference = empty();
    for (const Reference& part : parts_) reference.join(part);
    return reference;
  }

  // What comes before the input.
  void begin_with(const Reference& before) {
    start_ = before;
    end_.reset();
  }

  CheckResult check(std::span<const std::byte> result) override {
    if (!end_) find_references();
    const Judge<T> fresh(result, type_);
    if (plan_.expectation->kind != Expectation::Kind::reduction)
      return judge_in_parallel(fresh, plan_.n, [&](Judge<T>& judge, std::uint64_t begin, std::uint64_t end) {
        compare(judge, before_[begin / kPart], result, begin, end);
      });
    Judge<T> judge = fresh;
    judge.compare(0, end_->value());
    return judge.finish();
  }

 private:
  Reference empty() const { return {plan_.expectation->op, plan_.expectation->depth}; }

  void take_part(Reference& reference, std::size_t part) const {
    const std::uint64_t end = std::min((part + 1) * kPart, plan_.n);
    for (std::uint64_t i = part * kPart; i < end; ++i) reference.take(load<T>(input_, i));
  }

  void find_parts() {
    if (!parts_.empty()) return;
    parts_.assign((plan_.n + kPart - 1) / kPart, empty());
    in_parallel(parts_.size(), [&](std::size_t part) {
      Reference reference = empty();
      take_part(reference, part);
      parts_[part] = reference;
    });
  }

  void find_references() {
    find_parts();
    const bool can_join = std::ranges::all_of(parts_, &Reference::can_be_joined);
    Reference reference = start_ ? *start_ : empty();
    before_.clear();
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      before_.push_back(reference);
      can_join ? reference.join(parts_[part]) : take_part(reference, part);
    }
    end_ = reference;
  }

  void compare(Judge<T>& judge, Reference reference, std::span<const std::byte> result, std::uint64_t begin,
               std::uint64_t end) const {
    const bool is_right = is_plainly_right(reference, result, begin, end);
    const Expectation::Kind kind = plan_.expectation->kind;
    // A right part has one error, 0, which its first element shows.
    for (std::uint64_t i = begin; i < (is_right ? begin + 1 : end); ++i) {
      if (kind == Expectation::Kind::exclusive_scan) judge.compare(i, reference.value());
      reference.take(load<T>(input_, i));
      if (kind == Expectation::Kind::inclusive_scan) judge.compare(i, reference.value());
    }
  }

  // Most results are right, which a plain loop can tell of those that must be exact.
  bool is_plainly_right(const Reference& before, std::span<const std::byte> result, std::uint64_t begin,
                        std::uint64_t end) const {
    if (!end_->is_exact() || end * sizeof(T) > result.size()) return false;
    const auto is_scan_by = [&](const auto& combine) {
      return is_scan(before.value().exact, combine, result, begin, end);
    };
    switch (plan_.expectation->op) {
      case Operator::sum:
        return is_scan_by([](T a, T b) {
          if constexpr (std::is_floating_point_v<T>)
            return a + b;
          else
            return combine_integers(Operator::sum, a, b);
        });
      case Operator::min:
        return is_scan_by([](T a, T b) { return b < a ? b : a; });
      case Operator::max:
        return is_scan_by([](T a, T b) { return a < b ? b : a; });
      case Operator::product:
      case Operator::digits:
      case Operator::matrix:
        break;
    }
    return false;
  }

  template <class Combine>
  bool is_scan(T total, const Combine& combine, std::span<const std::byte> result, std::uint64_t begin,
               std::uint64_t end) const {
    const bool exclusive = plan_.expectation->kind == Expectation::Kind::exclusive_scan;
    bool differs = false;
    for (std::uint64_t i = begin; i < end; ++i) {
      const T next = combine(total, load<T>(input_, i));
      differs |= load<T>(result, i) != (exclusive ? total : next);
      total = next;
    }
    return !differs;
  }

  const Plan& plan_;
  ElementType type_;
  std::span<const std::byte> input_;
  std::optional<Reference> start_;  // before all of them
  std::vector<Reference> parts_;    // each alone
  std::vector<Reference> before_;   // each of them
  std::optional<Reference> end_;
};

// Of values that are known one by one: given by the user, or computed for a pattern.
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
    const T value = load<T>(values_, index);
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

class PartChecker::Typed {
 public:
  virtual ~Typed() = default;
  virtual std::optional<PartReference> reference() = 0;
  virtual CheckResult check(std::span<const PartReference> before, std::span<const std::byte> result) = 0;
};

namespace {

template <class T>
SequentialReference<T> joined(const Expectation& expected, std::span<const PartReference> parts) {
  SequentialReference<T> all(expected.op, expected.depth);
  for (const PartReference& part : parts) {
    if (part.size() != sizeof all) continue;
    SequentialReference<T> next(expected.op, expected.depth);
    std::memcpy(static_cast<void*>(&next), part.data(), sizeof next);
    all.join(next);
  }
  return all;
}

template <class T>
class PartOfChecker final : public PartChecker::Typed {
 public:
  PartOfChecker(const Plan& plan, std::span<const std::byte> input) : plan_(plan), checker_(plan, input) {}

  std::optional<PartReference> reference() override {
    static_assert(std::is_trivially_copyable_v<SequentialReference<T>>);
    const auto own = checker_.own();
    if (!own) return std::nullopt;
    PartReference bytes(sizeof *own);
    std::memcpy(bytes.data(), &*own, sizeof *own);
    return bytes;
  }

  CheckResult check(std::span<const PartReference> before, std::span<const std::byte> result) override {
    if (!has_begun_) checker_.begin_with(joined<T>(*plan_.expectation, before));
    has_begun_ = true;
    return checker_.check(result);
  }

 private:
  const Plan& plan_;
  Checker<T> checker_;
  bool has_begun_ = false;
};

}  // namespace

PartChecker::PartChecker(const Plan& plan, std::span<const std::byte> input) {
  typed_ = with_type(plan.type, [&]<class T>() -> std::unique_ptr<Typed> {
    return std::make_unique<PartOfChecker<T>>(plan, input);
  });
}
PartChecker::~PartChecker() = default;
PartChecker::PartChecker(PartChecker&&) noexcept = default;

Result<PartReference> PartChecker::reference() {
  auto own = typed_->reference();
  if (own) return *std::move(own);
  return usage_error(
      "A part of this input has a product outside the range of double, so that the parts' references cannot "
      "be joined; choose another input.");
}

CheckResult PartChecker::check(std::span<const PartReference> before, std::span<const std::byte> result) {
  return typed_->check(before, result);
}

CheckResult check_joined(const Plan& plan, std::span<const PartReference> all,
                         std::span<const std::byte> result) {
  return with_type(plan.type, [&]<class T>() {
    Judge<T> judge(result, plan.type);
    judge.compare(0, joined<T>(*plan.expectation, all).value());
    return judge.finish();
  });
}

}  // namespace lockstep
