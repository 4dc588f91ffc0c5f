#include "sim/launch/arguments.hpp"

#include <fmt/format.h>

#include "sim/launch/argument_fit.hpp"
#include "sim/launch/value_types.hpp"

namespace lockstep::sim {
namespace {

tl::unexpected<Error> wrong_form(const std::string& text, std::string_view form, std::string_view example) {
  return usage_error(fmt::format("\"{}\" is not valid; enter {}, for example {}", text, form, example));
}

Result<std::uint64_t> whole_number(const std::string& text, const std::string& number) {
  return parse_whole_size(number).map_error([&](const Error& error) {
    return Error{Error::Kind::usage, fmt::format("\"{}\": {}", text, error.message)};
  });
}

// Removes ":dump" or ":dump=FILE" from the end of the text of the next buffer, and records the request.
void take_dump(std::string& text, TypedLaunch& launch) {
  const std::size_t at = text.rfind(":dump");
  if (at == std::string::npos) return;
  const std::string suffix = text.substr(at + 5);
  if (!suffix.empty() && !suffix.starts_with('=')) return;
  PreparedRun::Dump& dump = launch.dumped.emplace_back();
  dump.buffer = launch.description.buffers.size();
  if (!suffix.empty()) dump.file = suffix.substr(1);
  text.resize(at);
}

Result<DescribedArgument> add_buffer(TypedLaunch& launch, const std::string& text, const std::string& name) {
  std::string rest = text;
  take_dump(rest, launch);
  const std::size_t equals = rest.find('=');
  const std::string shape = rest.substr(0, equals);
  DescribedBuffer buffer;
  buffer.name = name;
  buffer.type = shape;
  if (equals != std::string::npos) buffer.fill = rest.substr(equals + 1);
  const bool lacks_fill = equals != std::string::npos && buffer.fill.empty();
  if (lacks_fill && buffer.is_image())
    return wrong_form(text, "image:ORDER:TYPE:SIZE=FILL", "image:rgba:float:16x16=iota");
  if (!buffer.is_image()) {
    const std::size_t type = std::string_view("buffer:").size(), colon = shape.find(':', type);
    if (lacks_fill || colon == std::string::npos)
      return wrong_form(text, "buffer:TYPE:COUNT=FILL", "buffer:int:64=iota");
    buffer.type = shape.substr(type, colon - type);
    const Result<std::uint64_t> count = whole_number(text, shape.substr(colon + 1));
    if (!count) return tl::unexpected(count.error());
    buffer.count = *count;
  }
  launch.description.buffers.push_back(std::move(buffer));
  DescribedArgument argument;
  argument.buffer = name;
  return argument;
}

Result<DescribedArgument> scalar(const std::string& text) {
  const std::size_t type = std::string_view("scalar:").size(), equals = text.find('=', type);
  if (equals == std::string::npos) return wrong_form(text, "scalar:TYPE=VALUE", "scalar:uint=64");
  DescribedArgument argument;
  argument.kind = DescribedArgument::Kind::scalar;
  argument.type = text.substr(type, equals - type);
  argument.value = text.substr(equals + 1);
  return argument;
}

Result<DescribedArgument> argument_of(TypedLaunch& launch, const std::string& text, const std::string& name) {
  if (text.starts_with("buffer:") || text.starts_with("image:")) return add_buffer(launch, text, name);
  if (text.starts_with("scalar:")) return scalar(text);
  DescribedArgument argument;
  argument.kind = DescribedArgument::Kind::null;
  if (text == "null") return argument;
  if (text.starts_with("sampler:")) {
    argument.kind = DescribedArgument::Kind::scalar;
    argument.type = "sampler_t";
    argument.value = text.substr(std::string_view("sampler:").size());
    return argument;
  }
  if (text.starts_with("local:")) {
    argument.kind = DescribedArgument::Kind::local;
    return whole_number(text, text.substr(std::string_view("local:").size())).map([&](std::uint64_t bytes) {
      argument.local_bytes = bytes;
      return argument;
    });
  }
  return usage_error(
      fmt::format("\"{}\" is not an argument; enter buffer:TYPE:COUNT=FILL, local:BYTES, scalar:TYPE=VALUE, "
                  "image:ORDER:TYPE:SIZE=FILL, sampler:WORDS or null",
                  text));
}

}  // namespace

Result<void> add_typed_argument(TypedLaunch& launch, const std::string& text, const std::string& buffer) {
  return argument_of(launch, text, buffer).map([&](const DescribedArgument& argument) {
    launch.description.launches.front().arguments.push_back(argument);
    launch.texts.push_back(text);
  });
}

std::string typed_argument(const LaunchDescription& description, const DescribedArgument& argument,
                           bool dump) {
  switch (argument.kind) {
    case DescribedArgument::Kind::local:
      return fmt::format("local:{}", argument.local_bytes);
    case DescribedArgument::Kind::scalar:
      return argument.is_sampler() ? "sampler:" + argument.value
                                   : fmt::format("scalar:{}={}", argument.type, argument.value);
    case DescribedArgument::Kind::buffer:
      if (const DescribedBuffer* buffer = description.find_buffer(argument.buffer))
        return fmt::format(
            "{}{}{}{}",
            buffer->is_image() ? buffer->type : fmt::format("buffer:{}:{}", buffer->type, buffer->count),
            buffer->fill.empty() ? "" : "=", buffer->fill, dump ? ":dump" : "");
      break;
    case DescribedArgument::Kind::null:
      break;
  }
  return "null";
}

std::string wanted_argument(const Parameter& parameter, const NdRange& range) {
  switch (parameter.kind) {
    case Parameter::Kind::global_buffer:
    case Parameter::Kind::constant_buffer:
      return "buffer:TYPE:COUNT=FILL or null";
    case Parameter::Kind::local_buffer:
      return fmt::format("local:{}", one_element_each(parameter, range));
    case Parameter::Kind::value:
      return fmt::format("scalar:{}=VALUE", parameter.type_name);
    case Parameter::Kind::image:
      return "image:ORDER:TYPE:SIZE=FILL";
    case Parameter::Kind::sampler:
      return "sampler:nearest,clamp-to-edge";
    case Parameter::Kind::structure:
      break;
  }
  return "scalar:int=VALUE,VALUE";
}

}  // namespace lockstep::sim
