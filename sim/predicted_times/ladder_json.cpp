#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "sim/predicted_times/ladder.hpp"

namespace lockstep::sim {
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

// Sums over all launches.
Json counts_json(const Rung& rung, std::uint64_t n) {
  const sim::LaunchWork work = sim::sum_of(rung.counted.work);
  return {{"global_requests", work.requests},
          {"global_transactions", work.transactions},
          {"global_bytes", work.bytes},
          {"transactions_per_element", work.transactions / static_cast<double>(n)},
          {"memory_waits", work.memory_waits},
          {"warps", work.warps},
          {"instructions", work.instructions},
          {"divergent_branches", work.divergent_branches},
          {"barriers", work.barriers},
          {"local_wavefronts", work.local_passes},
          {"local_conflicts", work.local_conflicts}};
}

Json rung_json(const Rung& rung, std::uint64_t n) {
  Json json{{"id", rung.algorithm->id}, {"summary", rung.algorithm->summary}};
  if (rung.algorithm->technique) json["technique_of"] = rung.algorithm->technique->of;
  if (rung.row) {
    json["status"] = measure::name(rung.row->status);
    json["reason"] = rung.row->reason;
    json["measured_ns"] = rung.row->device_ns.median;
  }
  if (rung.counted.work.empty()) {
    json["not_counted"] = rung.no_count;
    return json;
  }
  json["counted_n"] = rung.counted_n;
  json["launches"] = rung.counted.work.size();
  json["counts"] = counts_json(rung, n);
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
  for (std::size_t i = 0; i < report.ladders.size(); ++i) {
    Json list = Json::array();
    for (const Rung& rung : report.ladders[i]) list.push_back(rung_json(rung, request.request.n));
    Json ladder;
    if (const PublishedLadder* document = document_of(request, i)) {
      ladder["document"] = document->document;
      ladder["title"] = document->title;
    }
    ladder["rungs"] = std::move(list);
    ladders.push_back(std::move(ladder));
  }
  Json json;
  if (request.device)
    json["device"] = {{"name", request.device->name},
                      {"platform", request.device->platform},
                      {"driver", request.device->driver}};
  json["model"] = request.model->name;
  json["product"] = request.model->rates.product;
  json["n"] = request.request.n;
  json["counted_n"] = std::min(request.counted_n, request.request.n);
  json["group_size"] = request.request.group_size;
  json["type"] = opencl_name(request.request.type);
  json["op"] = name(request.request.op);
  json["rates"] = {{"of", report.rates_of},
                   {"compute_units", report.rates.compute_units},
                   {"clock_ghz", report.rates.clock_ghz},
                   {"copy_gbps", report.rates.copy_gbps},
                   {"launch_ns", report.rates.launch_ns ? Json(*report.rates.launch_ns) : Json()}};
  json["note"] = report.note;
  json["ladders"] = std::move(ladders);
  for (const PublishedReport& published : report.published)
    json["published"].push_back(published_report_json(published));
  return json_text(json);
}

}  // namespace lockstep::sim
