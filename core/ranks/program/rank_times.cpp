#include "core/ranks/program/rank_times.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"
#include "core/bench/multi_device/several_timing.hpp"
#include "core/benchmark_data/row_json.hpp"

namespace lockstep::ranks {
namespace {

using bench::HostTime;
using bench::PartTime;
using measure::Stretch;

// The times of a part, relative to the start of its run.
struct SentTime {
  struct End {
    unsigned what = 0;
    std::uint64_t at_ns = 0;
  };
  std::uint64_t start_ns = 0, end_ns = 0;
  std::vector<End> ends{};
  std::vector<opencl::KernelTime> launches{};
};
struct SentRun {
  std::vector<SentTime> parts;
};
struct SentMeasurement {
  FieldsJson row;
  std::vector<SentRun> runs;
};

constexpr auto kTimeFields = [](auto& fields, auto& time) {
  fields.number("start", time.start_ns);
  fields.number("end", time.end_ns);
  fields.list("ends", time.ends, [](auto& one, auto& end) {
    one.number("what", end.what);
    one.number("at", end.at_ns);
  });
  fields.list("launches", time.launches, [](auto& one, auto& launch) {
    one.number("start", launch.start_ns);
    one.number("end", launch.end_ns);
  });
};

struct JsonForm {
  static FieldsJson json(const FieldsJson& value) { return value; }
  static std::optional<FieldsJson> value(const FieldsJson& json) { return json; }
  static std::string mistake(const FieldsJson&) { return "cannot be read"; }
};

constexpr auto kMeasurementFields = [](auto&& fields, auto& sent) {
  fields.form("row", sent.row, JsonForm{});
  fields.list("runs", sent.runs, [](auto& one, auto& run) { one.list("parts", run.parts, kTimeFields); });
};

SentTime sent_time(const PartTime& time, HostTime start) {
  SentTime sent{bench::nanoseconds(start, time.start), bench::nanoseconds(start, time.end)};
  for (const auto& [what, end] : time.ends)
    sent.ends.push_back({static_cast<unsigned>(what), bench::nanoseconds(start, end)});
  sent.launches = time.launches;
  return sent;
}

HostTime after(std::uint64_t ns) {
  return HostTime{} + std::chrono::duration_cast<HostTime::duration>(
                          std::chrono::nanoseconds(static_cast<std::int64_t>(ns)));
}

PartTime received_time(SentTime sent) {
  PartTime time;
  time.start = after(sent.start_ns);
  time.end = after(sent.end_ns);
  for (const SentTime::End& end : sent.ends)
    time.ends.emplace_back(static_cast<Stretch::What>(end.what), after(end.at_ns));
  time.launches = std::move(sent.launches);
  return time;
}

}  // namespace

std::vector<std::uint64_t> RankTimes::whole_ns() const {
  std::vector<std::uint64_t> all;
  for (const TimedRun& run : runs_) all.push_back(run.whole_ns);
  return all;
}

std::string measurement_line(const measure::BenchRow& row, const RankTimes& times) {
  SentMeasurement sent{measure::row_json(row), {}};
  for (const RankTimes::TimedRun& run : times.runs()) {
    SentRun& parts = sent.runs.emplace_back();
    for (const PartTime& part : run.parts) parts.parts.push_back(sent_time(part, run.start));
  }
  return json_line(written_fields([&](FieldWriter& fields) { kMeasurementFields(fields, sent); }));
}

Result<RankMeasurement> read_measurement(const std::string& line) {
  auto sent =
      read_fields<SentMeasurement>(parse_json_line(line), "the measurement of a rank", kMeasurementFields);
  if (!sent) return tl::unexpected(sent.error());
  auto row = measure::read_row(sent->row);
  if (!row) return tl::unexpected(row.error());
  RankMeasurement measurement{*std::move(row), {}};
  for (SentRun& run : sent->runs) {
    auto& parts = measurement.runs.emplace_back();
    for (SentTime& part : run.parts) parts.push_back(received_time(std::move(part)));
    if (parts.size() != measurement.row.parts.size())
      return failure("A rank measured parts that are not its own.");
  }
  return measurement;
}

void CollectedTimes::add(const std::vector<measure::BenchPart>& parts, const RunsOfParts& runs) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    TimedPart part{parts[i], {}};
    for (std::size_t run = 0; run < runs_; ++run) part.runs.push_back(runs.at(run).at(i));
    parts_.push_back(std::move(part));
  }
  std::ranges::sort(parts_, {}, [](const TimedPart& part) { return part.part.slice.first; });
}

std::vector<measure::BenchPart> CollectedTimes::parts() const {
  std::vector<measure::BenchPart> all;
  for (const TimedPart& part : parts_) all.push_back(part.part);
  return all;
}

bench::SeveralTiming CollectedTimes::summarise(const std::vector<std::uint64_t>& whole_ns) const {
  std::vector<std::vector<PartTime>> runs(runs_);
  std::vector<std::uint64_t> joining;
  for (std::size_t run = 0; run < runs_; ++run) {
    HostTime first = HostTime::max(), last{};
    for (const TimedPart& part : parts_) {
      runs[run].push_back(part.runs[run]);
      first = std::min(first, part.runs[run].start);
      last = std::max(last, part.runs[run].end);
    }
    const std::uint64_t parts_ns = bench::nanoseconds(first, last);
    joining.push_back(whole_ns[run] - std::min(whole_ns[run], parts_ns));
  }
  return bench::summarise(runs, joining);
}

}  // namespace lockstep::ranks
