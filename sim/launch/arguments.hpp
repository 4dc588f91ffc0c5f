// Kernel arguments as they are typed on the command line of `simulate`, and the buffers they need:
//   buffer:TYPE:COUNT[=FILL][:dump[=FILE]]
//   local:BYTES
//   scalar:TYPE=VALUE[,VALUE…]
//   image:ORDER:TYPE:SIZE[=FILL][:dump[=FILE]]   for example image:rgba:float:16x16=iota
//   sampler:WORD,WORD…   normalized, linear, clamp, clamp-to-edge, repeat or mirrored-repeat
//   null
// The last size of an image array counts its layers. FILL is a number, a list of numbers, iota, random:SEED,
// random:SEED:LOW..HIGH, @file.bin or @file.csv; without it the buffer is uninitialised. TYPE is an OpenCL C
// type; COUNT counts that type, so float4:16 is 64 floats. Several values of a plain type are a structure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

struct ValueType {
  ElementType type = ElementType::int32;  // a half is kept as its 16 bits
  unsigned count = 1;
  bool is_half = false;
  unsigned stored() const { return count == 3 ? 4 : count; }  // a 3-vector takes the room of 4
  std::string name() const;
};

struct ParsedArgument {
  Argument argument;  // of a BufferArgument the index is filled in by the caller
  bool is_buffer = false;
  PlanBuffer buffer;  // its name is given by the kernel's parameter
  ValueType type;     // of a buffer's elements, or of a scalar
  bool dump = false;
  std::string dump_file = {};  // empty: stdout
};

Result<ParsedArgument> parse_argument(const std::string& text);

// "float4", "unsigned int", "half".
Result<ValueType> parse_value_type(const std::string& text);
// A buffer of `count` elements of the type, still without content.
Result<PlanBuffer> make_buffer(const ValueType& type, std::uint64_t count);
// The bytes of a scalar, a vector, or a structure of values of one type: "64", "1,2,3,4".
Result<ScalarArgument> make_scalar(const ValueType& type, const std::string& values);

// "1024", "64,4", "8,8,2": extents of up to three dimensions.
struct Extents {
  std::array<std::uint64_t, 3> size{1, 1, 1};
  unsigned dimensions = 1;
};
Result<Extents> parse_extents(const std::string& option, const std::string& text);
// The same of numbers that may be 0.
Result<Extents> parse_offset(const std::string& option, const std::string& text);

// Gives an image the kind of the kernel's parameter, whose last size may count layers.
Result<void> fit_image(ParsedArgument& argument, const Parameter& parameter, const std::string& text);

// What the command line wants for a parameter: "scalar:int=VALUE".
std::string wanted_argument(const Parameter& parameter);
// Whether the kernel's parameter takes the argument: its kind, and the size of a value.
bool fits(const Parameter& parameter, const ParsedArgument& argument);

// Whether a typed argument fits the kernel's parameter; `number` counts from 1. The error is in terms of the
// command line; the simulator checks again. The result is a note for the user, or empty.
Result<std::string> check_argument(std::size_t number, const Parameter& parameter,
                                   const ParsedArgument& argument, const std::string& text);

// One number without any other text, within the range of the type: 64, 0x40, 64.0, 1e3 or 16Mi. Appends its
// bytes.
Result<void> append_number(std::vector<std::byte>& bytes, std::string_view text, const ValueType& type);

// A size as every size of the program, and 1e3 and 64.0.
Result<std::uint64_t> parse_whole_size(const std::string& text);

// Content for a buffer of a type; the role becomes input unless the fill is a zero.
Result<void> fill_buffer(PlanBuffer& buffer, const ValueType& type, const std::string& fill);

}  // namespace lockstep::sim
