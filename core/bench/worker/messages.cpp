#include "core/bench/worker/messages.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>

#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"
#include "core/benchmark_data/request_json.hpp"
#include "core/benchmark_data/row_json.hpp"

namespace lockstep::bench {
namespace {

std::string_view name(WorkerJob::Kind kind) {
  switch (kind) {
    case WorkerJob::Kind::devices:
      return "devices";
    case WorkerJob::Kind::copy:
      return "copy";
    case WorkerJob::Kind::row:
      return "row";
    case WorkerJob::Kind::plan:
      return "plan";
    case WorkerJob::Kind::stop:
      break;
  }
  return "stop";
}

std::optional<WorkerJob::Kind> parse_kind(std::string_view word) {
  using enum WorkerJob::Kind;
  for (const WorkerJob::Kind kind : {devices, copy, row, plan, stop})
    if (name(kind) == word) return kind;
  return std::nullopt;
}

nlohmann::ordered_json devices_json(const std::vector<measure::Device>& devices) {
  auto list = FieldsJson::array();
  for (const measure::Device& device : devices) list.push_back(measure::device_json(device));
  return list;
}

Result<std::vector<measure::Device>> read_devices(const FieldsJson& json) {
  std::vector<measure::Device> devices;
  for (const FieldsJson& one : json) {
    auto device = measure::read_device(one);
    if (!device) return tl::unexpected(device.error());
    devices.push_back(*std::move(device));
  }
  return devices;
}

// A part of the message that has its own functions for writing and reading.
template <class T, auto Write, auto Read>
struct PartForm {
  static FieldsJson json(const std::optional<T>& value) { return Write(*value); }
  static std::optional<std::optional<T>> value(const FieldsJson& json) {
    auto read = Read(json);
    if (!read) throw std::invalid_argument(read.error().message);
    return std::optional<T>(*std::move(read));
  }
  static std::string mistake(const FieldsJson&) { return "cannot be read"; }
};

template <auto Write, auto Read, class Fields, class T>
void part(Fields& fields, const char* key, T& value) {
  if (Fields::kReads ? fields.has(key) : value.has_value())
    fields.form(key, value, PartForm<typename T::value_type, Write, Read>{});
}

template <class Fields, class Job>
void job_fields(Fields& fields, Job& job) {
  fields.number("job", job.number);
  fields.word("do", job.kind, name, parse_kind);
  part<measure::device_json, measure::read_device>(fields, "device", job.device);
  part<measure::request_json, measure::read_request>(fields, "request", job.request);
  fields.object_or_none("plan", job.plan, kPlanOnDiskFields);
  fields.number("repetitions", job.repetitions);
  fields.number("warm_ups", job.warm_ups);
  fields.number_or("threads", job.threads, 0);
  fields.number_or("ranks", job.ranks, 0);
  fields.flag_or("force", job.force, false);
}

template <class Fields, class Answer>
void answer_fields(Fields& fields, Answer& answer) {
  fields.number_or("job", answer.job, 0);
  part<measure::progress_json, measure::read_progress>(fields, "progress", answer.progress);
  error_fields(fields, answer.error);
  fields.flag_or("lost", answer.has_lost_device, false);
  part<devices_json, read_devices>(fields, "devices", answer.devices);
  if (Fields::kReads ? fields.has("copy_gbps") : answer.copy_gbps != 0)
    fields.real("copy_gbps", answer.copy_gbps);
  part<measure::row_json, measure::read_row>(fields, "row", answer.row);
  fields.text_or_none("danger", answer.danger);
  part<report_json, read_report>(fields, "ran", answer.ran);
}

}  // namespace

std::string job_line(const WorkerJob& job) {
  return json_line(written_fields([&](FieldWriter& fields) { job_fields(fields, job); }));
}

WorkerJob read_job(const std::string& line) {
  const FieldsJson json = parse_json_line(line);
  WorkerJob job;
  const Result<void> read = reading("a request to a driver's process", [&] {
    const FieldReader fields(json);
    job_fields(fields, job);
  });
  if (!read) job.unreadable = read.error();
  return job;
}

std::string answer_line(const WorkerAnswer& answer) {
  return json_line(written_fields([&](FieldWriter& fields) { answer_fields(fields, answer); }));
}

std::optional<WorkerAnswer> read_answer(const std::string& line) {
  const FieldsJson json = parse_json_line(line);
  if (!json.is_object()) return std::nullopt;
  WorkerAnswer answer;
  const Result<void> read = reading("an answer of a driver's process", [&] {
    const FieldReader fields(json);
    answer_fields(fields, answer);
  });
  if (!read) answer.error = read.error();
  return answer;
}

}  // namespace lockstep::bench
