// Checks a result against the sequential reference, which is computed in parallel for parts of the input and
// then joined.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "core/base/large_bytes.hpp"
#include "core/check/check.hpp"
#include "core/check/judge.hpp"
#include "core/check/reference.hpp"
#include "core/plan/element.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

class ResultChecker::Typed {
 public:
  virtual ~Typed() = default;
  virtual CheckResult check(std::span<const std::byte> result) = 0;
};

template <class T>
class SequentialChecker : public ResultChecker::Typed {
 public:
  using Reference = SequentialReference<T>;

  SequentialChecker(const Plan& plan, std::span<const std::byte> input)
      : plan_(plan), type_(plan.buffers[plan.expectation->result_buffer].type), input_(input) {}

  // Returns the reference of this input alone; none if it cannot be joined.
  std::optional<Reference> own() {
    find_parts();
    if (!std::ranges::all_of(parts_, &Reference::can_be_joined)) return std::nullopt;
    Reference reference = empty();
    for (const Reference& part : parts_) reference.join(part);
    return reference;
  }

  // Sets the reference of the preceding parts, with which this reference begins.
  void start_with_state(const Reference& before) {
    start_ = before;
    end_.reset();
  }

  CheckResult check(std::span<const std::byte> result) override {
    if (!end_) find_references();
    const Judge<T> fresh(result, type_);
    if (plan_.expectation->kind != Expectation::Kind::reduction)
      return judge_in_parallel(fresh, plan_.n, [&](Judge<T>& judge, std::uint64_t begin, std::uint64_t end) {
        compare(judge, before_[begin / kPartElements], result, begin, end);
      });
    Judge<T> judge = fresh;
    judge.compare(0, end_->value());
    return judge.finish();
  }

 private:
  Reference empty() const { return {plan_.expectation->op, plan_.expectation->depth}; }

  void take_part(Reference& reference, std::size_t part) const {
    const std::uint64_t end = std::min((part + 1) * kPartElements, plan_.n);
    for (std::uint64_t i = part * kPartElements; i < end; ++i) reference.take(load_element<T>(input_, i));
  }

  void find_parts() {
    if (!parts_.empty()) return;
    parts_.assign((plan_.n + kPartElements - 1) / kPartElements, empty());
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
    // If the part is right, all its errors are 0, so its first element suffices.
    for (std::uint64_t i = begin; i < (is_right ? begin + 1 : end); ++i) {
      if (kind == Expectation::Kind::exclusive_scan) judge.compare(i, reference.value());
      reference.take(load_element<T>(input_, i));
      if (kind == Expectation::Kind::inclusive_scan) judge.compare(i, reference.value());
    }
  }

  // Most results are correct; if a result must be exact, a simple loop can check it.
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
      const T next = combine(total, load_element<T>(input_, i));
      differs |= load_element<T>(result, i) != (exclusive ? total : next);
      total = next;
    }
    return !differs;
  }

  const Plan& plan_;
  ElementType type_;
  std::span<const std::byte> input_;
  std::optional<Reference> start_;  // before all parts
  std::vector<Reference> parts_;    // of each part alone
  std::vector<Reference> before_;   // before each part
  std::optional<Reference> end_;
};

}  // namespace lockstep
