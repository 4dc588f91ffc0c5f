// Writes and reads the fields of a plan in JSON. Each field is named only once
// (core/base/text/object_fields.hpp). The fields are used in recordings, in the journal of a program and by
// `lockstep plan --json`.
#pragma once

#include "core/base/text/object_fields.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

// The words in the JSON: "input", "read only", "inclusive scan" …; the parse functions return none for an
// unknown word.
std::string_view role_word(PlanBuffer::Role role);
std::optional<PlanBuffer::Role> parse_role(std::string_view word);
std::string_view access_word(PlanBuffer::Access access);  // not used for read_write, the default
std::optional<PlanBuffer::Access> parse_access(std::string_view word);
std::string_view refill_word(PlanBuffer::Refill refill);  // not used for elsewhere, the default
std::optional<PlanBuffer::Refill> parse_refill(std::string_view word);
std::string_view expectation_word(Expectation::Kind kind);
std::optional<Expectation::Kind> parse_expectation(std::string_view word);

void argument_fields(FieldWriter& fields, const Argument& argument);
void argument_fields(const FieldReader& fields, Argument& argument);

template <class Fields, class Image>
void image_numbers(Fields& fields, Image& image) {
  fields.word(
      "kind", image.kind, [](ImageKind kind) { return opencl_name(kind); }, parse_image_kind);
  fields.number("order", image.format.order);
  fields.number("type", image.format.type);
  fields.number("width", image.width);
  fields.number("height", image.height);
  fields.number("depth", image.depth);
  fields.number("array_size", image.array_size);
  fields.number("row_pitch", image.row_pitch);
  fields.number("slice_pitch", image.slice_pitch);
}
inline void image_fields(FieldWriter& fields, const ImageDescription& image) { image_numbers(fields, image); }
inline void image_fields(const FieldReader& fields, ImageDescription& image) {
  const FieldReader reader = fields.owned_by(" of an image");
  image_numbers(reader, image);
}
inline constexpr auto kImageFields = [](auto& fields, auto& image) { image_fields(fields, image); };

template <class Fields, class Program>
void program_fields(Fields& fields, Program& program) {
  fields.text("path", program.source.path);
  fields.data_text("text", program.source.text);
  fields.text("options", program.options);
  fields.text_or_none("include_dir", program.source.include_dir);
  fields.list_or_none("headers", program.source.headers, [](auto& one, auto& header) {
    one.text("name", header.name);
    one.data_text("text", header.text);
  });
}

template <class Fields, class Op>
void operator_field(Fields& fields, Op& op) {
  fields.word(
      "op", op, [](Operator one) { return name(one); }, parse_operator);
}

template <class Fields, class Described>
void content_fields(Fields& fields, Described& content) {
  fields.word("pattern", content.pattern, pattern_name, parse_pattern);
  if (content.pattern == Content::Pattern::bytes) return fields.data("data", content.bytes);
  if (content.pattern == Content::Pattern::uninitialised) return;
  if (fields.has("value")) fields.real("value", content.value);
  if (fields.has("seed")) fields.number("seed", content.seed);
  if (fields.has("op")) operator_field(fields, content.op);
}

// The name of the element type.
template <class Fields, class Type>
void type_field(Fields& fields, Type& type) {
  fields.word(
      "type", type, [](ElementType element) { return opencl_name(element); }, parse_element_type);
}

template <class Fields, class Access>
void access_field(Fields& fields, Access& access) {
  fields.word_or("access", access, PlanBuffer::Access::read_write, access_word, parse_access);
}

template <class Fields, class Buffer>
void buffer_fields(Fields& fields, Buffer& buffer) {
  fields.text("name", buffer.name);
  type_field(fields, buffer.type);
  fields.number("elements", buffer.elements);
  fields.word("role", buffer.role, role_word, parse_role);
  fields.object("content", buffer.content, [](auto& one, auto& content) { content_fields(one, content); });
  fields.number_or_none("variable_of_program", buffer.variable_of);
  access_field(fields, buffer.access);
  fields.word_or("refill", buffer.refill, PlanBuffer::Refill::elsewhere, refill_word, parse_refill);
  fields.object_or_none("image", buffer.image, kImageFields);
}

template <class Fields, class Range>
void range_fields(Fields& fields, Range& range) {
  auto dimensions = range.dimensions;
  fields.sizes("global", range.global_size, range.dimensions);
  fields.sizes("local", range.local_size, dimensions);
  const bool may_be_left_out = !Fields::kReads && range.global_offset == NdRange{}.global_offset;
  if (!may_be_left_out && fields.has("offset")) fields.sizes("offset", range.global_offset, dimensions);
}

template <class Fields, class Launch>
void launch_fields(Fields& fields, Launch& launch) {
  fields.number("program", launch.program);
  fields.text("kernel", launch.kernel);
  range_fields(fields, launch.range);
  fields.text_or_none("label", launch.label);
  fields.text_or_none("place", launch.place);
  fields.list("arguments", launch.arguments,
              [](auto& one, auto& argument) { argument_fields(one, argument); });
}

// All fields except the data.
template <class Fields, class Call>
void host_call_fields(Fields& fields, Call& call) {
  fields.word("kind", call.kind, host_call_name, parse_host_call);
  fields.number("before", call.before_launch);
  fields.text("text", call.text);
  fields.text_or_none("place", call.place);
  if (!call.names_buffer()) return;
  fields.number("buffer", call.buffer);
  fields.number("offset", call.offset);
  fields.number("bytes", call.bytes);
  if (call.kind != HostCall::Kind::copy) return;
  fields.number("source", call.source);
  fields.number("source_offset", call.source_offset);
}

template <class Fields, class Expected>
void expectation_fields(Fields& fields, Expected& expected) {
  fields.word("kind", expected.kind, expectation_word, parse_expectation);
  operator_field(fields, expected.op);
  fields.number("input", expected.input_buffer);
  fields.number("result", expected.result_buffer);
  fields.number("elements", expected.result_elements);
  fields.number("depth", expected.depth);
  if (expected.kind != Expectation::Kind::values) return;
  fields.data_or_none("values", expected.values);
  fields.real("tolerance", expected.tolerance);
}

template <class Fields, class Described>
void plan_fields(Fields& fields, Described& plan) {
  fields.text("id", plan.id);
  fields.number("n", plan.n);
  fields.number("group_size", plan.group_size);
  type_field(fields, plan.type);
  fields.list("programs", plan.programs, [](auto& one, auto& program) { program_fields(one, program); });
  fields.list("buffers", plan.buffers, [](auto& one, auto& buffer) { buffer_fields(one, buffer); });
  fields.list("launches", plan.launches, [](auto& one, auto& launch) { launch_fields(one, launch); });
  fields.list("host_calls", plan.host_calls, [](auto& one, auto& call) {
    host_call_fields(one, call);
    if (call.names_buffer()) one.data_or_none("data", call.data);
  });
  fields.object_or_none("expectation", plan.expectation,
                        [](auto& one, auto& expected) { expectation_fields(one, expected); });
}

}  // namespace lockstep
