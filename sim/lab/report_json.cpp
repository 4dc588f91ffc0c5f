#include "sim/lab/report_json.hpp"

#include <nlohmann/json.hpp>

#include "sim/bytecode/address.hpp"
#include "sim/lab/settings.hpp"

namespace lockstep::lab {
namespace {

using Json = nlohmann::ordered_json;

Json lanes_json(std::uint64_t lanes) {
  Json list = Json::array();
  sim::for_each_lane(lanes, [&](unsigned lane) { list.push_back(lane); });
  return list;
}

Json transaction_json(const sim::Transaction& transaction) {
  return {{"address", sim::offset_of(transaction.address)},
          {"bytes", transaction.bytes},
          {"lanes", lanes_json(transaction.lanes)}};
}

bool is_approximate(const sim::DeviceModel& model, sim::Space space) {
  if (space == sim::Space::local) return model.local.approximate;
  if (space == sim::Space::constant) return !model.constant || model.constant->approximate;
  return model.global.approximate;
}

Json access_json(const Access& access, const sim::DeviceModel& model) {
  const sim::AccessDetail& detail = access.detail;
  Json json;
  if (!access.title.empty()) json["title"] = access.title;
  json["accesses"] = Json::array();
  sim::for_each_lane(detail.lanes, [&](unsigned lane) {
    json["accesses"].push_back({{"lane", lane}, {"address", sim::offset_of(detail.addresses[lane])}});
  });
  json["transactions"] = access.steps();
  json["bytes_moved"] = access.bytes_moved;
  json["bytes_asked"] = access.bytes_asked;
  json["bytes_used"] = access.bytes_used;
  json["passes"] = Json::array();
  for (const sim::LocalPass& pass : detail.passes) json["passes"].push_back(lanes_json(pass.lanes));
  for (const sim::Transaction& transaction : detail.transactions)
    json["passes"].push_back(lanes_json(transaction.lanes));
  if (detail.space == sim::Space::local) {
    json["banks"] = model.local.banks;
    json["fewest_passes"] = detail.local.minimum;
    json["degree"] = detail.local.degree;
    json["conflicts"] = detail.local.conflicts();
  } else if (detail.space == sim::Space::global) {
    json["unit"] = model.global.unit;
    json["segments"] = Json::array();
    for (const sim::Transaction& transaction : detail.transactions)
      json["segments"].push_back(transaction_json(transaction));
  }
  json["approximate"] = is_approximate(model, detail.space);
  return json;
}

Json accesses_json(const std::vector<Access>& accesses, const sim::DeviceModel& model) {
  if (accesses.size() == 1) return access_json(accesses.front(), model);
  Json list = Json::array();
  for (const Access& access : accesses) list.push_back(access_json(access, model));
  return {{"pictures", std::move(list)}};
}

Json table_json(const ReportTable& table) {
  Json rows = Json::array();
  for (const ReportTable::Row& row : table.rows) rows.push_back(row.cells);
  return {
      {"title", table.title}, {"columns", table.columns}, {"rows", std::move(rows)}, {"note", table.note}};
}

Json values_json(const ModelValues& entry) {
  Json json{{"model", entry.model->name}};
  for (const auto& [name, value] : entry.values) json[name] = value;
  if (!entry.problem.empty()) json["problem"] = entry.problem;
  return json;
}

Json timeline_json(const WarpTimeline& shown) {
  Json segments = Json::array();
  for (const sim::TimelineSegment& segment : shown.timeline.segments)
    segments.push_back({{"warp", segment.warp},
                        {"state", sim::name(segment.state)},
                        {"begin", segment.begin},
                        {"end", segment.end}});
  return {{"warps", shown.warps}, {"cycles", shown.timeline.cycles}, {"segments", std::move(segments)}};
}

Json settings_json(const Scene& scene, const Values& values) {
  const SettingReader reader(scene.settings, values);
  Json json = Json::object();
  for (const Setting& setting : scene.settings) json[setting.name] = reader.text(setting.name);
  return json;
}

}  // namespace

Json report_json(const Scene& scene, const Request& request, const Report& report) {
  Json json{{"scene", scene.name},
            {"model", request.model->name},
            {"settings", settings_json(scene, request.values)}};
  if (!report.accesses.empty()) json.update(accesses_json(report.accesses, *request.model));
  for (const auto& [name, value] : report.values) json[name] = value;
  if (report.uses) {
    const ElementUses& uses = *report.uses;
    json["uses"] = {
        {"first", uses.first}, {"columns", uses.columns}, {"halo", uses.halo}, {"uses", uses.uses}};
  }
  json["sentence"] = report.sentence;
  json["models"] = Json::array();
  for (const ModelAccesses& entry : report.side_by_side) {
    Json model{{"model", entry.model->name}};
    model.update(accesses_json(entry.accesses, *entry.model));
    json["models"].push_back(std::move(model));
  }
  for (const ModelValues& entry : report.values_by_model) json["models"].push_back(values_json(entry));
  if (json["models"].empty()) json.erase("models");
  if (report.timeline) json["timeline"] = timeline_json(*report.timeline);
  json["tables"] = Json::array();
  for (const ReportTable& table : report.tables) json["tables"].push_back(table_json(table));
  return json;
}

}  // namespace lockstep::lab
