#include "cli/json.hpp"

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/plan/element.hpp"
#include "sim/observers/counters/json.hpp"

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

}  // namespace

Json to_json(const sim::Counters& counters, sim::LaneSchedule lanes) {
  return sim::counters_json(counters, lanes);
}

Json to_json(const sim::Finding& finding) {
  Json json = sim::finding_json(finding);
  if (finding.first.present) json["first"]["launch"] = finding.first.launch + 1;
  if (finding.second.present) json["second"]["launch"] = finding.second.launch + 1;
  if (finding.ends_with_independent_lanes) json["advice"] = "--schedule independent";
  return json;
}

void add_verdict(Json& json, const sim::RunVerdict& verdict) {
  json["result"] = sim::name(verdict.kind);
  if (!verdict.right.sentence.empty()) {
    json["right_result"] = {{"message", verdict.right.sentence}, {"elements", verdict.right.elements}};
    if (verdict.right.elements == 1) {
      json["right_result"]["computed"] = verdict.right.computed;
      json["right_result"]["expected"] = verdict.right.expected;
    }
  }
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
      if (type == ElementType::uint16x4)
        list.push_back(entries_of(static_cast<std::uint64_t>(value)));
      else
        list.push_back(value_to_json(value));
    }
    return list;
  });
}

}  // namespace lockstep::cli
