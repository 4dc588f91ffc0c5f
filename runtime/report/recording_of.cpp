#include "runtime/report/recording_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "core/base/whole_file.hpp"
#include "core/recording/buffer_roles.hpp"
#include "core/recording/image_json.hpp"
#include "runtime/report/places.hpp"

namespace lockstep::runtime {
namespace {

using Json = nlohmann::ordered_json;
using Bytes = std::shared_ptr<const std::vector<std::byte>>;

std::string string_at(const Json& line, const char* key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_string() ? found->get<std::string>() : "";
}

std::uint64_t number_at(const Json& line, const char* key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

// Lines of results, the longest ones, are left out: a recording has none.
std::vector<Json> lines_of(const std::string& content) {
  std::vector<Json> lines;
  std::istringstream stream(content);
  for (std::string line; std::getline(stream, line);)
    if (!line.starts_with(R"({"event":"result")"))
      if (Json json = parse_json_line(line); json.is_object()) lines.push_back(std::move(json));
  return lines;
}

std::size_t recorded_launches(const std::vector<Json>& lines) {
  return static_cast<std::size_t>(std::ranges::count_if(lines, [](const Json& line) {
    return string_at(line, "event") == "launch" && line.value("recorded", false);
  }));
}

std::optional<HostCall::Kind> kind_of(const std::string& event) {
  using enum HostCall::Kind;
  static const std::map<std::string, HostCall::Kind> kinds{
      {"create", create}, {"write", write}, {"fill", fill},   {"copy", copy},
      {"read", read},     {"map", map},     {"unmap", unmap}, {"release", release}};
  const auto found = kinds.find(event);
  return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

std::array<std::uint64_t, 3> extents(const Json& line, const char* key, std::uint64_t missing) {
  std::array<std::uint64_t, 3> sizes{missing, missing, missing};
  const Json list = line.value(key, Json::array());
  for (std::size_t d = 0; d < std::min<std::size_t>(list.size(), 3); ++d) list[d].get_to(sizes[d]);
  return sizes;
}

// Follows the journal of one process and writes its plan.
class PlanMaker {
 public:
  explicit PlanMaker(std::string data) : data_(std::move(data)) {}

  void take(const Json& line) {
    const std::string event = string_at(line, "event");
    if (event == "program") return add_program(line);
    if (event == "launch" && line.value("recorded", false)) return add_launch(line);
    const auto kind = kind_of(event);
    if (!kind) return;
    if (*kind == HostCall::Kind::create) add_buffer(line);
    add_call(line, *kind);
  }

  Plan finish() {
    drop_unused();
    name_buffers();
    write_texts();
    if (!plan_.launches.empty()) {
      plan_.n = plan_.launches.front().range.global_size[0];
      plan_.group_size = plan_.launches.front().range.group_items();
    }
    give_roles(plan_);
    return std::move(plan_);
  }

  const std::string& model() const { return model_; }

 private:
  Bytes bytes_at(const Json& line) const {
    const auto found = line.find("data");
    if (found == line.end() || !found->is_array()) return nullptr;
    const std::uint64_t begin = (*found)[0].get<std::uint64_t>(), size = (*found)[1].get<std::uint64_t>();
    if (begin > data_.size() || size > data_.size() - begin) return nullptr;
    const auto* first = reinterpret_cast<const std::byte*>(data_.data()) + begin;
    return std::make_shared<const std::vector<std::byte>>(first, first + size);
  }

  static std::optional<ImageDescription> image_at(const Json& line) {
    const auto found = line.find("image");
    if (found == line.end()) return std::nullopt;
    const auto image = read_image(*found);
    return image ? std::optional(*image) : std::nullopt;
  }

  void add_program(const Json& line) {
    PlanProgram program;
    program.source.path = string_at(line, "name");
    program.source.text = string_at(line, "source");
    program.options = string_at(line, "options");
    for (const Json& header : line.value("headers", Json::array()))
      program.source.headers.push_back({string_at(header, "name"), string_at(header, "text")});
    plan_.programs.push_back(std::move(program));
  }

  void add_buffer(const Json& line) {
    PlanBuffer buffer;
    buffer.type = ElementType::uint8;
    buffer.elements = number_at(line, "bytes");
    buffer.image = image_at(line);
    if (const Bytes bytes = bytes_at(line)) {
      buffer.content.pattern = Content::Pattern::bytes;
      buffer.content.bytes = bytes;
    }
    numbers_[number_at(line, "buffer")] = plan_.buffers.size();
    plan_.buffers.push_back(std::move(buffer));
    is_typed_.push_back(false);
  }

  void add_call(const Json& line, HostCall::Kind kind) {
    const auto buffer = numbers_.find(number_at(line, "buffer"));
    if (buffer == numbers_.end()) return;
    HostCall call;
    call.kind = kind;
    call.before_launch = plan_.launches.size();
    call.text = string_at(line, "call");  // with its arguments in write_texts(), when the names are known
    call.place = string_at(line, "place");
    call.buffer = buffer->second;
    call.offset = number_at(line, "offset");
    call.bytes = kind == HostCall::Kind::release ? 0 : number_at(line, "bytes");
    if (kind != HostCall::Kind::create) call.data = bytes_at(line);
    if (kind == HostCall::Kind::copy) {
      const auto source = numbers_.find(number_at(line, "source"));
      if (source == numbers_.end()) return;
      call.source = source->second;
      call.source_offset = number_at(line, "source_offset");
    }
    // Contents are not kept of calls between launches that are not recorded.
    if ((kind == HostCall::Kind::write || kind == HostCall::Kind::fill) && !call.data) return;
    plan_.host_calls.push_back(std::move(call));
  }

  // `image`: of the argument, or of the whole buffer.
  void set_type(std::size_t buffer, const Json& parameter, const std::optional<ImageDescription>& image) {
    if (is_typed_[buffer]) return;
    is_typed_[buffer] = true;
    PlanBuffer& target = plan_.buffers[buffer];
    target.name = string_at(parameter, "name");
    const auto type = image ? image->format.element() : parse_element_type(string_at(parameter, "element"));
    if (!type || target.elements % size_bytes(*type) != 0) return;
    target.elements /= size_bytes(*type);
    target.type = *type;
  }

  Argument argument_of(const Json& json, const Json& parameter) {
    if (json.contains("local_bytes")) return LocalArgument{number_at(json, "local_bytes")};
    if (json.contains("value")) {
      ScalarArgument scalar;
      for (const Json& byte : json["value"])
        scalar.bytes.push_back(static_cast<std::byte>(byte.get<unsigned>()));
      return scalar;
    }
    if (json.contains("sampler"))
      return SamplerArgument{static_cast<std::uint32_t>(number_at(json, "sampler"))};
    const auto buffer = numbers_.find(number_at(json, "buffer"));
    if (!json.contains("buffer") || buffer == numbers_.end()) return NullArgument{};
    PlanBuffer& target = plan_.buffers[buffer->second];
    const auto image = image_at(json);
    set_type(buffer->second, parameter, image ? image : target.image);
    if (const std::string access = string_at(json, "access"); !access.empty())
      target.access = access == "read only" ? PlanBuffer::Access::read_only : PlanBuffer::Access::write_only;
    return BufferArgument{buffer->second, number_at(json, "offset"), number_at(json, "bytes"), image};
  }

  void add_launch(const Json& line) {
    PlanLaunch launch;
    launch.program = number_at(line, "program");
    launch.kernel = string_at(line, "kernel");
    launch.label = launch.kernel;
    launch.place = string_at(line, "place");
    launch.range.dimensions = static_cast<unsigned>(line.value("global", Json::array()).size());
    launch.range.global_size = extents(line, "global", 1);
    launch.range.local_size = extents(line, "local", 1);
    launch.range.global_offset = extents(line, "offset", 0);
    const Json arguments = line.value("arguments", Json::array());
    const Json parameters = line.value("parameters", Json::array());
    for (std::size_t i = 0; i < arguments.size() && i < parameters.size(); ++i)
      launch.arguments.push_back(argument_of(arguments[i], parameters[i]));
    model_ = string_at(line, "model");
    plan_.launches.push_back(std::move(launch));
  }

  std::vector<bool> used_buffers() const {
    std::vector<bool> used(plan_.buffers.size(), false);
    for (const PlanLaunch& launch : plan_.launches)
      for (const Argument& argument : launch.arguments)
        if (const auto* buffer = std::get_if<BufferArgument>(&argument)) used[buffer->buffer] = true;
    for (auto call = plan_.host_calls.rbegin(); call != plan_.host_calls.rend(); ++call)
      if (call->kind == HostCall::Kind::copy && used[call->buffer]) used[call->source] = true;
    return used;
  }

  // Buffers that no recorded launch touches, and their calls.
  void drop_unused() {
    const std::vector<bool> used = used_buffers();
    std::vector<std::size_t> places(used.size(), 0);
    std::vector<PlanBuffer> kept;
    for (std::size_t i = 0; i < used.size(); ++i) {
      places[i] = kept.size();
      if (used[i]) kept.push_back(std::move(plan_.buffers[i]));
    }
    plan_.buffers = std::move(kept);
    std::erase_if(plan_.host_calls, [&](const HostCall& call) {
      return !used[call.buffer] || (call.kind == HostCall::Kind::copy && !used[call.source]);
    });
    for (HostCall& call : plan_.host_calls) {
      call.buffer = places[call.buffer];
      if (call.kind == HostCall::Kind::copy) call.source = places[call.source];
    }
    for (PlanLaunch& launch : plan_.launches)
      for (Argument& argument : launch.arguments)
        if (auto* buffer = std::get_if<BufferArgument>(&argument)) buffer->buffer = places[buffer->buffer];
  }

  // Two buffers with the name of the same parameter are told apart.
  void name_buffers() {
    std::map<std::string, unsigned> seen;
    for (PlanBuffer& buffer : plan_.buffers) {
      if (buffer.name.empty()) buffer.name = "buffer";
      const unsigned count = ++seen[buffer.name];
      if (count > 1) buffer.name = fmt::format("{}-{}", buffer.name, count);
    }
  }

  void write_texts() {
    for (HostCall& call : plan_.host_calls) {
      const std::string& name = plan_.buffers[call.buffer].name;
      if (call.text.empty())
        call.text = call.kind == HostCall::Kind::release ? fmt::format("clReleaseMemObject({})", name)
                                                         : fmt::format("{} as it was at this moment", name);
      else if (call.kind == HostCall::Kind::create)
        call.text = fmt::format("{}: {}, {}", call.text, name, bytes_text(call.bytes));
      else if (call.kind == HostCall::Kind::copy)
        call.text =
            fmt::format("{}: {} from {} on to {} from {} on, {}", call.text, plan_.buffers[call.source].name,
                        call.source_offset, name, call.offset, bytes_text(call.bytes));
      else
        call.text =
            fmt::format("{}: {} from byte {} on, {}", call.text, name, call.offset, bytes_text(call.bytes));
    }
  }

  Plan plan_;
  std::string data_, model_;
  std::map<std::uint64_t, std::size_t> numbers_;  // of the journal to those of the plan
  std::vector<bool> is_typed_;
};

void name_places_of(Plan& plan) {
  std::vector<std::string*> places;
  for (PlanLaunch& launch : plan.launches) places.push_back(&launch.place);
  for (HostCall& call : plan.host_calls) places.push_back(&call.place);
  name_places(places);
}

}  // namespace

Result<Recording> recording_of(const std::string& folder, const std::vector<std::string>& command) {
  std::vector<Json> longest;
  std::filesystem::path file;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".jsonl") continue;
    const Result<std::string> content = read_file(entry.path().string(), kAnySize);
    if (!content) return tl::unexpected(content.error());
    std::vector<Json> lines = lines_of(*content);
    if (recorded_launches(lines) <= recorded_launches(longest)) continue;
    longest = std::move(lines);
    file = entry.path();
  }
  if (longest.empty())
    return failure("Nothing was recorded: the program launched no kernel, or none of the chosen launches.");
  const Result<std::string> data = read_file(file.replace_extension(".data").string(), kAnySize);
  if (!data) return tl::unexpected(data.error());
  PlanMaker maker(*data);
  for (const Json& line : longest) maker.take(line);
  Recording recording;
  recording.plan = maker.finish();
  recording.plan.id = command.empty() ? "program" : std::filesystem::path(command[0]).filename().string();
  recording.model = maker.model();
  recording.command = command;
  recording.date = utc_now();
  name_places_of(recording.plan);
  return recording;
}

}  // namespace lockstep::runtime
