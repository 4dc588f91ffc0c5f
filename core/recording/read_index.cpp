// What an index says is taken for nothing more than somebody's claim: each value is looked at before it is
// used.
#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base/json.hpp"
#include "core/recording/image_json.hpp"
#include "core/recording/index.hpp"

namespace lockstep {
namespace {

// Ends reading; read_index() and read_blob_sizes() catch it.
[[noreturn]] void wrong(std::string_view what) { throw std::invalid_argument(std::string(what)); }

const IndexJson& member(const IndexJson& json, const char* key) {
  if (!json.is_object()) wrong(fmt::format("what should hold '{}' is no object", key));
  const auto found = json.find(key);
  if (found == json.end()) wrong(fmt::format("'{}' is missing", key));
  return *found;
}

const IndexJson* optional_member(const IndexJson& json, const char* key) {
  if (!json.is_object()) wrong(fmt::format("what should hold '{}' is no object", key));
  const auto found = json.find(key);
  return found == json.end() ? nullptr : &*found;
}

std::uint64_t whole_number(const IndexJson& json, const char* key) {
  if (!json.is_number_unsigned()) wrong(fmt::format("'{}' is no whole number", key));
  return json.get<std::uint64_t>();
}

std::uint64_t number(const IndexJson& json, const char* key) { return whole_number(member(json, key), key); }

std::uint64_t number_or(const IndexJson& json, const char* key, std::uint64_t otherwise) {
  const IndexJson* found = optional_member(json, key);
  return found ? whole_number(*found, key) : otherwise;
}

const IndexJson& list(const IndexJson& json, const char* key) {
  const IndexJson& found = member(json, key);
  if (!found.is_array()) wrong(fmt::format("'{}' is no list", key));
  return found;
}

// A word that must be one of some.
template <class Parse>
auto one_of(const IndexJson& json, const char* key, Parse parse) {
  const IndexJson& found = member(json, key);
  if (!found.is_string()) wrong(fmt::format("'{}' is no text", key));
  const auto value = parse(found.get_ref<const std::string&>());
  if (!value) wrong(fmt::format("'{}' is not known as {}", found.get_ref<const std::string&>(), key));
  return *value;
}

std::optional<PlanBuffer::Role> parse_role(std::string_view word) {
  if (word == "input") return PlanBuffer::Role::input;
  if (word == "output") return PlanBuffer::Role::output;
  return word == "scratch" ? std::optional(PlanBuffer::Role::scratch) : std::nullopt;
}

std::optional<PlanBuffer::Access> parse_access(std::string_view word) {
  if (word == "read only") return PlanBuffer::Access::read_only;
  return word == "write only" ? std::optional(PlanBuffer::Access::write_only) : std::nullopt;
}

std::optional<Expectation::Kind> parse_expected(std::string_view word) {
  if (word == "reduction") return Expectation::Kind::reduction;
  if (word == "inclusive scan") return Expectation::Kind::inclusive_scan;
  return word == "exclusive scan" ? std::optional(Expectation::Kind::exclusive_scan) : std::nullopt;
}

std::vector<std::byte> from_hexadecimal(const IndexJson& json) {
  if (!json.is_string()) wrong("'value' is no text");
  const std::string& text = json.get_ref<const std::string&>();
  if (text.size() % 2 != 0) wrong("'value' has half a byte");
  std::vector<std::byte> bytes;
  for (std::size_t at = 0; at < text.size(); at += 2) {
    std::uint8_t byte = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + 2, byte, 16);
    if (error != std::errc() || end != text.data() + at + 2) wrong("'value' is not hexadecimal");
    bytes.push_back(static_cast<std::byte>(byte));
  }
  return bytes;
}

// As many as the range has dimensions; the others are `rest`.
std::array<std::uint64_t, 3> sizes(const IndexJson& json, const char* key, std::uint64_t rest) {
  if (!json.is_array() || json.empty() || json.size() > 3)
    wrong(fmt::format("'{}' is not one to three numbers", key));
  std::array<std::uint64_t, 3> values{rest, rest, rest};
  for (std::size_t i = 0; i < json.size(); ++i) values[i] = whole_number(json[i], key);
  return values;
}

class IndexReader {
 public:
  explicit IndexReader(std::span<const Blob> blobs) : blobs_(blobs) {}

  Recording recording(const IndexJson& json) const {
    Recording recording;
    recording.made_with = text_or_none(json, "made_with");
    recording.date = text_or_none(json, "date");
    recording.model = text_or_none(json, "model");
    if (optional_member(json, "command"))
      for (const IndexJson& word : list(json, "command")) recording.command.push_back(text(word, "command"));
    recording.plan = plan(member(json, "plan"));
    return recording;
  }

 private:
  std::string text(const IndexJson& json, const char* key) const {
    if (json.is_string()) return json.get<std::string>();
    if (!json.is_object()) wrong(fmt::format("'{}' is no text", key));
    return std::string(text_of(*blob(json, "blob")));
  }
  std::string text_at(const IndexJson& json, const char* key) const { return text(member(json, key), key); }
  std::string text_or_none(const IndexJson& json, const char* key) const {
    const IndexJson* found = optional_member(json, key);
    return found ? text(*found, key) : std::string();
  }

  const Blob& blob(const IndexJson& json, const char* key) const {
    const std::uint64_t index = number(json, key);
    if (index >= blobs_.size()) wrong(fmt::format("'{}' refers to data that it does not hold", key));
    return blobs_[index];
  }

