// Keeps the shown moment when a repair replaces the kernel's text: in the run of the new text, the playhead
// is placed at the same line of the same warp, at the same turn of a loop.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gui/session/run.hpp"

namespace lockstep::gui {

class SameMoment {
 public:
  // Notes the moment at `position` of the run, whose text is about to be replaced by `after`.
  void note(const Run& run, std::uint64_t position, const std::string& after);
  // Returns the position of the noted moment in `run`, and forgets the moment, if this is the run of the new
  // text. None if the run has no such moment.
  std::optional<std::uint64_t> take(const Run& run);

 private:
  struct Place {
    std::uint32_t launch = 0, group = 0, warp = 0, file = 0, line = 0;
    std::uint64_t times = 0;  // how often the warp had begun the line, including this time
    bool at_end = false;
  };
  static std::optional<std::uint64_t> position_of(const Place& place, const sim::Trace& trace);

  std::optional<Place> place_;
  std::uint64_t run_ = 0;  // number of the run in which the moment was noted
  std::string text_;       // the new text
};

}  // namespace lockstep::gui
