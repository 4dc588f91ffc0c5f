// A plan as JSON, for people and other programs. Literal contents are left out: only their size is told.
#include <nlohmann/json.hpp>

#include "core/base/json.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {
namespace {

using Json = nlohmann::ordered_json;

std::string_view role_name(PlanBuffer::Role role) {
  switch (role) {
    case PlanBuffer::Role::input:
      return "input";
    case PlanBuffer::Role::output:
      return "output";
    case PlanBuffer::Role::scratch:
      break;
  }
  return "scratch";
}

std::string_view kind_name(Expectation::Kind kind) {
  switch (kind) {
    case Expectation::Kind::reduction:
      return "reduction";
    case Expectation::Kind::inclusive_scan:
      return "inclusive scan";
    case Expectation::Kind::exclusive_scan:
      return "exclusive scan";
    case Expectation::Kind::convolution:
      return "convolution";
    case Expectation::Kind::transpose:
      return "transpose";
    case Expectation::Kind::compaction:
      return "compaction";
    case Expectation::Kind::split:
      return "split";
    case Expectation::Kind::histogram:
      return "histogram";
    case Expectation::Kind::word_count:
      return "word count";
    case Expectation::Kind::values:
      break;
  }
  return "values";
}

Json to_json(const ImageDescription& image) {
  return {{"kind", opencl_name(image.kind)},
          {"order", channel_order_name(image.format.order)},
          {"type", channel_type_name(image.format.type)},
          {"width", image.width},
          {"height", image.height},
          {"depth", image.depth},
          {"array_size", image.array_size},
          {"row_pitch", image.row_bytes()},
          {"slice_pitch", image.slice_bytes()}};
}

Json to_json(const PlanBuffer& buffer) {
  Json content{{"pattern", pattern_name(buffer.content.pattern)}};
  if (buffer.content.pattern == Content::Pattern::constant) content["value"] = buffer.content.value;
  if (buffer.content.pattern == Content::Pattern::random ||
      buffer.content.pattern == Content::Pattern::fractions)
    content["seed"] = buffer.content.seed;
  Json json{{"name", buffer.name},
            {"type", opencl_name(buffer.type)},
            {"elements", buffer.elements},
            {"role", role_name(buffer.role)},
            {"content", std::move(content)}};
  if (buffer.access != PlanBuffer::Access::read_write)
    json["access"] = buffer.access == PlanBuffer::Access::read_only ? "read only" : "write only";
  if (buffer.variable_of) json["variable_of_program"] = *buffer.variable_of;
  if (buffer.image) json["image"] = to_json(*buffer.image);
  return json;
}

// A scalar of up to 8 bytes reads best as the number that it mostly is; anything larger stays bytes.
Json to_json(const ScalarArgument& scalar) {
  if (scalar.bytes.size() <= sizeof(std::uint64_t)) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < scalar.bytes.size(); ++i)
      value |= std::to_integer<std::uint64_t>(scalar.bytes[i]) << (8 * i);
    return {{"scalar", value}, {"bytes", scalar.bytes.size()}};
  }
  Json bytes = Json::array();
  for (const std::byte b : scalar.bytes) bytes.push_back(std::to_integer<unsigned>(b));
  return {{"scalar", std::move(bytes)}, {"bytes", scalar.bytes.size()}};
}

// A plan is printed to find out what is wrong with it, too.
std::string buffer_name(const Plan& plan, std::size_t buffer) {
  return buffer < plan.buffers.size() ? plan.buffers[buffer].name : "?";
}

Json to_json(const Argument& argument, const Plan& plan) {
  if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
    Json json{{"buffer", buffer_name(plan, buffer->buffer)}};
    if (buffer->is_part()) json["offset_bytes"] = buffer->offset_bytes;
    if (buffer->bytes != 0) json["bytes"] = buffer->bytes;
    if (buffer->image) json["image"] = to_json(*buffer->image);
    return json;
  }
  if (const auto* local = std::get_if<LocalArgument>(&argument)) return {{"local_bytes", local->bytes}};
  if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) return to_json(*scalar);
  if (const auto* sampler = std::get_if<SamplerArgument>(&argument)) return {{"sampler", sampler->bits}};
  return {{"null", true}};
}

Json extents(const std::array<std::uint64_t, 3>& sizes, unsigned dimensions) {
  return std::vector<std::uint64_t>(sizes.begin(), sizes.begin() + std::min(dimensions, 3u));
}

