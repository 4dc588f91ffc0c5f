#include "sim/machine/state/run_watch.hpp"

namespace lockstep::sim {

namespace {

constexpr std::int64_t kBetweenShows = 200;  // milliseconds

}  // namespace

std::chrono::milliseconds RunProgress::left() const {
  const double share =
      (static_cast<double>(launch) + static_cast<double>(done) / static_cast<double>(groups)) /
      static_cast<double>(launches);
  if (share <= 0) return std::chrono::milliseconds(0);
  const auto all = static_cast<double>(elapsed.count()) / share;
  return std::chrono::milliseconds(static_cast<std::int64_t>(all) - elapsed.count());
}

RunWatch::RunWatch(Options options) : options_(std::move(options)) {}

std::int64_t RunWatch::now() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin_).count();
}

void RunWatch::begin_launch(std::uint32_t launch, std::uint32_t launches, std::uint64_t groups) {
  const std::lock_guard lock(showing_);
  progress_.launch = launch;
  progress_.launches = launches;
  progress_.groups = groups;
  done_ = 0;
  progress_at_ = now();
}

void RunWatch::end_group() {
  ++done_;
  progress_at_.store(now(), std::memory_order_relaxed);
}

EarlyEnd RunWatch::check_limits() {
  if (options_.stop.stop_requested()) return EarlyEnd::requested;
  const std::int64_t time = now();
  const std::int64_t timeout = options_.timeout.count();
  if (timeout != 0 && time - progress_at_.load(std::memory_order_relaxed) >= timeout)
    return EarlyEnd::stalled;
  if (options_.show) show_progress(time);
  return EarlyEnd::none;
}

void RunWatch::pause_at(std::optional<Clock::time_point> time) {
  pause_at_ = time;
  if (paused_since_) progress_at_ += now() - *paused_since_;
  paused_since_.reset();
}

bool RunWatch::pauses() {
  if (!pause_at_ || Clock::now() < *pause_at_) return false;
  paused_since_ = now();
  return true;
}

void RunWatch::show_progress(std::int64_t time) {
  const std::unique_lock lock(showing_, std::try_to_lock);
  if (!lock || time - shown_at_ < kBetweenShows) return;
  shown_at_ = time;
  progress_.done = done_;
  progress_.elapsed = std::chrono::milliseconds(time);
  options_.show(progress_);
}

}  // namespace lockstep::sim
