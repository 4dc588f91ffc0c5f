#include "runtime/objects/program.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace lockstep::runtime {
namespace {

constexpr std::string_view kMagic = "LOCKSTEP OPENCL BINARY 1\n";

void write_field(std::string& to, std::string_view field) {
  to += fmt::format("{}\n{}\n", field.size(), field);
}

std::optional<std::string_view> read_field(std::string_view& from) {
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(from.data(), from.data() + from.size(), size);
  const auto digits = static_cast<std::size_t>(end - from.data());
  if (error != std::errc{} || digits >= from.size() || from[digits] != '\n') return std::nullopt;
  from.remove_prefix(digits + 1);
  if (size >= from.size() || from[size] != '\n') return std::nullopt;
  const std::string_view field = from.substr(0, size);
  from.remove_prefix(size + 1);
  return field;
}

std::optional<unsigned> read_number(std::string_view& from) {
  const auto field = read_field(from);
  unsigned value = 0;
  if (!field) return std::nullopt;
  const auto [end, error] = std::from_chars(field->data(), field->data() + field->size(), value);
  if (error != std::errc{} || end != field->data() + field->size()) return std::nullopt;
  return value;
}

}  // namespace

std::string binary_of(const Build& build) {
  std::string binary(kMagic);
  write_field(binary, std::to_string(build.type));
  write_field(binary, build.options);
  write_field(binary, std::to_string(build.parts.size()));
  for (const ProgramPart& part : build.parts) {
    write_field(binary, part.source);
    write_field(binary, part.options);
  }
  return binary;
}

std::optional<Build> build_of(std::string_view binary) {
  if (!binary.starts_with(kMagic)) return std::nullopt;
  binary.remove_prefix(kMagic.size());
  Build build;
  const auto type = read_number(binary);
  const auto options = read_field(binary);
  const auto parts = read_number(binary);
  if (!type || !options || !parts || *type < CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
      *type > CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
    return std::nullopt;
  build.type = *type;
  build.options = *options;
  for (unsigned i = 0; i < *parts; ++i) {
    const auto source = read_field(binary);
    const auto part_options = read_field(binary);
    if (!source || !part_options) return std::nullopt;
    build.parts.push_back({std::string(*source), std::string(*part_options)});
  }
  if (build.parts.empty() || !binary.empty()) return std::nullopt;
  return build;
}

}  // namespace lockstep::runtime

_cl_program::~_cl_program() {
  for (auto call = release_callbacks.rbegin(); call != release_callbacks.rend(); ++call) (*call)();
}
