// The element types and operators that a reduction or scan is made of, and one list of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lockstep {

enum class ElementType : std::uint8_t {
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float32,
  float64,
};

// Names are OpenCL C's: char, uchar, short, ushort, int, uint, long, ulong, float, double.
std::string_view opencl_name(ElementType type);
std::optional<ElementType> parse_element_type(std::string_view name);
std::size_t size_bytes(ElementType type);
bool is_floating(ElementType type);

enum class Operator : std::uint8_t { sum, product, min, max };

std::string_view name(Operator op);  // "sum", "product", "min", "max"
std::optional<Operator> parse_operator(std::string_view name);
std::span<const Operator> all_operators();

// OpenCL C text for `-D OP(a,b)=…` and `-D IDENTITY=…`, so that a kernel file needs no variants.
std::string_view operator_macro(Operator op, ElementType type);    // e.g. "((a)+(b))", "max(a,b)"
std::string_view identity_literal(Operator op, ElementType type);  // e.g. "0", "INT_MAX", "-INFINITY"

}  // namespace lockstep
