#include "core/bench/worker/plan_run.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/text/object_fields.hpp"
#include "core/benchmark_data/row_json.hpp"
#include "core/recording/recording.hpp"

namespace lockstep::bench {
namespace {

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
  auto status = static_cast<unsigned>(report.status);
  fields.number("status", status);
  if constexpr (Fields::kReads) report.status = static_cast<opencl::RunReport::Status>(std::min(status, 3u));
  fields.text("reason", report.reason);
  fields.text("build_log", report.build_log);
  fields.text("note", report.note);
  fields.object_or_none("timing", report.timing, kTimingFields);
}

}  // namespace

Result<PlanOnDisk> write_plan(const Plan& plan, const std::string& folder) {
  PlanOnDisk files{folder + "/plan.lockstep", folder + "/buffers"};
  Recording recording;
  recording.plan = plan;
  if (auto written = write_recording(recording, files.plan); !written) return tl::unexpected(written.error());
  for (const PlanProgram& program : plan.programs)
    files.included.push_back({program.source.is_closed, program.source.include_dir});
  return files;
}

Result<Plan> read_plan(const PlanOnDisk& files) {
  auto recording = read_recording(files.plan);
  if (!recording) return tl::unexpected(recording.error());
  std::vector<PlanProgram>& programs = recording->plan.programs;
  for (std::size_t i = 0; i < std::min(files.included.size(), programs.size()); ++i) {
    programs[i].source.is_closed = files.included[i].is_closed;
    programs[i].source.include_dir = files.included[i].folder;
  }
  return std::move(recording->plan);
}

FieldsJson report_json(const opencl::RunReport& report) {
  return written_fields([&](FieldWriter& fields) { report_fields(fields, report); });
}

Result<opencl::RunReport> read_report(const FieldsJson& json) {
  return read_fields<opencl::RunReport>(
      json, "the report of a run",
      [](const FieldReader& fields, opencl::RunReport& report) { report_fields(fields, report); });
}

Result<void> write_buffers(const opencl::RunReport& report, const PlanOnDisk& files) {
  std::ofstream file(system_path(files.buffers), std::ios::binary);
  for (const std::vector<std::byte>& buffer : report.buffers)
    file.write(reinterpret_cast<const char*>(buffer.data()), static_cast<std::streamsize>(buffer.size()));
  if (!file.flush()) return failure("The buffers of the device cannot be written to " + files.buffers + ".");
  return {};
}

Result<void> read_buffers(opencl::RunReport& report, const Plan& plan, const PlanOnDisk& files) {
  const Result<std::string> bytes = read_file(files.buffers, kAnySize);
  if (!bytes) return tl::unexpected(bytes.error());
  std::size_t at = 0;
  for (const PlanBuffer& buffer : plan.buffers) {
    const std::size_t size = buffer.elements * size_bytes(buffer.type);
    if (size > bytes->size() - at) break;  // a cancelled run has no buffers
    const auto* begin = reinterpret_cast<const std::byte*>(bytes->data()) + at;
    report.buffers.emplace_back(begin, begin + size);
    at += size;
  }
  return {};
}

}  // namespace lockstep::bench
