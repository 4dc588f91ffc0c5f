// A small deterministic model of how the warps of one multiprocessor hide each other's waits for memory. It
// is used for the Lab's timeline and for predicted times at different occupancies.
//
// Each warp repeats a loop: it issues some instructions, the last of which is a load, and waits for the
// value. A warp belongs to one scheduler; a scheduler issues the instructions of one warp up to its load,
// then the instructions of the warp that has been ready the longest. A load's value arrives a fixed latency
// after memory has accepted the request, and memory accepts requests at the multiprocessor's share of the
// bandwidth of copies (DeviceRates::copy_gbps). With few warps, the latency therefore limits the throughput
// (Little's law: bytes in flight = bandwidth * latency); with many warps, the schedulers or the bandwidth do.
//
// Not modelled are latencies of arithmetic, several loads of one warp at a time, caches, barriers,
// stores, and the increase of the latency with the load on memory, since the model's latency is the
// latency of a busy device. On an H200, the predicted times of one kernel are 0.79 to 1.40 times
// the measured times, with 1 to 64 warps on each multiprocessor and 6 to 262 instructions for each
// load (assets/measured/h200_occupancy_times.csv).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::sim {

struct LoadLoop {
  double instructions = 8;                    // per load of a warp, including the load; at least 1
  double load_bytes = 128;                    // moved from memory per load of a warp
  std::uint64_t loads = 4;                    // per warp, one after the other
  std::optional<double> latency_cycles = {};  // absent: the model's latency, DeviceRates::memory_ns
};

enum class WarpState : std::uint8_t {
  issuing,
  ready,    // the scheduler issues a different warp
  waiting,  // for the value of its load
};
std::string_view name(WarpState state);  // "issuing", "ready", "waiting"

struct TimelineSegment {
  unsigned warp = 0;
  double begin = 0, end = 0;  // cycles
  WarpState state = WarpState::issuing;
};

struct Timeline {
  std::vector<TimelineSegment> segments;  // of warp 0 in the order of time, then of warp 1 …
  double cycles = 0;                      // until the last value has arrived
  double latency_cycles = 0;
  double issue_share = 0;      // of the issue slots, 0 to 1
  double bandwidth_share = 0;  // of the multiprocessor's share of the bandwidth, 0 to 1
};

// The average time of a round, in which each resident warp performs one load, in cycles. There is a time for
// each limit; the largest applies.
struct RoundTime {
  enum class Limit : std::uint8_t { latency, issue, bandwidth };
  double latency = 0;    // of one warp: its instructions and its wait
  double issue = 0;      // of all warps of one scheduler
  double bandwidth = 0;  // of all bytes
  double cycles() const;
  Limit limit() const;
};
std::string_view name(RoundTime::Limit limit);  // "latency", "issue slots", "bandwidth"

// Returns the timeline of `warps` resident warps on one multiprocessor. Returns a usage error if there are no
// warps or more warps than the multiprocessor holds, if there is no instruction, if neither the model nor the
// loop gives the latency, or if the timeline would have more than 100,000 loads.
Result<Timeline> timeline_of(const DeviceModel& model, unsigned warps, const LoadLoop& loop);
Result<RoundTime> round_time(const DeviceModel& model, unsigned warps, const LoadLoop& loop);
// Returns the number of warps beyond which more warps do not increase the throughput of a multiprocessor.
Result<unsigned> warps_that_hide(const DeviceModel& model, const LoadLoop& loop);

// A whole kernel, whose groups start in waves. The groups of the next wave start when all groups of the
// previous wave have ended.
struct KernelShape {
  std::uint64_t groups = 1;
  unsigned warps_of_group = 1;
  unsigned resident_groups = 1;  // resident on one multiprocessor (Occupancy::groups)
};
struct KernelTime {
  double ns = 0;     // including the launch, if the model gives its cost
  double waves = 0;  // 2.5 means two full waves, and one wave with at most half of the groups
  RoundTime::Limit limit = RoundTime::Limit::latency;  // of a full wave
};
Result<KernelTime> predict_kernel(const DeviceModel& model, const KernelShape& shape, const LoadLoop& loop);

}  // namespace lockstep::sim
