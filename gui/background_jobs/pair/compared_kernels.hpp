// The kernels that are compared on the same input: each algorithm, the edited text of each, and the user's
// own file. Each of them is a row of the Compare page and can be stepped as part of a pair.
#pragma once

#include <string>
#include <vector>

#include "gui/background_jobs/count_runner.hpp"

namespace lockstep::gui {

struct ComparedKernel {
  std::string key;        // the algorithm's id, "*" added for its edited text; the path of an own file
  std::string label;      // "divergent"
  std::string note;       // "edited", "your file"; otherwise empty
  std::string algorithm;  // the algorithm's id
  std::string kernel_file;
  Algorithm::Family family = Algorithm::Family::reduction;
  CountRequest request;
};

// In the order of the catalogue: each algorithm, followed by its edited text. The user's own file follows the
// algorithm that it replaces; `own_text` is the text of that file.
std::vector<ComparedKernel> compared_kernels(const AppState& state, const std::string& own_text);

}  // namespace lockstep::gui
