// Replaces values of the run in a lesson's text, as in "{n} inputs", "{out[0]}" and "line {line \"s[t] +=
// \"}" (sim/explain/story.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/lesson/checking/lab_values.hpp"
#include "gui/lesson/reading/lesson.hpp"
#include "gui/session/session.hpp"

namespace lockstep::gui {

// The moment of a run to which a text refers. Without a run, values in braces are not replaced.
struct TextMoment {
  const Run* run = nullptr;
  std::uint64_t position = 0;  // values of later moments are shown as "…"; UINT64_MAX: all values are shown
  const LabValues* lab = nullptr;  // for a page with a scene of the Lab
  bool is_awaited = false;         // the run is not ready yet; until then each value is shown as "…"

  TextMoment at_end() const { return {run, UINT64_MAX, lab}; }
};

// Replaces the values in braces. An unknown value is not replaced and is added to `faults`.
LessonText with_values(LessonText text, const TextMoment& moment, std::vector<LessonFault>* faults = nullptr);
Result<std::string> with_values(std::string_view text, const TextMoment& moment);
// Whether the text may contain values in braces.
bool has_values(const LessonText& text);

}  // namespace lockstep::gui
