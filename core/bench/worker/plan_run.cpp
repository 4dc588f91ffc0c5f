#include "core/bench/worker/plan_run.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/whole_file.hpp"
#include "core/recording/recording.hpp"

namespace lockstep::opencl {
namespace {

using PlanJson = nlohmann::ordered_json;

PlanJson spread_json(const Spread& spread) { return {spread.median, spread.min, spread.max, spread.mean}; }

Spread read_spread(const PlanJson& json) {
  if (!json.is_array() || json.size() != 4) return {};
  return {json[0].get<std::uint64_t>(), json[1].get<std::uint64_t>(), json[2].get<std::uint64_t>(),
          json[3].get<std::uint64_t>()};
}

PlanJson timing_json(const Timing& timing) {
  PlanJson launches = PlanJson::array();
  for (const LaunchTiming& launch : timing.launches)
    launches.push_back({{"label", launch.label}, {"device_ns", spread_json(launch.device_ns)}});
  return {{"runs", timing.runs},
          {"device_ns", spread_json(timing.device_ns)},
          {"span_ns", spread_json(timing.span_ns)},
          {"gap_ns", spread_json(timing.gap_ns)},
          {"host_ns", spread_json(timing.host_ns)},
          {"launches", std::move(launches)}};
}

Timing read_timing(const PlanJson& json) {
  const PlanJson none;
  Timing timing;
  timing.runs = json.value("runs", 0u);
  timing.device_ns = read_spread(json.value("device_ns", none));
  timing.span_ns = read_spread(json.value("span_ns", none));
  timing.gap_ns = read_spread(json.value("gap_ns", none));
  timing.host_ns = read_spread(json.value("host_ns", none));
  for (const PlanJson& launch : json.value("launches", PlanJson::array()))
    timing.launches.push_back({launch.value("label", ""), read_spread(launch.value("device_ns", none))});
  return timing;
}

}  // namespace

Result<PlanJson> write_plan(const Plan& plan, const PlanFiles& files) {
  Recording recording;
  recording.plan = plan;
  if (auto written = write_recording(recording, files.plan); !written) return tl::unexpected(written.error());
  PlanJson folders = PlanJson::array();
  for (const PlanProgram& program : plan.programs)
    folders.push_back(program.source.is_closed ? PlanJson(nullptr) : PlanJson(program.source.include_dir));
  return PlanJson{{"plan", files.plan}, {"buffers", files.buffers}, {"include_dirs", std::move(folders)}};
}

Result<Plan> read_plan(const PlanJson& json) {
  auto recording = read_recording(json.value("plan", ""));
  if (!recording) return tl::unexpected(recording.error());
  const PlanJson folders = json.value("include_dirs", PlanJson::array());
  for (std::size_t i = 0; i < std::min(folders.size(), recording->plan.programs.size()); ++i) {
    if (!folders[i].is_string()) continue;
    recording->plan.programs[i].source.is_closed = false;
    recording->plan.programs[i].source.include_dir = folders[i].get<std::string>();
  }
  return std::move(recording->plan);
}

Result<PlanJson> write_report(const RunReport& report, const std::string& buffers) {
  std::ofstream file(buffers, std::ios::binary);
  for (const std::vector<std::byte>& buffer : report.buffers)
    file.write(reinterpret_cast<const char*>(buffer.data()), static_cast<std::streamsize>(buffer.size()));
  if (!file.flush()) return failure("The buffers of the device cannot be written to " + buffers + ".");
  PlanJson json{{"status", static_cast<unsigned>(report.status)},
                {"reason", report.reason},
                {"build_log", report.build_log},
                {"note", report.note}};
  if (report.timing) json["timing"] = timing_json(*report.timing);
  return json;
}

Result<RunReport> read_report(const PlanJson& json, const Plan& plan, const PlanFiles& files) {
  RunReport report;
  report.status = static_cast<RunReport::Status>(std::min(json.value("status", 2u), 3u));
  report.reason = json.value("reason", "");
  report.build_log = json.value("build_log", "");
  report.note = json.value("note", "");
  if (const auto timing = json.find("timing"); timing != json.end()) report.timing = read_timing(*timing);
  const Result<std::string> bytes = read_file(files.buffers, kAnySize);
  if (!bytes) return tl::unexpected(bytes.error());
  std::size_t at = 0;
  for (const PlanBuffer& buffer : plan.buffers) {
    const std::size_t size = buffer.elements * size_bytes(buffer.type);
    if (size > bytes->size() - at) break;  // a run that was cancelled has none
    const auto* begin = reinterpret_cast<const std::byte*>(bytes->data()) + at;
    report.buffers.emplace_back(begin, begin + size);
    at += size;
  }
  return report;
}

}  // namespace lockstep::opencl
