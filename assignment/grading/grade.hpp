// Grades submissions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assignment/grading/handed_in/handed_in.hpp"
#include "assignment/grading/result.hpp"
#include "assignment/worker/worker.hpp"

namespace lockstep::assignment {

struct GradeOptions {
  unsigned jobs = 1;
  std::string secret;
  bool only_public = false;
  bool shows_moments = false;            // for failures: whether to add figures and scenes for graders
  Attempts attempts = Attempts::latest;  // best: keeps only the attempt with the most points
  Worker::Options worker = {{}};
  std::optional<std::uint64_t> device = {};  // number of the device for tests that measure times
  // Called with the number of graded submissions, by only one thread at a time.
  std::function<void(std::size_t)> show_progress = {};
};

// Grades the submissions. The result is identical for any number of jobs. The Error is a mistake in the
// assignment itself.
Result<Grading> grade(const Assignment& assignment, const AssignmentFolder& folder,
                      const std::vector<HandedIn>& submissions, const GradeOptions& options);

}  // namespace lockstep::assignment
