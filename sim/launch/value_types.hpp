// Types and values as typed in a description or on the command line, and their form in a plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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
  unsigned stored() const { return count == 3 ? 4 : count; }  // a 3-vector is stored as 4
  std::string name() const;
};

// "float4", "unsigned int", "half".
Result<ValueType> parse_value_type(const std::string& text);
// The type of a parameter: the type of its value, or of the data to which its pointer points; a structure
// counts as bytes.
ValueType value_type_of(const Parameter& parameter);
// The type of an image's fill is the type of its channels, which are filled one after another.
ValueType channel_value(const ImageFormat& format);

// All values in the bytes: "64", "1,2,3".
std::string values_text(std::span<const std::byte> bytes, const ValueType& type);

// A buffer of `count` elements of the type, without content.
Result<PlanBuffer> make_buffer(const ValueType& type, std::uint64_t count);
// The same for an image: "image:rgba:float:16x16".
Result<PlanBuffer> make_image(const std::string& type);
// The bytes of a scalar, a vector, or a structure of values of one type: "64", "1,2,3,4".
Result<ScalarArgument> make_scalar(const ValueType& type, const std::string& values);
// "linear,clamp": normalized, nearest, linear, none, clamp, clamp-to-edge, repeat or mirrored-repeat.
Result<SamplerArgument> make_sampler(const std::string& words);

// Appends the bytes of one number: 64, 0x40, 64.0, 1e3 or 16Mi. It must be the whole text and be within the
// range of the type.
Result<void> append_number(std::vector<std::byte>& bytes, std::string_view text, const ValueType& type);

// A size in any form that the program accepts for sizes, and also 1e3 or 64.0.
Result<std::uint64_t> parse_whole_size(const std::string& text);

// Fills a buffer of the given type; its role becomes input unless the fill is zero.
Result<void> fill_buffer(PlanBuffer& buffer, const ValueType& type, const std::string& fill);

}  // namespace lockstep::sim
