#include "cli/json.hpp"

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/plan/element.hpp"

namespace lockstep::cli {

namespace {

template <class T>
Json value_to_json(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  }
  return value;
}

Json to_json(const sim::Finding::Party& party) {
  return {{"work_item", party.work_item}, {"line", party.range.line}, {"column", party.range.column}};
}

std::string_view space_name(sim::Space space) {
  switch (space) {
    case sim::Space::private_:
      return "private";
    case sim::Space::local:
      return "local";
    case sim::Space::global:
      return "global";
    case sim::Space::constant:
      return "constant";
    case sim::Space::null:
      break;
  }
  return "none";
}

}  // namespace

Json to_json(const sim::Counters& counters, sim::LaneSchedule lanes) {
  Json json = Json::object();
  const bool lockstep = lanes == sim::LaneSchedule::lockstep;
  const auto value = [&](std::string_view name, std::uint64_t count) {
    return lockstep || sim::holds_for_independent_lanes(name) ? Json(count) : Json(nullptr);
  };
#define M(name, title, unit, explanation) json[#name] = value(#name, counters.name);
#include "sim/observers/metrics.def"
#undef M
  json["lane_utilisation"] = lockstep ? Json(counters.lane_utilisation()) : Json(nullptr);
  return json;
}

Json to_json(const sim::Finding& finding) {
  Json json{{"kind", sim::kind_name(finding.kind)},
            {"space", space_name(finding.space)},
            {"message", finding.message},
            {"occurrences", finding.occurrences}};
  if (finding.first.present) json["first"] = to_json(finding.first);
  if (finding.second.present) json["second"] = to_json(finding.second);
  if (finding.ends_with_independent_lanes) json["advice"] = "--schedule independent";
  return json;
}

void add_verdict(Json& json, const sim::Verdict& verdict) {
  json["result"] = sim::name(verdict.kind);
  if (!verdict.is_wrong()) return;
  json["wrong_result"] = verdict.message;
  if (!verdict.because.empty()) json["wrong_because"] = verdict.because;
  json["wrong_elements"] = verdict.differences;
  if (verdict.first)
    json["first_wrong"] = {
        {"index", verdict.first->index}, {"expected", verdict.first->expected}, {"got", verdict.first->got}};
  if (verdict.from)
    json["wrong_from"] = {{"moment", verdict.from->position},
                          {"line", verdict.from->line},
                          {"message", verdict.from->sentence}};
}

Json elements_to_json(std::span<const std::byte> bytes, ElementType type) {
  return with_type(type, [&]<class T>() {
    Json list = Json::array();
    for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
      T value;
      std::memcpy(&value, bytes.data() + at, sizeof(T));
      list.push_back(value_to_json(value));
    }
    return list;
  });
}

}  // namespace lockstep::cli
