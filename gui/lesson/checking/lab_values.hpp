// Numbers of a page's Lab scene in a lesson's text, counted when the text is shown:
//
//   {lab.bytes_moved}                        of the scene as the page shows it
//   {lab.transactions with stride 3}         of the scene with other settings
//   {lab.passes with stride 2; offset 1 on cc1.0}   and on another model
//
// Names: transactions, passes, bytes_moved, bytes_asked and bytes_used of the scene's first access (passes
// are those of local or constant memory), bytes_unused (moved, but not asked for), and the scene's own, as
// `lockstep lab SCENE --json` gives them (interior_ratio, resident_warps …).
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

class LabValues {
 public:
  explicit LabValues(const AppState& scene) : choice_(scene.lab), model_(scene.model) {}

  // The text with a number in place of each lab value; other braces stay. The Error says what is not
  // understood.
  Result<std::string> with_numbers(std::string_view text) const;

 private:
  // `words`: "bytes_moved with stride 3".
  Result<double> count(std::string_view words) const;

  LabChoice choice_;
  std::string model_;
  // By words, mistakes too: some scenes run kernels for a value, and texts are laid out in each frame.
  mutable std::map<std::string, Result<double>, std::less<>> known_;
};

inline bool is_lab(const AppState& scene) { return scene.tab == LabChoice::kPage; }

}  // namespace lockstep::gui
