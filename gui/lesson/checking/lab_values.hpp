// Values of a page's Lab scene in a lesson's text, computed when the text is shown:
//
//   {lab.bytes_moved}                        of the scene as the page shows it
//   {lab.transactions with stride 3}         of the scene with other settings
//   {lab.passes with stride 2; offset 1 on cc1.0}   and on another model
//
// Names: transactions, passes, bytes_moved, bytes_asked and bytes_used of the scene's first access (passes of
// local or constant memory), bytes_unused (moved, but not requested), and the values of the scene, as printed
// by `lockstep lab SCENE --json` (interior_ratio, resident_warps …).
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

  // Replaces each Lab value in the text by its number; other braces are not changed. An Error says which
  // part is invalid.
  Result<std::string> with_numbers(std::string_view text) const;

 private:
  // Computes a value. `words`: for example "bytes_moved with stride 3".
  Result<double> count(std::string_view words) const;

  LabChoice choice_;
  std::string model_;
  // Caches the values and errors by `words`, because texts are laid out in each frame and some scenes run
  // kernels to compute a value.
  mutable std::map<std::string, Result<double>, std::less<>> known_;
};

inline bool is_lab(const AppState& scene) { return scene.tab == LabChoice::kPage; }

}  // namespace lockstep::gui
