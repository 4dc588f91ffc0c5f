// Computes the expected result sequentially on the host.
//
// Integers wrap around and are exact, min and max are exact. Floating-point sums use Neumaier's compensated
// summation in double precision, products a double-double; both are far more exact than the results that they
// check. With u half the type's epsilon and depth the longest chain of ⊕ (log₂ n for a tree), the result of a
// device may differ by
//   sum      depth · u · Σ|x|, which holds for any order of that depth (Jeannerod, Rump 2013), and by 0
//            if all elements are whole numbers and Σ|x| is exact in the type;
//   product  min(n, 8 √n + n / 128) · u · |Π x|, because all n − 1 roundings affect the result, for any
//            tree. Above 64 elements this is probabilistic: 8 √n for independent roundings (Higham, Mary
//            2019), n / 128 for roundings of factors near 1, which had a mean of u / 1000 each in tests.
//
// The references of consecutive parts can be joined to form the reference of the whole. Integers, min, max
// and exact sums (see above) are the same in any order. Other sums add the parts with the same error-free
// additions as the elements, and so keep the bound for n elements in order: with v = 2^-53 and γ = n v / (1 −
// n v), v |Σx| + γ² Σ|x| (Ogita, Rump, Oishi 2005, Sum2). Products of double-doubles also keep their bound,
// about 8 n v² |Π x|.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/plan/operations.hpp"

namespace lockstep {

template <class T>
struct ReferenceValue {
  double wide = 0;       // floating types: the value with more precision than T
  double tolerance = 0;  // floating types: the allowed difference
  double magnitude = 0;  // floating sums: Σ|x|, products: |Π x|; the scale of rounding errors
  T exact{};             // integers, min, max; otherwise `wide` rounded

  bool accepts(T got) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (got == exact || (std::isnan(got) && std::isnan(exact))) return true;
      // Rounding errors may have caused an overflow.
      if (std::isinf(got))
        return std::signbit(got) == std::signbit(wide) &&
               std::fabs(wide) + tolerance >= static_cast<double>(std::numeric_limits<T>::max());
      return std::fabs(static_cast<double>(got) - wide) <= tolerance;
    } else {
      return got == exact;
    }
  }
};

// Combines elements in order. value() returns the reference for the elements taken so far, so it can also be
// used for scans.
template <class T>
class SequentialReference {
 public:
  // A `depth` of 0 means unknown; the number of elements is used instead.
  SequentialReference(Operator op, std::uint64_t depth) : op_(op), depth_(depth) {
    if (op == Operator::product) high_ = 1;
    exact_ = identity_of<T>(op);
  }

  void take(T x) {
    ++count_;
    if (op_ == Operator::min || op_ == Operator::max)
      exact_ = op_ == Operator::min ? (x < exact_ ? x : exact_) : (exact_ < x ? x : exact_);
    else if constexpr (std::is_floating_point_v<T>)
      op_ == Operator::sum ? add(static_cast<double>(x)) : multiply(static_cast<double>(x));
    else
      exact_ = combine_integers(op_, exact_, x);
  }

  // Appends the elements of `next`.
  void join(const SequentialReference& next) {
    count_ += next.count_;
    if (op_ == Operator::min || op_ == Operator::max) {
      exact_ = op_ == Operator::min ? (next.exact_ < exact_ ? next.exact_ : exact_)
                                    : (exact_ < next.exact_ ? next.exact_ : exact_);
    } else if constexpr (std::is_floating_point_v<T>) {
      op_ == Operator::sum ? add(next) : multiply(next);
    } else {
      exact_ = combine_integers(op_, exact_, next.exact_);
    }
  }

  // Returns whether this reference may be joined to the preceding parts. If the product of this part alone
  // leaves the range of double, the product of the whole array may still be inside the range.
  bool can_be_joined() const {
    if (!std::is_floating_point_v<T> || op_ == Operator::min || op_ == Operator::max) return true;
    return op_ == Operator::sum ? std::isfinite(high_) : std::isnormal(high_);
  }

  // Returns whether a result must equal value() exactly. The elements may then be combined in the
  // type itself.
  bool is_exact() const {
    if (!std::is_floating_point_v<T> || op_ == Operator::min || op_ == Operator::max) return true;
    return op_ == Operator::sum && whole_ && magnitude_ <= std::ldexp(1.0, std::numeric_limits<T>::digits);
  }

  ReferenceValue<T> value() const {
    if constexpr (std::is_floating_point_v<T>) {
      if (op_ == Operator::sum || op_ == Operator::product) {
        const double wide = std::isfinite(high_) ? high_ + low_ : high_;
        const double magnitude = op_ == Operator::sum ? magnitude_ : std::fabs(wide);
        return {wide, tolerance(wide), magnitude, static_cast<T>(wide)};
      }
      return {static_cast<double>(exact_), 0, 0, exact_};
    }
    return {0, 0, 0, exact_};
  }

 private:
  void add(double x) {
    add_exactly(x);
    magnitude_ += std::fabs(x);
    whole_ = whole_ && std::trunc(x) == x;
  }

  void add(const SequentialReference& next) {
    add_exactly(next.high_);
    low_ += next.low_;
    magnitude_ += next.magnitude_;
    whole_ = whole_ && next.whole_;
  }

  void add_exactly(double x) {
    const double sum = high_ + x;
    low_ += std::fabs(high_) >= std::fabs(x) ? (high_ - sum) + x : (x - sum) + high_;
    high_ = sum;
  }

  void multiply(double x) {
    const double product = high_ * x;
    low_ = std::fma(high_, x, -product) + low_ * x;
    high_ = product + low_;
    low_ = (product - high_) + low_;
  }

  void multiply(const SequentialReference& next) {
    const double before = high_;
    multiply(next.high_);
    low_ += before * next.low_;
  }

  double tolerance(double wide) const {
    constexpr double unit = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
    // Devices may flush denormal results to zero.
    constexpr double smallest = static_cast<double>(std::numeric_limits<T>::min());
    const auto n = static_cast<double>(count_);
    if (op_ == Operator::product)
      return std::fmin(n, 8 * std::sqrt(n) + n / 128) * unit * std::fabs(wide) + smallest;
    if (is_exact()) return 0;
    // One additional unit allows for the reference's own rounding.
    const double depth = depth_ != 0 ? static_cast<double>(depth_) : n;
    return (depth + 1) * unit * magnitude_ + smallest;
  }

  Operator op_;
  std::uint64_t depth_;
  std::uint64_t count_ = 0;
  T exact_{};
  double high_ = 0;  // high_ + low_ is the floating-point value
  double low_ = 0;
  double magnitude_ = 0;  // Σ|x|
  bool whole_ = true;
};

}  // namespace lockstep
