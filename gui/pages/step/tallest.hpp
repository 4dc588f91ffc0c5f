// Cards keep their height from step to step: what a card asks for is what its tallest moment needs, among
// moments spread over the run, those with divergence and conflicts, and all that have been shown.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gui/session/run.hpp"

namespace lockstep::gui {

class TallestMoment {
 public:
  // Pixels at a position of the run, at one width and setting of the card.
  using Height = std::function<float(std::uint64_t)>;

  // `setting`: what else the heights depend on. `position`: the shown one.
  float of(const Run& run, float width, const std::string& setting, std::uint64_t position,
           const Height& height);

 private:
  std::uint64_t run_ = 0, position_ = 0;  // its number, and what was measured last
  float width_ = 0, tallest_ = 0;
  std::string setting_;
};

// In order: all of a short run; otherwise some spread evenly, events, and the first and last instructions of
// each line.
std::vector<std::uint64_t> moments_to_measure(const sim::Trace& trace);

}  // namespace lockstep::gui
