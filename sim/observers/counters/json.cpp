#include "sim/observers/counters/json.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

namespace lockstep::sim {
namespace {

using Json = nlohmann::ordered_json;

Json party_json(const Finding::Party& party) {
  return {{"work_item", party.work_item}, {"line", party.range.line}, {"column", party.range.column}};
}

std::string_view space_name(Space space) {
  switch (space) {
    case Space::private_:
      return "private";
    case Space::local:
      return "local";
    case Space::global:
      return "global";
    case Space::constant:
      return "constant";
    case Space::null:
      break;
  }
  return "none";
}

}  // namespace

Json counters_json(const Counters& counters, LaneSchedule lanes) {
  Json json = Json::object();
  const bool lockstep = lanes == LaneSchedule::lockstep;
  const auto value = [&](std::string_view name, std::uint64_t count) {
    return lockstep || holds_for_independent_lanes(name) ? Json(count) : Json(nullptr);
  };
#define M(name, title, unit, explanation) json[#name] = value(#name, counters.name);
#include "sim/observers/counters/metrics.def"
#undef M
  json["lane_utilisation"] = lockstep ? Json(counters.lane_utilisation()) : Json(nullptr);
  return json;
}

Json finding_json(const Finding& finding) {
  Json json{{"kind", kind_name(finding.kind)},
            {"severity", severity_name(finding.severity)},
            {"space", space_name(finding.space)},
            {"message", finding.message},
            {"occurrences", finding.occurrences}};
  if (finding.first.present) json["first"] = party_json(finding.first);
  if (finding.second.present) json["second"] = party_json(finding.second);
  return json;
}

}  // namespace lockstep::sim
