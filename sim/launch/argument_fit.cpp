#include "sim/launch/argument_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text/text.hpp"
#include "core/plan/element.hpp"
#include "core/plan/image.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/launch/value_types.hpp"

namespace lockstep::sim {
namespace {

using Kind = Parameter::Kind;

// Returns whether an argument of one type can be given for a parameter of the other type. Signed and unsigned
// integers of the same size are equivalent.
bool same_values(const ValueType& type, const ValueType& other) {
  return size_bytes(type.type) == size_bytes(other.type) && type.is_half == other.is_half &&
         is_floating(type.type) == is_floating(other.type);
}

const DescribedBuffer* buffer_of(const DescribedArgument& argument, const LaunchDescription& description) {
  return argument.kind == DescribedArgument::Kind::buffer ? description.find_buffer(argument.buffer)
                                                          : nullptr;
}

// Returns the size of an argument that is a value; 0 for other arguments.
std::size_t value_bytes(const DescribedArgument& argument) {
  if (argument.kind != DescribedArgument::Kind::scalar) return 0;
  const auto scalar = parse_value_type(argument.type).and_then([&](const ValueType& type) {
    return make_scalar(type, argument.value);
  });
  return scalar ? scalar->bytes.size() : 0;
}

bool is_pointer_to_memory(const Parameter& parameter) {
  return parameter.kind == Kind::global_buffer || parameter.kind == Kind::constant_buffer;
}

}  // namespace

bool fits(const Parameter& parameter, const DescribedArgument& argument,
          const LaunchDescription& description) {
  const DescribedBuffer* buffer = buffer_of(argument, description);
  switch (parameter.kind) {
    case Kind::global_buffer:
    case Kind::constant_buffer:
      return argument.kind == DescribedArgument::Kind::null || (buffer != nullptr && !buffer->is_image());
    case Kind::local_buffer:
      return argument.kind == DescribedArgument::Kind::local;
    case Kind::image:
      return buffer != nullptr && buffer->is_image();
    case Kind::sampler:
      return argument.is_sampler();
    case Kind::value:
    case Kind::structure:
      break;
  }
  const std::size_t bytes = value_bytes(argument);
  if (bytes == 0 || bytes != parameter.bytes) return false;
  return parameter.kind == Kind::structure ||
         same_values(value_type_of(parameter), *parse_value_type(argument.type));
}

Result<void> fit_image(ImageDescription& image, const Parameter& parameter, const std::string& text) {
  if (parameter.kind != Kind::image || image.kind == parameter.image) return {};
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

std::uint64_t one_element_each(const Parameter& parameter, const NdRange& range) {
  const std::uint64_t element =
      parameter.is_record ? 1 : size_bytes(parameter.type) * std::max(parameter.count, 1u);
  return range.group_items() * element;
}

std::string mistake_of(const Parameter& parameter, const DescribedArgument& argument, const std::string& text,
                       const NdRange& range) {
  std::string wanted;
  if (is_pointer_to_memory(parameter)) {
    wanted = "give a buffer";
  } else if (parameter.kind == Kind::local_buffer) {
    wanted = fmt::format("give local memory ({} for one element per work-item of a group)",
                         plural(one_element_each(parameter, range), "byte"));
  } else if (parameter.kind == Kind::image || parameter.kind == Kind::sampler) {
    wanted = parameter.kind == Kind::image ? "give an image" : "give a sampler";
  } else if (parameter.kind == Kind::structure) {
    wanted =
        fmt::format("give the {} of the structure as values of one type", plural(parameter.bytes, "byte"));
  } else {
    wanted = fmt::format("give a value of type {}", parameter.type_name);
    if (const std::size_t bytes = value_bytes(argument); bytes != 0 && bytes != parameter.bytes)
      wanted += fmt::format(", which has {}, not {}", plural(parameter.bytes, "byte"), bytes);
  }
  return fmt::format("is {}, but the parameter is {}; {}", text, declaration_of(parameter), wanted);
}

std::string other_values(const Parameter& parameter, const DescribedArgument& argument,
                         const LaunchDescription& description) {
  const DescribedBuffer* buffer = buffer_of(argument, description);
  if (buffer == nullptr || buffer->is_image() || parameter.is_record || size_bytes(parameter.type) == 1)
    return {};
  const Result<ValueType> type = parse_value_type(buffer->type);
  if (!type || same_values(value_type_of(parameter), *type)) return {};
  return fmt::format("{} reads and writes the bytes of a buffer of {}", declaration_of(parameter),
                     type->name());
}

}  // namespace lockstep::sim
