#include "core/benchmark_data/request_json.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/benchmark_data/row_json.hpp"
#include "core/plan/plan_fields.hpp"

namespace lockstep::measure {
namespace {

// JSON strings are UTF-8. A user's file with other bytes is written as a list of its bytes, like
// literal input.
class ListedBytes final : public ByteStore {
 public:
  FieldsJson text(const std::string& words) override {
    try {
      FieldsJson json = words;
      static_cast<void>(json.dump());
      return json;
    } catch (const FieldsJson::type_error&) {
      return data(words);
    }
  }
  FieldsJson data(std::string_view bytes) override {
    return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
  }
};

class ListedByteSource final : public ByteSource {
 public:
  std::string text(const FieldsJson& json, const char* key) const override {
    if (!json.is_array()) return ByteSource::text(json, key);
    const auto bytes = json.get<std::vector<std::uint8_t>>();
    return {bytes.begin(), bytes.end()};
  }
};

struct DevicesForm {
  static FieldsJson json(const std::vector<Device>& devices) {
    FieldsJson list = FieldsJson::array();
    for (const Device& device : devices) list.push_back(device_json(device));
    return list;
  }
  static std::optional<std::vector<Device>> value(const FieldsJson& json) {
    std::vector<Device> devices;
    for (const FieldsJson& one : json) {
      const auto device = read_device(one);
      if (!device) throw std::invalid_argument(device.error().message);
      devices.push_back(*device);
    }
    return devices;
  }
  static std::string mistake(const FieldsJson&) { return "is not a list of devices"; }
};

constexpr auto kPatternFields = [](auto& fields, auto& pattern) {
  fields.number("mask_width", pattern.mask_width);
  fields.number("columns", pattern.columns);
  fields.number("tile", pattern.tile);
  fields.number("bins", pattern.bins);
  fields.number("bit", pattern.bit);
  fields.number("keep_above", pattern.keep_above);
  if (fields.has("segment")) fields.number("segment", pattern.segment);
  if (fields.has("by_keys")) fields.number("by_keys", pattern.by_keys);
  if (fields.has("key_bits")) fields.number("key_bits", pattern.key_bits);
};

constexpr auto kPlanRequestFields = [](auto& fields, auto& request) {
  fields.number("n", request.n);
  fields.number("group_size", request.group_size);
  operator_field(fields, request.op);
  type_field(fields, request.type);
  fields.flag("exclusive", request.exclusive);
  fields.object("input", request.input, [](auto& one, auto& content) { content_fields(one, content); });
  fields.object("tuning", request.tuning, kTuningFields);
  if (fields.has("pattern")) fields.object("pattern", request.pattern, kPatternFields);
};

constexpr auto kSourceFields = [](auto& fields, auto& source) {
  fields.text("path", source.path);
  fields.text("text", source.text);
  fields.text("include_dir", source.include_dir);
};

void find_entry(const std::string& id, BenchRequest& request) {
  request.implementation = find_host_implementation(id);
  if (request.implementation) return;
  const auto algorithm = find_algorithm(id);
  if (!algorithm) throw std::invalid_argument(algorithm.error().message);
  request.algorithm = *algorithm;
}

template <class Fields, class Request>
void request_fields(Fields& fields, Request& request) {
  fields.object("request", request.request, kPlanRequestFields);
  fields.text("kernel_dir", request.kernel_dir);
  fields.flag("by_name", request.by_name);
  fields.flag("group_is_chosen", request.group_is_chosen);
  if (Fields::kReads ? fields.has("force") : request.force) fields.flag("force", request.force);
  fields.object_or_none("tuning", request.tuning, kTuningFields);
  fields.word_or(
      "split", request.split, Split::position, [](Split split) { return name(split); }, parse_split);
  if (Fields::kReads ? fields.has("devices") : !request.devices.empty())
    fields.form("devices", request.devices, DevicesForm{});
  fields.object_or_none("source", request.source, kSourceFields);
}

}  // namespace

FieldsJson request_json(const BenchRequest& request) {
  ListedBytes bytes;
  return written_fields(
      [&](FieldWriter& fields) {
        fields.text("id", request.id());
        request_fields(fields, request);
      },
      bytes);
}

Result<BenchRequest> read_request(const FieldsJson& json) {
  return read_fields<BenchRequest>(
      json, "a request for a benchmark",
      [](const FieldReader& fields, BenchRequest& request) {
        std::string id;
        fields.text("id", id);
        find_entry(id, request);
        request_fields(fields, request);
      },
      ListedByteSource{});
}

}  // namespace lockstep::measure
