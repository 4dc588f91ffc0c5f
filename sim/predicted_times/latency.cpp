#include "sim/predicted_times/latency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text/text.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kMaxLoads = 100'000;

// The times of the parts of the loop on the multiprocessor, in cycles.
struct Pace {
  unsigned schedulers = 1;
  double burst = 0;    // time of a scheduler for the instructions of one round of a warp
  double latency = 0;  // from the time when memory accepts a request until the value arrives
  double service = 0;  // time of the memory for one load
};

Result<Pace> pace_of(const DeviceModel& model, const LoadLoop& loop, double units) {
  const DeviceRates& rates = model.rates;
  if (loop.instructions < 1)
    return usage_error("a loop with a load must have at least one instruction: the load");
  if (!loop.latency_cycles && !rates.memory_ns)
    return usage_error(fmt::format("no source gives the memory latency of {} ({}); give a latency in cycles",
                                   model.name, rates.product));
  Pace pace;
  pace.schedulers = rates.schedulers;
  pace.burst = loop.instructions * rates.schedulers / rates.instructions_per_cycle;
  pace.latency = loop.latency_cycles ? *loop.latency_cycles : *rates.memory_ns * rates.clock_ghz;
  pace.service = loop.load_bytes * units * rates.clock_ghz / rates.copy_gbps;
  return pace;
}

std::string refusal(const DeviceModel& model, unsigned warps) {
  if (warps == 0) return "a timeline must have at least one warp";
  if (warps > model.rates.resident_warps)
    return fmt::format("{} are too many: one multiprocessor of {} holds {}", plural(warps, "warp"),
                       model.name, model.rates.resident_warps);
  return "";
}

RoundTime round_of(const Pace& pace, unsigned warps) {
  const unsigned on_one_scheduler = (warps + pace.schedulers - 1) / pace.schedulers;
  return {.latency = pace.burst + pace.latency,
          .issue = pace.burst * on_one_scheduler,
          .bandwidth = pace.service * warps};
}

// Simulates the warps round by round. The scheduler that can issue first is always served next.
class Multiprocessor {
 public:
  Multiprocessor(const Pace& pace, unsigned warps, std::uint64_t loads)
      : pace_(pace), loads_(loads), warps_(warps), free_at_(pace.schedulers) {}

  Timeline run() {
    while (const Turn turn = next_turn()) take(turn);
    return finished();
  }

 private:
  struct Warp {
    double ready_at = 0;
    std::uint64_t loads = 0;  // completed
    std::vector<TimelineSegment> segments;
  };
  struct Turn {
    double at = INFINITY;
    unsigned warp = 0;
    explicit operator bool() const { return at != INFINITY; }
  };

  unsigned scheduler_of(unsigned warp) const { return warp % pace_.schedulers; }

  Turn next_turn() const {
    Turn next;
    double oldest = INFINITY;
    for (unsigned w = 0; w < warps_.size(); ++w) {
      if (warps_[w].loads == loads_) continue;
      const double at = std::max(warps_[w].ready_at, free_at_[scheduler_of(w)]);
      if (at > next.at || (at == next.at && warps_[w].ready_at >= oldest)) continue;
      next = {at, w};
      oldest = warps_[w].ready_at;
    }
    return next;
  }

  void take(const Turn& turn) {
    Warp& warp = warps_[turn.warp];
    const double issued = turn.at + pace_.burst;
    const double taken = std::max(issued, memory_free_at_);
    memory_free_at_ = taken + pace_.service;
    free_at_[scheduler_of(turn.warp)] = issued;
    add(turn.warp, warp.ready_at, turn.at, WarpState::ready);
    add(turn.warp, turn.at, issued, WarpState::issuing);
    warp.ready_at = taken + pace_.latency;
    add(turn.warp, issued, warp.ready_at, WarpState::waiting);
    ++warp.loads;
  }

  void add(unsigned warp, double begin, double end, WarpState state) {
    if (end > begin) warps_[warp].segments.push_back({warp, begin, end, state});
  }

