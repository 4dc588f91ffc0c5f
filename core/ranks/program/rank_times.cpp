#include "core/ranks/program/rank_times.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/bench/multi_device/several_timing.hpp"

namespace lockstep::ranks {
namespace {

using Json = nlohmann::ordered_json;
using bench::HostTime;
using bench::PartTime;
using measure::Stretch;

HostTime after(std::uint64_t ns) {
  return HostTime{} + std::chrono::duration_cast<HostTime::duration>(
                          std::chrono::nanoseconds(static_cast<std::int64_t>(ns)));
}

Json time_json(const PartTime& time, HostTime start) {
  Json json{{"start", bench::nanoseconds(start, time.start)},
            {"end", bench::nanoseconds(start, time.end)},
            {"ends", Json::array()},
            {"launches", Json::array()}};
  for (const auto& [what, end] : time.ends)
    json["ends"].push_back({static_cast<unsigned>(what), bench::nanoseconds(start, end)});
  for (const opencl::KernelTime& launch : time.launches)
    json["launches"].push_back({launch.start_ns, launch.end_ns});
  return json;
}

PartTime read_time(const Json& json) {
  PartTime time;
  time.start = after(json.at("start").get<std::uint64_t>());
  time.end = after(json.at("end").get<std::uint64_t>());
  for (const Json& end : json.at("ends"))
    time.ends.emplace_back(static_cast<Stretch::What>(end.at(0).get<unsigned>()),
                           after(end.at(1).get<std::uint64_t>()));
  for (const Json& launch : json.at("launches"))
    time.launches.push_back({launch.at(0).get<std::uint64_t>(), launch.at(1).get<std::uint64_t>()});
  return time;
}

}  // namespace

std::vector<std::uint64_t> RankTimes::whole_ns() const {
  std::vector<std::uint64_t> all;
  for (const TimedRun& run : runs_) all.push_back(run.whole_ns);
  return all;
}

Json RankTimes::json() const {
  Json runs = Json::array();
  for (const TimedRun& run : runs_) {
    Json parts = Json::array();
    for (const PartTime& part : run.parts) parts.push_back(time_json(part, run.start));
    runs.push_back(std::move(parts));
  }
  return runs;
}

void CollectedTimes::add(const std::vector<measure::BenchPart>& parts, const Json& times) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    TimedPart part{parts[i], {}};
    for (std::size_t run = 0; run < runs_; ++run) part.runs.push_back(read_time(times.at(run).at(i)));
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
