// The times of a row's runs. Each rank stores the times of its own parts, and rank 0 combines them.
#pragma once

#include <string>
#include <vector>

#include "core/bench/multi_device/several_timing.hpp"
#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::ranks {

// Indexed by [run][part].
using RunsOfParts = std::vector<std::vector<bench::PartTime>>;

// The times of one rank. Clocks of different machines cannot be compared, so times are relative to the
// barrier at the start of the run.
class RankTimes {
 public:
  struct TimedRun {
    bench::HostTime start;
    std::uint64_t whole_ns = 0;  // of the slowest rank
    std::vector<bench::PartTime> parts;
  };
  void add(TimedRun run) { runs_.push_back(std::move(run)); }
  std::size_t count() const { return runs_.size(); }
  std::vector<std::uint64_t> whole_ns() const;
  const std::vector<TimedRun>& runs() const { return runs_; }

 private:
  std::vector<TimedRun> runs_;
};

// The measurement of a rank for rank 0: a row with its parts, and the times of their runs.
struct RankMeasurement {
  measure::BenchRow row;
  RunsOfParts runs;
};
std::string measurement_line(const measure::BenchRow& row, const RankTimes& times);
Result<RankMeasurement> read_measurement(const std::string& line);

// The times of all ranks, in the order of the parts.
class CollectedTimes {
 public:
  explicit CollectedTimes(std::size_t runs) : runs_(runs) {}
  // Adds the parts of one rank, with their times in every run.
  void add(const std::vector<measure::BenchPart>& parts, const RunsOfParts& runs);
  std::vector<measure::BenchPart> parts() const;
  // Summarises the times. `whole_ns` are the times of the runs until the slowest rank is done.
  bench::SeveralTiming summarise(const std::vector<std::uint64_t>& whole_ns) const;

 private:
  struct TimedPart {
    measure::BenchPart part;
    std::vector<bench::PartTime> runs;
  };
  std::size_t runs_;
  std::vector<TimedPart> parts_;
};

}  // namespace lockstep::ranks
