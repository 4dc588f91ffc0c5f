#include "core/measure/parts_json.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "core/base/json.hpp"
#include "core/measure/row_json.hpp"

namespace lockstep::opencl {
namespace {

using Json = nlohmann::ordered_json;

Stretch::What read_what(const std::string& text) {
  using enum Stretch::What;
  for (const Stretch::What what : {total, waiting, result})
    if (name(what) == text) return what;
  throw std::invalid_argument("'" + text + "' is not a stretch of a part's time");
}

Json part_json(const BenchPart& part, bool passed) {
  Json json{{"device", part.device},
            {"device_index", part.device_index},
            {"first", part.slice.first},
            {"n", part.slice.n},
            {"group_size", part.group_size}};
  if (part.rank) json["rank"] = *part.rank;
  if (!part.host.empty()) json["host"] = part.host;
  if (part.tuning) json["tuning"] = tuning_json(*part.tuning);
  if (!passed) return json;
  json["device_ns"] = spread_json(part.timing.device_ns);
  json["span_ns"] = spread_json(part.timing.span_ns);
  json["host_ns"] = spread_json(part.timing.host_ns);
  json["stretches"] = Json::array();
  for (const Stretch& stretch : part.timing.stretches)
    json["stretches"].push_back(
        {{"what", name(stretch.what)}, {"begin_ns", stretch.begin_ns}, {"end_ns", stretch.end_ns}});
  return json;
}

BenchPart read_part(const Json& json) {
  BenchPart part;
  json.at("device").get_to(part.device);
  json.at("device_index").get_to(part.device_index);
  part.slice = {json.at("first").get<std::uint64_t>(), json.at("n").get<std::uint64_t>()};
  part.group_size = json.value("group_size", std::uint64_t{0});
  if (json.contains("rank")) part.rank = json["rank"].get<unsigned>();
  part.host = json.value("host", "");
  if (json.contains("tuning")) part.tuning = read_tuning(json["tuning"]);
  part.timing.device_ns = read_spread(json, "device_ns");
  part.timing.span_ns = read_spread(json, "span_ns");
  part.timing.host_ns = read_spread(json, "host_ns");
  for (const Json& stretch : json.value("stretches", Json::array()))
    part.timing.stretches.push_back({read_what(stretch.at("what").get<std::string>()),
                                     stretch.at("begin_ns").get<std::uint64_t>(),
                                     stretch.at("end_ns").get<std::uint64_t>()});
  return part;
}

}  // namespace

Json parts_json(const BenchRow& row) {
  Json json = Json::array();
  for (const BenchPart& part : row.parts)
    json.push_back(part_json(part, row.status == BenchRow::Status::passed));
  return json;
}

std::vector<BenchPart> read_parts(const Json& json) {
  std::vector<BenchPart> parts;
  for (const Json& part : json) parts.push_back(read_part(part));
  return parts;
}

}  // namespace lockstep::opencl
