#include "gui/pages/step/tallest.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "gui/session/playback.hpp"

namespace lockstep::gui {

namespace {

using Moments = std::vector<std::uint64_t>;

void add_spread(const sim::Trace& trace, Moments& moments) {
  constexpr std::uint64_t count = 48;
  for (std::uint64_t i = 0; i <= count; ++i) moments.push_back(trace.size() * i / count);
}

void add_events(const sim::Trace& trace, Moments& moments) {
  constexpr int of_each_kind = 6;
  for (const EventKind kind : {EventKind::divergence, EventKind::conflict}) {
    std::optional<std::uint64_t> at = trace.next_event(0, event_flags(kind));
    for (int i = 0; i < of_each_kind && at; ++i) {
      moments.push_back(*at);
      if (*at < trace.size()) moments.push_back(*at + 1);
      at = trace.next_event(*at, event_flags(kind));
    }
  }
}

// The first and the last instructions of each line: what is said of it changes little in between.
void add_lines(const sim::Trace& trace, Moments& moments) {
  constexpr std::uint64_t searched = 20000;
  constexpr int of_each_line = 6;
  const std::uint64_t size = trace.size(), count = std::min(searched, size);
  std::map<std::uint32_t, int> first, last;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (++first[trace.range_at(i).line] <= of_each_line) moments.push_back(i);
    if (++last[trace.range_at(size - 1 - i).line] <= of_each_line) moments.push_back(size - 1 - i);
  }
}

}  // namespace

std::vector<std::uint64_t> moments_to_measure(const sim::Trace& trace) {
  constexpr std::uint64_t few = 600;
  Moments moments;
  if (trace.size() <= few) {
    moments.resize(trace.size() + 1);
    std::iota(moments.begin(), moments.end(), std::uint64_t{0});
    return moments;
  }
  add_spread(trace, moments);
  add_events(trace, moments);
  add_lines(trace, moments);
  std::ranges::sort(moments);
  moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
  return moments;
}

float TallestMoment::of(const Run& run, float width, const std::string& setting, std::uint64_t position,
                        const Height& height) {
  const bool same = run.number == run_ && width == width_ && setting == setting_;
  if (same && position == position_) return tallest_;
  if (!same) {
    run_ = run.number;
    width_ = width;
    setting_ = setting;
    tallest_ = 0;
    for (const std::uint64_t moment : moments_to_measure(*run.trace))
      tallest_ = std::max(tallest_, height(moment));
  }
  position_ = position;
  tallest_ = std::max(tallest_, height(position));
  return tallest_;
}

}  // namespace lockstep::gui
