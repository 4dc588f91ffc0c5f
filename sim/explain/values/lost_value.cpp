#include "sim/explain/values/lost_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string_view>

#include "core/base/int128.hpp"
#include "core/plan/element.hpp"
#include "sim/explain/kernel_edits/edit.hpp"

namespace lockstep::sim {
namespace {

using Wide = Int128;

bool is_signed_integer(LaneType type) {
  return type == LaneType::int8 || type == LaneType::int16 || type == LaneType::int32 ||
         type == LaneType::int64;
}
bool is_integer(LaneType type) { return !is_floating(type); }

// Returns the value that the bits of a lane represent.
Wide integer_of(std::uint64_t bits, LaneType type) {
  const unsigned unused = 64 - 8 * static_cast<unsigned>(size_bytes(type));
  const std::uint64_t high = bits << unused;
  if (!is_signed_integer(type)) return static_cast<Wide>(high >> unused);
  return static_cast<Wide>(std::bit_cast<std::int64_t>(high) >> unused);
}

double floating_of(std::uint64_t bits, LaneType type) {
  return type == LaneType::float64
             ? std::bit_cast<double>(bits)
             : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

std::string number(Wide value) {
  if (value < 0) return "-" + number(-value);
  if (value < 10) return std::string(1, static_cast<char>('0' + static_cast<int>(value)));
  return number(value / 10) + static_cast<char>('0' + static_cast<int>(value % 10));
}

Wide wrapped(Wide value, LaneType type) { return integer_of(static_cast<std::uint64_t>(value), type); }

std::string type_words(LaneType type) {
  const std::string name(opencl_name(type));
  const bool has_vowel = std::string_view("aeiou").find(name.front()) != std::string_view::npos &&
                         name != "uint" && name != "uchar" && name != "ushort" && name != "ulong";
  return (has_vowel ? "an " : "a ") + name;
}

std::optional<LostValue> overflowing(const std::string& expression, Wide exact, LaneType type) {
  const Wide kept = wrapped(exact, type);
  if (kept == exact) return std::nullopt;
  return LostValue{Finding::Kind::overflow,
                   fmt::format("{}: {} does not fit in {} and becomes {}", expression, number(exact),
                               type_words(type), number(kept))};
}

std::optional<LostValue> overflow_of(const Instruction& instruction, Wide a, Wide b) {
  const auto words = [&](char sign) { return fmt::format("{} {} {}", number(a), sign, number(b)); };
  if (instruction.op == Opcode::add) return overflowing(words('+'), a + b, instruction.type);
  if (instruction.op == Opcode::sub) return overflowing(words('-'), a - b, instruction.type);
  if (instruction.op == Opcode::mul) return overflowing(words('*'), a * b, instruction.type);
  return overflowing("-(" + number(a) + ")", -a, instruction.type);
}

std::optional<LostValue> shift_of(const Instruction& instruction, std::uint64_t a, std::uint64_t count) {
  const Wide width = 8 * static_cast<Wide>(size_bytes(instruction.type));
  const Wide distance = integer_of(count, instruction.type);
  if (distance >= 0 && distance < width) return std::nullopt;
  return LostValue{
      Finding::Kind::shift_width,
      fmt::format("{} {} {}: {} has {} bits, so it is shifted by {}", number(integer_of(a, instruction.type)),
                  instruction.op == Opcode::shl ? "<<" : ">>", number(distance), type_words(instruction.type),
                  number(width), number(((distance % width) + width) % width))};
}

// Whether the source contains an explicit conversion; such a conversion is intended.
bool is_written(const std::string& text, const SourceRange& range) {
  const std::string source = text_of(text, range);
  if (source.starts_with("convert_") || source.starts_with("as_")) return true;
  if (!source.starts_with("(")) return false;
  const std::string inner = source.substr(1, source.find(')') - 1);
  return !inner.empty() &&
         inner.find_first_not_of("abcdefghijklmnopqrstuvwxyz_ 0123456789") == std::string::npos &&
         (inner.find("char") != std::string::npos || inner.find("short") != std::string::npos ||
          inner.find("int") != std::string::npos || inner.find("long") != std::string::npos ||
          inner.find("size_t") != std::string::npos || inner == "unsigned" || inner == "T");
}

std::optional<LostValue> conversion_of(const Instruction& instruction, std::uint64_t a,
                                       const std::string& text, const SourceRange& range) {
  if (is_floating(instruction.type2)) {
    const double value = floating_of(a, instruction.type2);
    const unsigned bits = 8 * static_cast<unsigned>(size_bytes(instruction.type));
    const double above =
        std::ldexp(1.0, static_cast<int>(is_signed_integer(instruction.type) ? bits - 1 : bits));
    const double below = is_signed_integer(instruction.type) ? -above : 0.0;
    if (value > below - 1 && value < above) return std::nullopt;
    return LostValue{Finding::Kind::narrowing,
                     fmt::format("{:g}, which does not fit in {}: the conversion is undefined", value,
                                 type_words(instruction.type))};
  }
  const bool wraps_on_purpose = !is_signed_integer(instruction.type2) && size_bytes(instruction.type) >= 4;
  if (wraps_on_purpose || is_written(text, range)) return std::nullopt;
  const Wide value = integer_of(a, instruction.type2), kept = wrapped(value, instruction.type);
  if (kept == value) return std::nullopt;
  return LostValue{Finding::Kind::narrowing,
                   fmt::format("{}, which does not fit in {} and becomes {}", number(value),
                               type_words(instruction.type), number(kept))};
}

}  // namespace

LaneType operand_type(const Instruction& instruction) {
  return instruction.op == Opcode::convert ? instruction.type2 : instruction.type;
}

static bool saturates(ConvertMode mode) {
  switch (mode) {
    case ConvertMode::c:
    case ConvertMode::rte:
    case ConvertMode::rtz:
    case ConvertMode::rtp:
    case ConvertMode::rtn:
      return false;
    case ConvertMode::saturate:
    case ConvertMode::saturate_rte:
    case ConvertMode::saturate_rtz:
    case ConvertMode::saturate_rtp:
    case ConvertMode::saturate_rtn:
    case ConvertMode::bitcast:
      return true;
  }
  return true;
}

bool may_lose_value(const Instruction& instruction) {
  const auto is_one_of = [&](std::initializer_list<Opcode> opcodes) {
    return std::ranges::find(opcodes, instruction.op) != opcodes.end();
  };
  if (is_one_of({Opcode::add, Opcode::sub, Opcode::mul, Opcode::neg}))
    return instruction.type == LaneType::int32 || instruction.type == LaneType::int64;
  if (is_one_of({Opcode::shl, Opcode::shr})) return is_integer(instruction.type);
  return instruction.op == Opcode::convert && !saturates(static_cast<ConvertMode>(instruction.mode)) &&
         is_integer(instruction.type) &&
         (is_floating(instruction.type2) || size_bytes(instruction.type) < size_bytes(instruction.type2));
}

std::optional<LostValue> lost_value(const Instruction& instruction, std::uint64_t a, std::uint64_t b,
                                    const std::string& text, const SourceRange& range) {
  if (instruction.op == Opcode::convert) return conversion_of(instruction, a, text, range);
  if (instruction.op == Opcode::shl || instruction.op == Opcode::shr) return shift_of(instruction, a, b);
  return overflow_of(instruction, integer_of(a, instruction.type), integer_of(b, instruction.type));
}

}  // namespace lockstep::sim
