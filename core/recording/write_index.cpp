#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/recording/image_json.hpp"
#include "core/recording/index.hpp"

namespace lockstep {
namespace {

std::string_view role_word(PlanBuffer::Role role) {
  if (role == PlanBuffer::Role::input) return "input";
  return role == PlanBuffer::Role::output ? "output" : "scratch";
}

std::string hexadecimal(const std::vector<std::byte>& bytes) {
  std::string text;
  for (const std::byte byte : bytes)
    fmt::format_to(std::back_inserter(text), "{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

std::vector<std::uint64_t> first_of(const std::array<std::uint64_t, 3>& sizes, unsigned dimensions) {
  return {sizes.begin(), sizes.begin() + dimensions};
}

class IndexWriter {
 public:
  explicit IndexWriter(BlobList& blobs) : blobs_(blobs) {}

  IndexJson plan(const Plan& plan) {
    IndexJson json{{"id", text(plan.id)},
                   {"n", plan.n},
                   {"group_size", plan.group_size},
                   {"type", opencl_name(plan.type)}};
    for (const char* list : {"programs", "buffers", "launches", "host_calls"})
      json[list] = IndexJson::array();
    for (const PlanProgram& one : plan.programs) json["programs"].push_back(program(one));
    for (const PlanBuffer& one : plan.buffers) json["buffers"].push_back(buffer(one));
    for (const PlanLaunch& one : plan.launches) json["launches"].push_back(launch(one));
    for (const HostCall& one : plan.host_calls) json["host_calls"].push_back(host_call(one));
    if (plan.expectation) json["expectation"] = expectation(*plan.expectation);
    return json;
  }

  // Strings of JSON are UTF-8; what a program passes may be anything, and is then a blob.
  IndexJson text(const std::string& words) {
    try {
      IndexJson json = words;
      static_cast<void>(json.dump());
      return json;
    } catch (const IndexJson::type_error&) {
      return {{"blob", blobs_.add(words)}};
    }
  }

 private:
  std::size_t blob(const std::vector<std::byte>& bytes) { return blobs_.add(text_of(bytes)); }

  IndexJson program(const PlanProgram& program) {
    const KernelSource& source = program.source;
    IndexJson json{
        {"path", text(source.path)}, {"text", blobs_.add(source.text)}, {"options", text(program.options)}};
    if (!source.include_dir.empty()) json["include_dir"] = text(source.include_dir);
    for (const KernelSource::Header& header : source.headers)
      json["headers"].push_back({{"name", text(header.name)}, {"text", blobs_.add(header.text)}});
    return json;
  }

  IndexJson content(const Content& content) {
    IndexJson json{{"pattern", pattern_name(content.pattern)}};
    if (content.pattern == Content::Pattern::bytes) {
      json["data"] = blob(*content.bytes);
    } else if (content.pattern != Content::Pattern::uninitialised) {
      json["value"] = content.value;
      json["seed"] = content.seed;
      json["op"] = name(content.op);
    }
    return json;
  }

  IndexJson buffer(const PlanBuffer& buffer) {
    IndexJson json{{"name", text(buffer.name)},
                   {"type", opencl_name(buffer.type)},
                   {"elements", buffer.elements},
                   {"role", role_word(buffer.role)},
                   {"content", content(buffer.content)}};
    if (buffer.variable_of) json["variable_of_program"] = *buffer.variable_of;
    if (buffer.access != PlanBuffer::Access::read_write)
      json["access"] = buffer.access == PlanBuffer::Access::read_only ? "read only" : "write only";
    if (buffer.image) json["image"] = image_json(*buffer.image);
    return json;
  }

  static IndexJson argument(const Argument& argument) {
    if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
      IndexJson json{{"buffer", buffer->buffer}};
      if (buffer->is_part()) json["offset"] = buffer->offset_bytes;
      if (buffer->bytes != 0) json["bytes"] = buffer->bytes;
      if (buffer->image) json["image"] = image_json(*buffer->image);
      return json;
    }
    if (const auto* local = std::get_if<LocalArgument>(&argument)) return {{"local", local->bytes}};
    if (const auto* value = std::get_if<ScalarArgument>(&argument))
      return {{"value", hexadecimal(value->bytes)}};
    if (const auto* sampler = std::get_if<SamplerArgument>(&argument)) return {{"sampler", sampler->bits}};
    return nullptr;
  }

  IndexJson launch(const PlanLaunch& launch) {
    const NdRange& range = launch.range;
    IndexJson json{{"program", launch.program},
                   {"kernel", text(launch.kernel)},
                   {"global", first_of(range.global_size, range.dimensions)},
                   {"local", first_of(range.local_size, range.dimensions)}};
    if (range.global_offset != std::array<std::uint64_t, 3>{0, 0, 0})
      json["offset"] = first_of(range.global_offset, range.dimensions);
    if (!launch.label.empty()) json["label"] = text(launch.label);
    if (!launch.place.empty()) json["place"] = text(launch.place);
    json["arguments"] = IndexJson::array();
    for (const Argument& one : launch.arguments) json["arguments"].push_back(argument(one));
    return json;
  }

  IndexJson host_call(const HostCall& call) {
    IndexJson json{
        {"kind", host_call_name(call.kind)}, {"before", call.before_launch}, {"text", text(call.text)}};
    if (!call.place.empty()) json["place"] = text(call.place);
    if (!call.names_buffer()) return json;
    json["buffer"] = call.buffer;
    json["offset"] = call.offset;
    json["bytes"] = call.bytes;
    if (call.kind == HostCall::Kind::copy) {
      json["source"] = call.source;
      json["source_offset"] = call.source_offset;
    }
    if (call.data) json["data"] = blob(*call.data);
    return json;
  }

  static IndexJson expectation(const Expectation& expected) {
    using enum Expectation::Kind;
    return {{"kind", expected.kind == reduction        ? "reduction"
                     : expected.kind == inclusive_scan ? "inclusive scan"
                                                       : "exclusive scan"},
            {"op", name(expected.op)},
            {"input", expected.input_buffer},
            {"result", expected.result_buffer},
            {"elements", expected.result_elements},
            {"depth", expected.depth}};
  }

  BlobList& blobs_;
};

}  // namespace

IndexJson index_json(const Recording& recording, BlobList& blobs) {
  IndexWriter writer(blobs);
  IndexJson json{{"made_with", writer.text(recording.made_with)},
                 {"date", writer.text(recording.date)},
                 {"model", writer.text(recording.model)},
                 {"command", IndexJson::array()}};
  for (const std::string& word : recording.command) json["command"].push_back(writer.text(word));
  json["plan"] = writer.plan(recording.plan);
  return json;
}

}  // namespace lockstep
