// Converts types and values as typed in a description or on the command line to their form in a plan.
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
  ElementType type = ElementType::int32;  // a half is stored as its 16 bits (uint16)
  unsigned count = 1;
  bool is_half = false;
  unsigned stored() const { return count == 3 ? 4 : count; }  // a 3-vector is stored as 4 components
  std::string name() const;
};

// Parses a type such as "float4", "unsigned int" or "half".
Result<ValueType> parse_value_type(const std::string& text);
// Returns the type of a parameter's value, or of the data to which the parameter points. A structure counts
// as bytes.
ValueType value_type_of(const Parameter& parameter);
// Returns the type of an image's channels. An image is filled with values of this type, channel by channel.
ValueType channel_value(const ImageFormat& format);

// Returns all values in the bytes as text, such as "64" or "1,2,3".
std::string values_text(std::span<const std::byte> bytes, const ValueType& type);

// Returns a buffer of `count` elements of the type, without content.
Result<PlanBuffer> make_buffer(const ValueType& type, std::uint64_t count);
// Does the same for an image such as "image:rgba:float:16x16".
Result<PlanBuffer> make_image(const std::string& type);
// Returns the bytes of a scalar, a vector, or a structure of values of one type, given as "64" or "1,2,3,4".
Result<ScalarArgument> make_scalar(const ValueType& type, const std::string& values);
// Returns the sampler for words such as "linear,clamp". The words are normalized, nearest, linear, none,
// clamp, clamp-to-edge, repeat and mirrored-repeat.
Result<SamplerArgument> make_sampler(const std::string& words);

// Appends the bytes of one number, such as 64, 0x40, 64.0, 1e3 or 16Mi. The number must be the whole text and
// be in the range of the type.
Result<void> append_number(std::vector<std::byte>& bytes, std::string_view text, const ValueType& type);

// Parses a size in any form that the program accepts for sizes, and also in forms such as 1e3 or 64.0.
Result<std::uint64_t> parse_whole_size(const std::string& text);

// Fills a buffer of the given type. The role of the buffer becomes input, unless the fill is zero.
Result<void> fill_buffer(PlanBuffer& buffer, const ValueType& type, const std::string& fill);

}  // namespace lockstep::sim
