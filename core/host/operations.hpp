// From an operator and an element type at run time to C++ that computes them, in one place. Integers are
// added and multiplied as unsigned numbers, where wrapping around is defined; the bits are the same.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

#include "core/element.hpp"

namespace lockstep::host {

template <class T>
struct Minimum {
  T operator()(T a, T b) const { return b < a ? b : a; }
};

template <class T>
struct Maximum {
  T operator()(T a, T b) const { return a < b ? b : a; }
};

// T with ⊕ and its identity. `Function` is the standard library's own where it has one: its parallel
// algorithms know those.
template <class Element, Operator Op>
struct Operation;

template <class Element>
struct Operation<Element, Operator::sum> {
  using T = Element;
  using Function = std::plus<T>;
  static constexpr Operator op = Operator::sum;
  static constexpr T identity = T(0);
};

template <class Element>
struct Operation<Element, Operator::product> {
  using T = Element;
  using Function = std::multiplies<T>;
  static constexpr Operator op = Operator::product;
  static constexpr T identity = T(1);
};

template <class Element>
struct Operation<Element, Operator::min> {
  using T = Element;
  using Function = Minimum<T>;
  using Limits = std::numeric_limits<T>;
  static constexpr Operator op = Operator::min;
  static constexpr T identity = Limits::has_infinity ? Limits::infinity() : Limits::max();
};

template <class Element>
struct Operation<Element, Operator::max> {
  using T = Element;
  using Function = Maximum<T>;
  using Limits = std::numeric_limits<T>;
  static constexpr Operator op = Operator::max;
  static constexpr T identity = Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::lowest();
};

// Calls visit.template operator()<Operation<…>>().
template <class T, class Visitor>
decltype(auto) with_operator(Operator op, Visitor&& visit) {
  // Sums and products wrap around; min and max compare, and need the sign.
  using Wrapping =
      typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;
  switch (op) {
    case Operator::sum:
      return visit.template operator()<Operation<Wrapping, Operator::sum>>();
    case Operator::product:
      return visit.template operator()<Operation<Wrapping, Operator::product>>();
    case Operator::min:
      return visit.template operator()<Operation<T, Operator::min>>();
    case Operator::max:
      break;
  }
  return visit.template operator()<Operation<T, Operator::max>>();
}

// The types of the kernels; `type` is one of them.
template <class Visitor>
decltype(auto) with_operation(ElementType type, Operator op, Visitor&& visit) {
  switch (type) {
    case ElementType::int64:
      return with_operator<std::int64_t>(op, visit);
    case ElementType::uint64:
      return with_operator<std::uint64_t>(op, visit);
    case ElementType::uint32:
      return with_operator<std::uint32_t>(op, visit);
    case ElementType::float32:
      return with_operator<float>(op, visit);
    case ElementType::float64:
      return with_operator<double>(op, visit);
    default:
      break;
  }
  return with_operator<std::int32_t>(op, visit);
}

}  // namespace lockstep::host
