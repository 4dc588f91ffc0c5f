#include "core/plan/plan_fields.hpp"

namespace lockstep {
namespace {

// Returns the value of an enumeration with this name.
template <class E, std::size_t N>
std::optional<E> parse_one(const E (&values)[N], std::string_view (*word_of)(E), std::string_view word) {
  for (const E value : values)
    if (word_of(value) == word) return value;
  return std::nullopt;
}

template <class Fields, class Buffer>
void buffer_argument_fields(Fields& fields, Buffer& argument) {
  fields.number("buffer", argument.buffer);
  fields.number_or("offset", argument.offset_bytes, 0);
  fields.number_or("bytes", argument.bytes, 0);
  fields.object_or_none("image", argument.image, kImageFields);
}

}  // namespace

std::string_view role_word(PlanBuffer::Role role) {
  if (role == PlanBuffer::Role::input) return "input";
  return role == PlanBuffer::Role::output ? "output" : "scratch";
}

std::optional<PlanBuffer::Role> parse_role(std::string_view word) {
  using enum PlanBuffer::Role;
  return parse_one({input, output, scratch}, role_word, word);
}

std::string_view access_word(PlanBuffer::Access access) {
  return access == PlanBuffer::Access::read_only ? "read only" : "write only";
}

std::optional<PlanBuffer::Access> parse_access(std::string_view word) {
  using enum PlanBuffer::Access;
  return parse_one({read_only, write_only}, access_word, word);
}

std::string_view refill_word(PlanBuffer::Refill refill) {
  return refill == PlanBuffer::Refill::each_run ? "each run" : "never";
}

std::optional<PlanBuffer::Refill> parse_refill(std::string_view word) {
  using enum PlanBuffer::Refill;
  return parse_one({each_run, never}, refill_word, word);
}

std::string_view expectation_word(Expectation::Kind kind) {
  constexpr std::string_view words[] = {"reduction",   "inclusive scan", "exclusive scan", "values",
                                        "convolution", "transpose",      "compaction",     "split",
                                        "histogram",   "word count",     "segmented scan", "partition",
                                        "sort"};
  return words[static_cast<std::size_t>(kind)];
}

// Patterns have fields that a recording does not contain.
std::optional<Expectation::Kind> parse_expectation(std::string_view word) {
  using enum Expectation::Kind;
  return parse_one({reduction, inclusive_scan, exclusive_scan, values}, expectation_word, word);
}

void argument_fields(FieldWriter& fields, const Argument& argument) {
  if (const auto* buffer = std::get_if<BufferArgument>(&argument))
    buffer_argument_fields(fields, *buffer);
  else if (const auto* local = std::get_if<LocalArgument>(&argument))
    fields.number("local", local->bytes);
  else if (const auto* scalar = std::get_if<ScalarArgument>(&argument))
    fields.hexadecimal("value", scalar->bytes);
  else if (const auto* sampler = std::get_if<SamplerArgument>(&argument))
    fields.number("sampler", sampler->bits);
  else
    fields.null();
}

void argument_fields(const FieldReader& fields, Argument& argument) {
  if (fields.is_null())
    argument = NullArgument{};
  else if (fields.has("buffer"))
    buffer_argument_fields(fields, argument.emplace<BufferArgument>());
  else if (fields.has("local"))
    fields.number("local", argument.emplace<LocalArgument>().bytes);
  else if (fields.has("sampler"))
    fields.number("sampler", argument.emplace<SamplerArgument>().bits);
  else
    fields.hexadecimal("value", argument.emplace<ScalarArgument>().bytes);
}

}  // namespace lockstep
