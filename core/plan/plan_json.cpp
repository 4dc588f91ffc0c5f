// Writes a plan as JSON for users and other programs: the fields of a recording (plan_fields.hpp), with names
// instead of numbers, and without texts and literal contents.
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/plan/plan_fields.hpp"

namespace lockstep {
namespace {

void name_image(FieldsJson& json, const std::optional<ImageDescription>& image) {
  if (!image) return;
  json["image"]["order"] = channel_order_name(image->format.order);
  json["image"]["type"] = channel_type_name(image->format.type);
}

// Invalid plans are also printed, so that their errors can be found.
std::string buffer_name(const Plan& plan, std::size_t buffer) {
  return buffer < plan.buffers.size() ? plan.buffers[buffer].name : "?";
}

// Up to 8 bytes are printed as a number, because they usually are a number.
void add_number(FieldsJson& json, const std::vector<std::byte>& bytes) {
  if (bytes.size() > sizeof(std::uint64_t)) return;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  json["number"] = value;
}

void name_argument(FieldsJson& json, const Argument& argument, const Plan& plan) {
  if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
    json["buffer"] = buffer_name(plan, buffer->buffer);
    name_image(json, buffer->image);
  }
  if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) add_number(json, scalar->bytes);
}

void name_host_call(FieldsJson& json, const HostCall& call, const Plan& plan) {
  if (!call.names_buffer()) return;
  json["buffer"] = buffer_name(plan, call.buffer);
  if (call.kind == HostCall::Kind::copy) json["source"] = buffer_name(plan, call.source);
}

void name_all(FieldsJson& json, const Plan& plan) {
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) name_image(json["buffers"][i], plan.buffers[i].image);
  for (std::size_t i = 0; i < plan.launches.size(); ++i)
    for (std::size_t a = 0; a < plan.launches[i].arguments.size(); ++a)
      name_argument(json["launches"][i]["arguments"][a], plan.launches[i].arguments[a], plan);
  for (std::size_t i = 0; i < plan.host_calls.size(); ++i)
    name_host_call(json["host_calls"][i], plan.host_calls[i], plan);
  if (!plan.expectation) return;
  json["expectation"]["input"] = buffer_name(plan, plan.expectation->input_buffer);
  json["expectation"]["result"] = buffer_name(plan, plan.expectation->result_buffer);
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
  FieldsJson json = written_fields([&](FieldWriter& fields) { plan_fields(fields, plan); });
  name_all(json, plan);
  return json_text(json);
}

}  // namespace lockstep
