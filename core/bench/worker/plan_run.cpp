#include "core/bench/worker/plan_run.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/measure/row_json.hpp"
#include "core/recording/recording.hpp"

namespace lockstep::bench {
namespace {

using PlanJson = nlohmann::ordered_json;

constexpr auto kTimingFields = [](auto& fields, auto& timing) {
  fields.number("runs", timing.runs);
  spread_field(fields, "device_ns", timing.device_ns);
  spread_field(fields, "span_ns", timing.span_ns);
  spread_field(fields, "gap_ns", timing.gap_ns);
  spread_field(fields, "host_ns", timing.host_ns);
  fields.list("launches", timing.launches, [](auto& one, auto& launch) {
    one.text("label", launch.label);
    spread_field(one, "device_ns", launch.device_ns);
  });
};

template <class Fields, class Report>
void report_fields(Fields& fields, Report& report) {
  fields.text("reason", report.reason);
  fields.text("build_log", report.build_log);
  fields.text("note", report.note);
  fields.object_or_none("timing", report.timing, kTimingFields);
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

Result<PlanJson> write_report(const opencl::RunReport& report, const std::string& buffers) {
  std::ofstream file(system_path(buffers), std::ios::binary);
  for (const std::vector<std::byte>& buffer : report.buffers)
    file.write(reinterpret_cast<const char*>(buffer.data()), static_cast<std::streamsize>(buffer.size()));
  if (!file.flush()) return failure("The buffers of the device cannot be written to " + buffers + ".");
  return written_fields([&](FieldWriter& fields) {
    fields.number("status", static_cast<unsigned>(report.status));
    report_fields(fields, report);
  });
}

Result<opencl::RunReport> read_report(const PlanJson& json, const Plan& plan, const PlanFiles& files) {
  auto read = read_fields<opencl::RunReport>(
      json, "the report of a run", [](const FieldReader& fields, opencl::RunReport& report) {
        unsigned status = 2;
        fields.number("status", status);
        report.status = static_cast<opencl::RunReport::Status>(std::min(status, 3u));
        report_fields(fields, report);
      });
  if (!read) return read;
  opencl::RunReport& report = *read;
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
  return read;
}

}  // namespace lockstep::bench