  Timeline finished() const {
    Timeline timeline;
    timeline.latency_cycles = pace_.latency;
    for (const Warp& warp : warps_) {
      timeline.segments.insert(timeline.segments.end(), warp.segments.begin(), warp.segments.end());
      timeline.cycles = std::max(timeline.cycles, warp.ready_at);
    }
    const double loads = static_cast<double>(loads_) * static_cast<double>(warps_.size());
    if (timeline.cycles == 0) return timeline;
    timeline.issue_share = loads * pace_.burst / (timeline.cycles * pace_.schedulers);
    timeline.bandwidth_share = loads * pace_.service / timeline.cycles;
    return timeline;
  }

  Pace pace_;
  std::uint64_t loads_;
  std::vector<Warp> warps_;
  std::vector<double> free_at_;  // by scheduler
  double memory_free_at_ = 0;
};

}  // namespace

std::string_view name(WarpState state) {
  constexpr std::string_view names[] = {"issuing", "ready", "waiting"};
  return names[static_cast<std::size_t>(state)];
}

std::string_view name(RoundTime::Limit limit) {
  constexpr std::string_view names[] = {"latency", "issue slots", "bandwidth"};
  return names[static_cast<std::size_t>(limit)];
}

double RoundTime::cycles() const { return std::max({latency, issue, bandwidth}); }

RoundTime::Limit RoundTime::limit() const {
  if (bandwidth >= issue && bandwidth >= latency) return Limit::bandwidth;
  return issue >= latency ? Limit::issue : Limit::latency;
}

Result<Timeline> timeline_of(const DeviceModel& model, unsigned warps, const LoadLoop& loop) {
  if (std::string reason = refusal(model, warps); !reason.empty()) return usage_error(std::move(reason));
  const Result<Pace> pace = pace_of(model, loop, model.rates.compute_units);
  if (!pace) return tl::unexpected(pace.error());
  if (loop.loads * warps > kMaxLoads)
    return usage_error(fmt::format("a timeline of {} loads is too long; it must have at most {}",
                                   count_text(loop.loads * warps), count_text(kMaxLoads)));
  return Multiprocessor(*pace, warps, loop.loads).run();
}

Result<RoundTime> round_time(const DeviceModel& model, unsigned warps, const LoadLoop& loop) {
  if (std::string reason = refusal(model, warps); !reason.empty()) return usage_error(std::move(reason));
  return pace_of(model, loop, model.rates.compute_units).map([&](const Pace& pace) {
    return round_of(pace, warps);
  });
}

Result<unsigned> warps_that_hide(const DeviceModel& model, const LoadLoop& loop) {
  return pace_of(model, loop, model.rates.compute_units).map([](const Pace& pace) {
    const double a_warp = std::max(pace.burst / pace.schedulers, pace.service);
    return static_cast<unsigned>(std::ceil((pace.burst + pace.latency) / a_warp));
  });
}

Result<KernelTime> predict_kernel(const DeviceModel& model, const KernelShape& shape, const LoadLoop& loop) {
  const unsigned resident = shape.resident_groups * shape.warps_of_group;
  if (std::string reason = refusal(model, resident); !reason.empty()) return usage_error(std::move(reason));
  if (shape.groups == 0) return usage_error("a kernel must have at least one work-group");
  const DeviceRates& rates = model.rates;
  const double units = std::min(rates.compute_units, static_cast<double>(shape.groups));
  const Result<Pace> pace = pace_of(model, loop, units);
  if (!pace) return tl::unexpected(pace.error());
  const std::uint64_t groups_of_unit =
      static_cast<std::uint64_t>(std::ceil(static_cast<double>(shape.groups) / rates.compute_units));
  const auto rounds = [&](std::uint64_t groups) {
    return groups == 0 ? 0.0 : round_of(*pace, static_cast<unsigned>(groups) * shape.warps_of_group).cycles();
  };
  const std::uint64_t full = groups_of_unit / shape.resident_groups,
                      rest = groups_of_unit % shape.resident_groups;
  const double cycles = static_cast<double>(loop.loads) *
                        (static_cast<double>(full) * rounds(shape.resident_groups) + rounds(rest));
  KernelTime time;
  time.ns = rates.launch_ns.value_or(0) + cycles / rates.clock_ghz;
  time.waves = static_cast<double>(groups_of_unit) / shape.resident_groups;
  time.limit =
      round_of(*pace, static_cast<unsigned>(std::min<std::uint64_t>(groups_of_unit, shape.resident_groups)) *
                          shape.warps_of_group)
          .limit();
  return time;
}

}  // namespace lockstep::sim
