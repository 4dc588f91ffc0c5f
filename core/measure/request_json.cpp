#include "core/measure/request_json.hpp"

#include <fmt/format.h>

#include "core/measure/row_json.hpp"

namespace lockstep::opencl {
namespace {

using Json = nlohmann::ordered_json;

// Strings of JSON are UTF-8; a file of the student's may be anything, and then becomes a list of its bytes.
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
  if (json.is_string()) return json;
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

Json plan_request_json(const PlanRequest& request) {
  return {{"n", request.n},
          {"group_size", request.group_size},
          {"op", name(request.op)},
          {"type", opencl_name(request.type)},
          {"exclusive", request.exclusive},
          {"input", content_json(request.input)},
          {"tuning", tuning_json(request.tuning)}};
}

PlanRequest read_plan_request(const Json& json) {
  PlanRequest request;
  request.n = json.at("n");
  request.group_size = json.at("group_size");
  request.op = known(parse_operator(json.at("op").get<std::string>()), json["op"]);
  request.type = known(parse_element_type(json.at("type").get<std::string>()), json["type"]);
  request.exclusive = json.at("exclusive");
  request.input = read_content(json.at("input"));
  request.tuning = read_tuning(json.at("tuning"));
  return request;
}

void find_entry(const std::string& id, BenchRequest& request) {
  request.way = host::find_host_way(id);
  if (request.way) return;
  const auto algorithm = find_algorithm(id);
  if (!algorithm) throw std::invalid_argument(algorithm.error().message);
  request.algorithm = *algorithm;
}

BenchRequest request_of_json(const Json& json) {
  BenchRequest request;
  find_entry(json.at("id"), request);
  request.request = read_plan_request(json.at("request"));
  request.kernel_dir = read_text(json.at("kernel_dir"));
  request.by_name = json.at("by_name");
  request.group_is_chosen = json.at("group_is_chosen");
  request.anyway = json.value("anyway", false);
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

Device::Kind parse_kind(const std::string& text) {
  using enum Device::Kind;
  for (const Device::Kind kind : {cpu, gpu, accelerator})
    if (name(kind) == text) return kind;
  return other;
}

// Each field that is a number or a text of the listing, under its name there.
template <class Visit>
void for_fields(Device& device, Visit visit) {
  visit("index", device.index);
  visit("name", device.name);
  visit("platform", device.platform);
  visit("platform_version", device.platform_version);
  visit("vendor", device.vendor);
  visit("driver", device.driver);
  visit("version", device.version);
  visit("language_version", device.language_version);
  visit("compute_units", device.compute_units);
  visit("clock_mhz", device.clock_mhz);
  visit("max_group_size", device.max_group_size);
  visit("local_bytes", device.local_bytes);
  visit("global_bytes", device.global_bytes);
  visit("max_buffer_bytes", device.max_buffer_bytes);
  visit("cache_bytes", device.cache_bytes);
  visit("warp_width", device.warp_width);
  visit("has_float64", device.has_float64);
  visit("has_int64_atomics", device.has_int64_atomics);
  visit("has_sub_groups", device.has_sub_groups);
  visit("device_atomics", device.device_atomics);
  visit("lacks", device.lacks);
  visit("notes", device.notes);
}

}  // namespace

Json request_json(const BenchRequest& request) {
  Json json{{"id", request.id()},
            {"request", plan_request_json(request.request)},
            {"kernel_dir", text_json(request.kernel_dir)},
            {"by_name", request.by_name},
            {"group_is_chosen", request.group_is_chosen}};
  if (request.anyway) json["anyway"] = true;
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
    return usage_error(fmt::format("This is no request for a benchmark: {}.", error.what()));
  }
}

Json device_json(const Device& device) {
  Json json = Json::object();
  Device copy = device;
  for_fields(copy, [&](const char* field, const auto& value) {
    json[field] = value;
    if (json.size() == 2) json["kind"] = name(device.kind);  // it stands after the name
  });
  return json;
}

Result<Device> read_device(const Json& json) {
  try {
    Device device;
    for_fields(device, [&](const char* field, auto& value) { json.at(field).get_to(value); });
    device.kind = parse_kind(json.at("kind"));
    return device;
  } catch (const nlohmann::json::exception& error) {
    return usage_error(fmt::format("This is no device: {}.", error.what()));
  }
}

}  // namespace lockstep::opencl
