// The kernels that are compared on the same input: the kernel of each algorithm, its edited text, and the
// user's own file. Each kernel is a row of the Compare page and can be stepped as part of a pair.
#pragma once

#include <string>
#include <vector>

#include "gui/background_jobs/count_runner.hpp"

namespace lockstep::gui {

struct ComparedKernel {
  std::string key;        // the algorithm's id, with "*" for its edited text; the path of the user's file
  std::string label;      // "divergent"
  std::string note;       // "edited", "your file"; otherwise empty
  std::string algorithm;  // the algorithm's id
  std::string kernel_file;
  Algorithm::Family family = Algorithm::Family::reduction;
  CountRequest request;
};

// Returns the kernels in the order of the catalogue; each algorithm is followed by its edited text, if it has
// one. The user's own file, whose text is `own_text`, follows the algorithm that it replaces.
std::vector<ComparedKernel> compared_kernels(const AppState& state, const std::string& own_text);

}  // namespace lockstep::gui
