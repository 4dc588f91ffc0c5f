#include "core/measure/request_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/json.hpp"
#include "core/measure/row_json.hpp"

namespace lockstep::opencl {
namespace {

using Json = nlohmann::ordered_json;

// JSON strings are UTF-8; a user's file with other bytes becomes a list of its bytes.
Json text_json(const std::string& text) {
  try {
    Json json = text;
    static_cast<void>(json.dump());
    return json;
  } catch (const Json::type_error&) {
    return std::vector<std::uint8_t>(text.begin(), text.end());
  }
}

std::string read_text(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  const auto bytes = json.get<std::vector<std::uint8_t>>();
  return {bytes.begin(), bytes.end()};
}

Json content_json(const Content& content) {
  Json json{{"pattern", pattern_name(content.pattern)},
            {"value", content.value},
            {"seed", content.seed},
            {"op", name(content.op)}};
  if (!content.bytes) return json;
  json["bytes"] = Json::array();
  for (const std::byte byte : *content.bytes) json["bytes"].push_back(std::to_integer<unsigned>(byte));
  return json;
}

template <class T>
T known(std::optional<T> value, const Json& name) {
  if (!value) throw std::invalid_argument(name.dump() + " is not known");
  return *value;
}

Content read_content(const Json& json) {
  Content content;
  content.pattern = known(parse_pattern(json.at("pattern").get<std::string>()), json["pattern"]);
  content.value = json.value("value", 0.0);
  content.seed = json.value("seed", std::uint64_t{1});
  content.op = known(parse_operator(json.at("op").get<std::string>()), json["op"]);
  if (!json.contains("bytes")) return content;
  auto bytes = std::make_shared<std::vector<std::byte>>();
  for (const Json& byte : json["bytes"]) bytes->push_back(static_cast<std::byte>(byte.get<std::uint8_t>()));
  content.bytes = std::move(bytes);
  return content;
}

Json pattern_json(const PatternOptions& pattern) {
  return {{"mask_width", pattern.mask_width},
          {"columns", pattern.columns},
          {"tile", pattern.tile},
          {"bins", pattern.bins},
          {"bit", pattern.bit},
          {"keep_above", pattern.keep_above}};
}

PatternOptions read_pattern_options(const Json& json) {
  return {.mask_width = json.at("mask_width").get<std::uint64_t>(),
          .columns = json.at("columns").get<std::uint64_t>(),
          .tile = json.at("tile").get<std::uint64_t>(),
          .bins = json.at("bins").get<std::uint64_t>(),
          .bit = json.at("bit").get<std::uint64_t>(),
          .keep_above = json.at("keep_above").get<std::uint64_t>()};
}

Json plan_request_json(const PlanRequest& request) {
  return {{"n", request.n},
          {"group_size", request.group_size},
          {"op", name(request.op)},
          {"type", opencl_name(request.type)},
          {"exclusive", request.exclusive},
          {"input", content_json(request.input)},
          {"tuning", tuning_json(request.tuning)},
          {"pattern", pattern_json(request.pattern)}};
}

PlanRequest read_plan_request(const Json& json) {
  PlanRequest request;
  json.at("n").get_to(request.n);
  json.at("group_size").get_to(request.group_size);
  request.op = known(parse_operator(json.at("op").get<std::string>()), json["op"]);
  request.type = known(parse_element_type(json.at("type").get<std::string>()), json["type"]);
  json.at("exclusive").get_to(request.exclusive);
  request.input = read_content(json.at("input"));
  request.tuning = read_tuning(json.at("tuning"));
  if (json.contains("pattern")) request.pattern = read_pattern_options(json["pattern"]);
  return request;
}

void find_entry(const std::string& id, BenchRequest& request) {
  request.implementation = find_host_implementation(id);
  if (request.implementation) return;
  const auto algorithm = find_algorithm(id);
  if (!algorithm) throw std::invalid_argument(algorithm.error().message);
  request.algorithm = *algorithm;
}

BenchRequest request_of_json(const Json& json) {
  BenchRequest request;
  find_entry(json.at("id").get<std::string>(), request);
  request.request = read_plan_request(json.at("request"));
  request.kernel_dir = read_text(json.at("kernel_dir"));
  json.at("by_name").get_to(request.by_name);
  json.at("group_is_chosen").get_to(request.group_is_chosen);
  request.force = json.value("force", false);
  if (json.contains("tuning")) request.tuning = read_tuning(json["tuning"]);
  if (json.contains("split"))
    request.split = known(parse_split(json["split"].get<std::string>()), json["split"]);
  for (const Json& one : json.value("devices", Json::array())) {
    const auto device = read_device(one);
    if (!device) throw std::invalid_argument(device.error().message);
    request.devices.push_back(*device);
  }
  if (!json.contains("source")) return request;
  const Json& source = json["source"];
  request.source = KernelSource{read_text(source.at("path")), read_text(source.at("text")),
                                read_text(source.at("include_dir"))};
  return request;
}

}  // namespace

Json request_json(const BenchRequest& request) {
  Json json{{"id", request.id()},
            {"request", plan_request_json(request.request)},
            {"kernel_dir", text_json(request.kernel_dir)},
            {"by_name", request.by_name},
            {"group_is_chosen", request.group_is_chosen}};
  if (request.force) json["force"] = true;
  if (request.tuning) json["tuning"] = tuning_json(*request.tuning);
  if (!request.devices.empty()) {
    json["split"] = name(request.split);
    for (const Device& device : request.devices) json["devices"].push_back(device_json(device));
  }
  if (request.source)
    json["source"] = {{"path", text_json(request.source->path)},
                      {"text", text_json(request.source->text)},
                      {"include_dir", text_json(request.source->include_dir)}};
  return json;
}

Result<BenchRequest> read_request(const Json& json) {
  try {
    return request_of_json(json);
  } catch (const std::exception& error) {
    return usage_error(fmt::format("This is not a request for a benchmark: {}.", json_reason(error)));
  }
}

}  // namespace lockstep::opencl