Json to_json(const PlanLaunch& launch, const Plan& plan) {
  Json arguments = Json::array();
  for (const Argument& argument : launch.arguments) arguments.push_back(to_json(argument, plan));
  Json json{{"label", launch.label},
            {"program", launch.program},
            {"kernel", launch.kernel},
            {"global_size", extents(launch.range.global_size, launch.range.dimensions)},
            {"local_size", extents(launch.range.local_size, launch.range.dimensions)},
            {"arguments", std::move(arguments)}};
  if (launch.range.global_offset != NdRange{}.global_offset)
    json["global_offset"] = extents(launch.range.global_offset, launch.range.dimensions);
  if (!launch.place.empty()) json["place"] = launch.place;
  return json;
}

Json to_json(const HostCall& call, const Plan& plan) {
  Json json{{"kind", host_call_name(call.kind)}, {"before_launch", call.before_launch}, {"text", call.text}};
  if (!call.place.empty()) json["place"] = call.place;
  if (!call.names_buffer()) return json;
  json["buffer"] = buffer_name(plan, call.buffer);
  json["offset"] = call.offset;
  json["bytes"] = call.bytes;
  if (call.kind != HostCall::Kind::copy) return json;
  json["source"] = buffer_name(plan, call.source);
  json["source_offset"] = call.source_offset;
  return json;
}

}  // namespace

std::string_view pattern_name(Content::Pattern pattern) {
  switch (pattern) {
    case Content::Pattern::uninitialised:
      return "uninitialised";
    case Content::Pattern::constant:
      return "constant";
    case Content::Pattern::iota:
      return "iota";
    case Content::Pattern::random:
      return "random";
    case Content::Pattern::alternating:
      return "alternating";
    case Content::Pattern::fractions:
      return "fractions";
    case Content::Pattern::one_huge:
      return "one-huge";
    case Content::Pattern::bytes:
      break;
  }
  return "bytes";
}

std::optional<Content::Pattern> parse_pattern(std::string_view name) {
  using enum Content::Pattern;
  for (const Content::Pattern pattern :
       {uninitialised, constant, iota, random, alternating, fractions, one_huge, bytes})
    if (pattern_name(pattern) == name) return pattern;
  return std::nullopt;
}

std::string_view host_call_name(HostCall::Kind kind) {
  switch (kind) {
    case HostCall::Kind::create:
      return "create";
    case HostCall::Kind::write:
      return "write";
    case HostCall::Kind::fill:
      return "fill";
    case HostCall::Kind::copy:
      return "copy";
    case HostCall::Kind::read:
      return "read";
    case HostCall::Kind::map:
      return "map";
    case HostCall::Kind::unmap:
      return "unmap";
    case HostCall::Kind::release:
      return "release";
    case HostCall::Kind::finish:
      return "finish";
    case HostCall::Kind::other:
      break;
  }
  return "other";
}

std::optional<HostCall::Kind> parse_host_call(std::string_view name) {
  using enum HostCall::Kind;
  for (const HostCall::Kind kind : {create, write, fill, copy, read, map, unmap, release, finish, other})
    if (host_call_name(kind) == name) return kind;
  return std::nullopt;
}

std::string to_json(const Plan& plan) {
  Json json{
      {"id", plan.id}, {"n", plan.n}, {"group_size", plan.group_size}, {"type", opencl_name(plan.type)}};
  json["programs"] = Json::array();
  for (const PlanProgram& program : plan.programs)
    json["programs"].push_back({{"source", program.source.path}, {"options", program.options}});
  json["buffers"] = Json::array();
  for (const PlanBuffer& buffer : plan.buffers) json["buffers"].push_back(to_json(buffer));
  json["launches"] = Json::array();
  for (const PlanLaunch& launch : plan.launches) json["launches"].push_back(to_json(launch, plan));
  for (const HostCall& call : plan.host_calls) json["host_calls"].push_back(to_json(call, plan));
  if (const auto& expected = plan.expectation) {
    json["expectation"] = {{"kind", kind_name(expected->kind)}};
    if (expected->kind < Expectation::Kind::values) json["expectation"]["op"] = name(expected->op);
    json["expectation"]["result"] = buffer_name(plan, expected->result_buffer);
    json["expectation"]["elements"] = expected->result_elements;
  }
  // User's labels and file names may hold bytes that are not UTF-8.
  return json_text(json);
}

}  // namespace lockstep
