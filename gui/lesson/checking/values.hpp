// Values of the run in a lesson's text: "{n} inputs", "{out[0]}", "line {line \"s[t] += \"}"
// (sim/explain/story.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/lesson/checking/lab_values.hpp"
#include "gui/lesson/reading/lesson.hpp"
#include "gui/session/session.hpp"

namespace lockstep::gui {

// A moment of a run, as texts speak of it. Without a run values stay as they are written.
struct TextMoment {
  const Run* run = nullptr;
  std::uint64_t position = 0;      // later values are shown as "…"; UINT64_MAX: none is later
  const LabValues* lab = nullptr;  // of a page whose scene is one of the Lab
  bool is_awaited = false;         // there will be a run: until then "…" is shown for each value

  TextMoment at_end() const { return {run, UINT64_MAX, lab}; }
};

// With the values in place of the braces; what is not understood stays, and is a fault.
LessonText with_values(LessonText text, const TextMoment& moment, std::vector<LessonFault>* faults = nullptr);
Result<std::string> with_values(std::string_view text, const TextMoment& moment);
// Whether it has a value.
bool has_values(const LessonText& text);

}  // namespace lockstep::gui
