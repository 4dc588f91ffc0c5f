// Whether a typed argument fits the kernel's parameter.
#include <fmt/format.h>

#include <utility>

#include "core/base/text.hpp"
#include "core/plan/element.hpp"
#include "sim/launch/arguments.hpp"

namespace lockstep::sim {
namespace {

using Kind = Parameter::Kind;

bool is_half(const Parameter& parameter) {
  return parameter.type == ElementType::uint16 && parameter.type_name.find("half") != std::string::npos;
}

// Integers of one size are the same for this purpose, signed or not.
bool same_values(const Parameter& parameter, const ValueType& type) {
  if (size_bytes(parameter.type) != size_bytes(type.type)) return false;
  return is_floating(parameter.type) == is_floating(type.type) && is_half(parameter) == type.is_half;
}

// What a note says about a buffer of other values than the kernel's pointer has; "" when they are the same. A
// pointer to void, to bytes or to a structure takes any.
std::string other_values(const Parameter& parameter, const ParsedArgument& argument) {
  const bool takes_any = parameter.is_record || size_bytes(parameter.type) == 1;
  if (!argument.is_buffer || argument.buffer.image || takes_any || same_values(parameter, argument.type))
    return {};
  return fmt::format("{} {} reads and writes the bytes of a buffer of {}", parameter.type_name,
                     parameter.name, argument.type.name());
}

}  // namespace

Result<void> fit_image(ParsedArgument& argument, const Parameter& parameter, const std::string& text) {
  if (parameter.kind != Parameter::Kind::image || !argument.buffer.image ||
      argument.buffer.image->kind == parameter.image)
    return {};
  ImageDescription& image = *argument.buffer.image;
  if (image.coordinates() != coordinates_of(parameter.image))
    return usage_error(
        fmt::format("\"{}\": {} needs {}, such as image:rgba:float:{}", text, opencl_name(parameter.image),
                    plural(coordinates_of(parameter.image), "size"),
                    std::string_view("16x16x4").substr(0, 3 * coordinates_of(parameter.image) - 1)));
  if (parameter.image == ImageKind::image1d_array) image.array_size = std::exchange(image.height, 1);
  if (parameter.image == ImageKind::image2d_array) image.array_size = std::exchange(image.depth, 1);
  image.kind = parameter.image;
  return {};
}

std::string wanted_argument(const Parameter& parameter) {
  switch (parameter.kind) {
    case Kind::global_buffer:
    case Kind::constant_buffer:
      return "buffer:TYPE:COUNT=FILL or null";
    case Kind::local_buffer:
      return "local:BYTES";
    case Kind::value:
      return fmt::format("scalar:{}=VALUE", parameter.type_name);
    case Kind::image:
      return "image:ORDER:TYPE:SIZE=FILL";
    case Kind::sampler:
      return "sampler:nearest,clamp-to-edge";
    case Kind::structure:
      break;
  }
  return fmt::format("its {} bytes as values, such as scalar:int=VALUE,VALUE", parameter.bytes);
}

bool fits(const Parameter& parameter, const ParsedArgument& argument) {
  const bool is_null = std::holds_alternative<NullArgument>(argument.argument);
  switch (parameter.kind) {
    case Kind::global_buffer:
    case Kind::constant_buffer:
      return (argument.is_buffer && !argument.buffer.image) || is_null;
    case Kind::local_buffer:
      return std::holds_alternative<LocalArgument>(argument.argument);
    case Kind::image:
      return argument.is_buffer && argument.buffer.image.has_value();
    case Kind::sampler:
      return std::holds_alternative<SamplerArgument>(argument.argument);
    case Kind::value:
    case Kind::structure:
      break;
  }
  const auto* scalar = std::get_if<ScalarArgument>(&argument.argument);
  if (!scalar || scalar->bytes.size() != parameter.bytes) return false;
  return parameter.kind == Kind::structure || same_values(parameter, argument.type);
}

Result<std::string> check_argument(std::size_t number, const Parameter& parameter,
                                   const ParsedArgument& argument, const std::string& text) {
  if (!fits(parameter, argument))
    return usage_error(fmt::format("argument {} of the kernel is {} {}, so write {}; \"{}\" does not fit",
                                   number, parameter.type_name, parameter.name, wanted_argument(parameter),
                                   text));
  const std::string note = other_values(parameter, argument);
  return note.empty() ? note : fmt::format("argument {}: {}", number, note);
}

}  // namespace lockstep::sim
