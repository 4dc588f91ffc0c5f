// The component-wise built-in functions and their properties, as a constexpr table generated from
// builtins.def. A function that is added to builtins.def appears in this table automatically.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::sim {

// The value of `imm` in a builtin instruction.
enum class Builtin : std::uint16_t {
#define F(name, arity, domain, result) name,
#include "sim/bytecode/builtins.def"
#undef F
};

enum class BuiltinDomain : std::uint8_t { floating, integer, both };
enum class BuiltinResult : std::uint8_t { same, int32, unsigned_same, truth };

struct BuiltinDetails {
  std::string_view verb = "combine";  // how lanes combine two values
  std::string_view sign = {};         // symbol for combining many values; empty: use the name
  bool takes_int = false;             // the second operand is an int32
  bool is_24_bit = false;             // computes with the low 24 bits
  bool is_internal = false;           // a kernel cannot call it by this name
};

struct BuiltinInfo : BuiltinDetails {
  std::string_view name;
  unsigned arity;
  BuiltinDomain domain;
  BuiltinResult result;
};

inline constexpr BuiltinInfo kBuiltinTable[] = {
#define LOCKSTEP_DETAILS(...) \
  { __VA_ARGS__ }
#define F(name, arity, domain, result) {{}, #name, arity, BuiltinDomain::domain, BuiltinResult::result},
#define D(name, arity, domain, result, details) \
  {LOCKSTEP_DETAILS details, #name, arity, BuiltinDomain::domain, BuiltinResult::result},
#include "sim/bytecode/builtins.def"
#undef F
#undef LOCKSTEP_DETAILS
};

constexpr const BuiltinInfo& builtin_info(std::uint64_t number) { return kBuiltinTable[number]; }
constexpr const BuiltinInfo& builtin_info(Builtin function) {
  return builtin_info(static_cast<std::uint64_t>(function));
}
constexpr std::uint16_t number_of(Builtin function) { return static_cast<std::uint16_t>(function); }

}  // namespace lockstep::sim