  Plan plan(const IndexJson& json) const {
    Plan plan;
    plan.id = text_at(json, "id");
    plan.n = number(json, "n");
    plan.group_size = number(json, "group_size");
    plan.type = one_of(json, "type", parse_element_type);
    for (const IndexJson& one : list(json, "programs")) plan.programs.push_back(program(one));
    for (const IndexJson& one : list(json, "buffers")) plan.buffers.push_back(buffer(one));
    for (const IndexJson& one : list(json, "launches")) plan.launches.push_back(launch(one));
    for (const IndexJson& one : list(json, "host_calls")) plan.host_calls.push_back(host_call(one));
    if (const IndexJson* expected = optional_member(json, "expectation"))
      plan.expectation = expectation(*expected);
    return plan;
  }

  PlanProgram program(const IndexJson& json) const {
    PlanProgram program;
    program.source.path = text_at(json, "path");
    program.source.text = std::string(text_of(*blob(json, "text")));
    program.source.include_dir = text_or_none(json, "include_dir");
    program.source.is_closed = true;
    program.options = text_at(json, "options");
    if (optional_member(json, "headers"))
      for (const IndexJson& header : list(json, "headers"))
        program.source.headers.push_back(
            {text_at(header, "name"), std::string(text_of(*blob(header, "text")))});
    return program;
  }

  Content content(const IndexJson& json) const {
    Content content;
    content.pattern = one_of(json, "pattern", parse_pattern);
    if (content.pattern == Content::Pattern::bytes) content.bytes = blob(json, "data");
    if (const IndexJson* value = optional_member(json, "value")) {
      if (!value->is_number()) wrong("'value' is no number");
      content.value = value->get<double>();
    }
    content.seed = number_or(json, "seed", content.seed);
    if (optional_member(json, "op")) content.op = one_of(json, "op", parse_operator);
    return content;
  }

  PlanBuffer buffer(const IndexJson& json) const {
    PlanBuffer buffer;
    buffer.name = text_at(json, "name");
    buffer.type = one_of(json, "type", parse_element_type);
    buffer.elements = number(json, "elements");
    buffer.role = one_of(json, "role", parse_role);
    buffer.content = content(member(json, "content"));
    if (const IndexJson* program = optional_member(json, "variable_of_program"))
      buffer.variable_of = whole_number(*program, "variable_of_program");
    if (optional_member(json, "access")) buffer.access = one_of(json, "access", parse_access);
    if (optional_member(json, "image")) buffer.image = image(member(json, "image"));
    return buffer;
  }

  static ImageDescription image(const IndexJson& json) {
    const auto image = read_image(json);
    if (!image) wrong(image.error().message);
    return *image;
  }

  static BufferArgument buffer_argument(const IndexJson& json) {
    BufferArgument argument{static_cast<std::size_t>(number(json, "buffer")), number_or(json, "offset", 0),
                            number_or(json, "bytes", 0)};
    if (const IndexJson* found = optional_member(json, "image")) argument.image = image(*found);
    return argument;
  }

  static Argument argument(const IndexJson& json) {
    if (json.is_null()) return NullArgument{};
    if (optional_member(json, "buffer")) return buffer_argument(json);
    if (optional_member(json, "local")) return LocalArgument{number(json, "local")};
    if (optional_member(json, "sampler"))
      return SamplerArgument{static_cast<std::uint32_t>(number(json, "sampler"))};
    return ScalarArgument{from_hexadecimal(member(json, "value"))};
  }

  PlanLaunch launch(const IndexJson& json) const {
    PlanLaunch launch;
    launch.program = number(json, "program");
    launch.kernel = text_at(json, "kernel");
    launch.label = text_or_none(json, "label");
    launch.place = text_or_none(json, "place");
    const IndexJson& global = member(json, "global");
    launch.range.global_size = sizes(global, "global", 1);
    launch.range.dimensions = static_cast<unsigned>(global.size());
    launch.range.local_size = sizes(member(json, "local"), "local", 1);
    if (const IndexJson* offset = optional_member(json, "offset"))
      launch.range.global_offset = sizes(*offset, "offset", 0);
    for (const IndexJson& one : list(json, "arguments")) launch.arguments.push_back(argument(one));
    return launch;
  }

  HostCall host_call(const IndexJson& json) const {
    HostCall call;
    call.kind = one_of(json, "kind", parse_host_call);
    call.before_launch = number(json, "before");
    call.text = text_at(json, "text");
    call.place = text_or_none(json, "place");
    if (!call.names_buffer()) return call;
    call.buffer = number(json, "buffer");
    call.offset = number(json, "offset");
    call.bytes = number(json, "bytes");
    call.source = number_or(json, "source", 0);
    call.source_offset = number_or(json, "source_offset", 0);
    if (optional_member(json, "data")) call.data = blob(json, "data");
    return call;
  }

  static Expectation expectation(const IndexJson& json) {
    Expectation expected;
    expected.kind = one_of(json, "kind", parse_expected);
    expected.op = one_of(json, "op", parse_operator);
    expected.input_buffer = number(json, "input");
    expected.result_buffer = number(json, "result");
    expected.result_elements = number(json, "elements");
    expected.depth = number(json, "depth");
    return expected;
  }

  std::span<const Blob> blobs_;
};

template <class Read>
auto or_damaged(Read read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const std::exception& error) {
    return failure(fmt::format("is damaged: {}", json_reason(error)));
  }
}

}  // namespace

Result<std::vector<std::uint64_t>> read_blob_sizes(const IndexJson& json) {
  return or_damaged([&] {
    std::vector<std::uint64_t> bytes;
    for (const IndexJson& one : list(json, "blobs")) bytes.push_back(whole_number(one, "blobs"));
    return bytes;
  });
}

Result<Recording> read_index(const IndexJson& json, std::span<const Blob> blobs) {
  return or_damaged([&] { return IndexReader(blobs).recording(json); });
}

}  // namespace lockstep
