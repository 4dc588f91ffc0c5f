#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/check/error_text.hpp"
#include "sim/cost/ladder.hpp"

namespace lockstep::ladder {
namespace {

using Json = nlohmann::ordered_json;

Json parts_json(const sim::PredictedTime& time) {
  Json parts;
  for (std::size_t part = 0; part < sim::kTimeParts; ++part)
    parts[std::string(name(static_cast<sim::TimePart>(part)))] = time.parts[part];
  return parts;
}

Json causes_json(const sim::RungExplanation& step) {
  Json causes = Json::array();
  for (const sim::CountedCause& cause : step.causes)
    causes.push_back({{"part", name(cause.part)},
                      {"count", cause.count},
                      {"before", cause.before},
                      {"after", cause.after},
                      {"saved_ns", cause.saved_ns}});
  return causes;
}

Json rung_json(const Rung& rung) {
  Json json{{"id", rung.algorithm->id}};
  if (rung.row) {
    json["status"] = opencl::name(rung.row->status);
    json["reason"] = rung.row->reason;
    json["measured_ns"] = rung.row->device_ns.median;
  }
  if (rung.counted.work.empty()) {
    json["not_counted"] = rung.no_count;
    return json;
  }
  json["launches"] = rung.counted.work.size();
  json["predicted_ns"] = rung.counted.time.total();
  json["parts_ns"] = parts_json(rung.counted.time);
  if (rung.measured_gain) json["measured_gain"] = *rung.measured_gain;
  if (!rung.step) return json;
  json["predicted_gain"] = rung.step->predicted_gain;
  json["causes"] = causes_json(*rung.step);
  json["why"] = rung.step->sentence;
  return json;
}

}  // namespace

std::string ladder_json(const LadderReport& report) {
  const LadderRequest& request = report.request;
  Json ladders = Json::array();
  for (const auto& rungs : report.ladders) {
    Json list = Json::array();
    for (const Rung& rung : rungs) list.push_back(rung_json(rung));
    ladders.push_back({{"rungs", std::move(list)}});
  }
  Json json;
  if (request.device)
    json["device"] = {{"name", request.device->name},
                      {"platform", request.device->platform},
                      {"driver", request.device->driver}};
  json["model"] = request.model->name;
  json["n"] = request.request.n;
  json["counted_n"] = std::min(request.counted_n, request.request.n);
  json["group_size"] = request.request.group_size;
  json["type"] = opencl_name(request.request.type);
  json["op"] = name(request.request.op);
  json["rates"] = {{"of", report.rates_of},
                   {"compute_units", report.rates.compute_units},
                   {"clock_ghz", report.rates.clock_ghz},
                   {"copy_gbps", report.rates.copy_gbps},
                   {"launch_ns", report.rates.launch_ns}};
  json["note"] = report.note;
  json["ladders"] = std::move(ladders);
  return json.dump(2, ' ', false, nlohmann::detail::error_handler_t::replace);
}

}  // namespace lockstep::ladder
