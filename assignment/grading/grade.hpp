// Grades submissions.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "assignment/grading/handed_in.hpp"
#include "assignment/grading/result.hpp"
#include "assignment/worker/worker.hpp"

namespace lockstep::assignment {

struct GradeOptions {
  unsigned jobs = 1;
  std::string secret;
  bool only_public = false;
  Attempts attempts = Attempts::latest;  // best: only the attempt with most points stays
  Worker::Options worker = {{}};
  // Called with the number of graded submissions, by one thread at a time.
  std::function<void(std::size_t)> show_progress = {};
};

// The same bytes for any number of jobs. The Error: the assignment itself is wrong.
Result<Grading> grade(const Assignment& assignment, const AssignmentFolder& folder,
                      const std::vector<HandedIn>& submissions, const GradeOptions& options);

}  // namespace lockstep::assignment
