// Shows failed runs to graders: as a figure in the report, and as a scene that the window opens at the moment
// of the failure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assignment/grading/result.hpp"
#include "assignment/submission/files/gathering.hpp"

namespace lockstep::assignment {

struct ShownCase {
  const Failure* failure = nullptr;  // never null
  bool is_example = false;           // whether it is a smaller case with the failure of the test
  std::string scene, figure;         // paths in the folder of the reports; "" without a figure
};
// Returns none if the test passed, or if its failure has no run.
std::optional<ShownCase> shown_case(const SubmissionResult& result, const TaskResult& task,
                                    const TestResult& test);

// Returns the scenes, the figures, and the files that the scenes need, with paths in the folder of
// the reports.
std::vector<NamedBytes> shown_files(const SubmissionResult& result);

}  // namespace lockstep::assignment
