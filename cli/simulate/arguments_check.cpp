#include "cli/simulate/arguments_check.hpp"

#include <fmt/format.h>

namespace lockstep::cli {

namespace {

using Kind = sim::Parameter::Kind;

std::string wanted(const sim::Parameter& parameter) {
  switch (parameter.kind) {
    case Kind::global_buffer:
    case Kind::constant_buffer:
      return "buffer:TYPE:COUNT=FILL or null";
    case Kind::local_buffer:
      return "local:BYTES";
    case Kind::value:
      return fmt::format("scalar:{}=VALUE", parameter.type_name);
    case Kind::structure:
      break;
  }
  return fmt::format("its {} bytes as values, such as scalar:int=VALUE,VALUE", parameter.bytes);
}

bool fits(const sim::Parameter& parameter, const ParsedArgument& argument) {
  const bool is_null = std::holds_alternative<NullArgument>(argument.argument);
  switch (parameter.kind) {
    case Kind::global_buffer:
    case Kind::constant_buffer:
      return argument.is_buffer || is_null;
    case Kind::local_buffer:
      return std::holds_alternative<LocalArgument>(argument.argument);
    case Kind::value:
    case Kind::structure:
      break;
  }
  const auto* scalar = std::get_if<ScalarArgument>(&argument.argument);
  return scalar && scalar->bytes.size() == parameter.bytes;
}

}  // namespace

Result<void> check_argument(std::size_t number, const sim::Parameter& parameter,
                            const ParsedArgument& argument, const std::string& text) {
  if (fits(parameter, argument)) return {};
  return usage_error(fmt::format("argument {} of the kernel is {} {}, so write {}; \"{}\" does not fit",
                                 number, parameter.type_name, parameter.name, wanted(parameter), text));
}

}  // namespace lockstep::cli
