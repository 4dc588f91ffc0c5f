// Maps an operator and an element type at run time to the C++ types that compute with them. Integers are
// added and multiplied as unsigned numbers, for which wrapping around is defined; the resulting bits are
// the same.
#pragma once

#include <cstdint>
#include <functional>
#include <type_traits>

#include "core/plan/operations.hpp"

namespace lockstep::host {

template <class T>
struct Minimum {
  T operator()(T a, T b) const { return b < a ? b : a; }
};

template <class T>
struct Maximum {
  T operator()(T a, T b) const { return a < b ? b : a; }
};

template <class T>
struct JoinDigits {
  T operator()(T a, T b) const { return join_digits(a, b); }
};

struct MultiplyMatrices {
  std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return multiply_matrices(a, b); }
};

// The standard library's operation if it has one, because its parallel algorithms recognise these operations.
template <class T, Operator Op>
struct FunctionFor;
template <class T>
struct FunctionFor<T, Operator::sum> : std::type_identity<std::plus<T>> {};
template <class T>
struct FunctionFor<T, Operator::product> : std::type_identity<std::multiplies<T>> {};
template <class T>
struct FunctionFor<T, Operator::min> : std::type_identity<Minimum<T>> {};
template <class T>
struct FunctionFor<T, Operator::max> : std::type_identity<Maximum<T>> {};
template <class T>
struct FunctionFor<T, Operator::digits> : std::type_identity<JoinDigits<T>> {};
template <>
struct FunctionFor<std::uint64_t, Operator::matrix> : std::type_identity<MultiplyMatrices> {};

// The type T with ⊕ and its identity.
template <class Element, Operator Op>
struct Operation {
  using T = Element;
  using Function = typename FunctionFor<T, Op>::type;
  static constexpr Operator op = Op;
  static constexpr T identity = identity_of<T>(Op);
};

// Calls visit.template operator()<Operation<…>>().
template <class T, class Visitor>
decltype(auto) with_operator(Operator op, Visitor&& visit) {
  // Sums and products wrap around; min and max compare and therefore need the sign.
  using Wrapping =
      typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;
  switch (op) {
    case Operator::sum:
      return visit.template operator()<Operation<Wrapping, Operator::sum>>();
    case Operator::product:
      return visit.template operator()<Operation<Wrapping, Operator::product>>();
    case Operator::min:
      return visit.template operator()<Operation<T, Operator::min>>();
    case Operator::digits:
      if constexpr (std::is_integral_v<T>) return visit.template operator()<Operation<T, Operator::digits>>();
      break;
    case Operator::matrix:
      if constexpr (std::is_same_v<T, std::uint64_t>)
        return visit.template operator()<Operation<T, Operator::matrix>>();
      break;
    case Operator::max:
      break;
  }
  return visit.template operator()<Operation<T, Operator::max>>();
}

// Does the same for the element types of the kernels; the operator must support `type`.
template <class Visitor>
decltype(auto) with_operation(ElementType type, Operator op, Visitor&& visit) {
  switch (type) {
    case ElementType::int64:
      return with_operator<std::int64_t>(op, visit);
    case ElementType::uint64:
    case ElementType::uint16x4:
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
