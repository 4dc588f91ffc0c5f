// Checks the tests of an assignment: with the author's solutions, and with mutants of the reference.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "assignment/judging/judge.hpp"

namespace lockstep::assignment {

struct CheckedTask {
  const Task* task = nullptr;  // never null
  std::size_t solutions = 0;   // number of the author's solutions graded
  std::size_t mutants = 0;
  std::size_t caught = 0;   // mutants that lose points
  std::size_t unbuilt = 0;  // of these, mutants that do not compile
  std::size_t located = 0;  // of these, mutants whose reason names a line of the kernel
  // Among those that compile: the reason names the changed line, without trials and with trials.
  std::size_t at_their_line = 0, found_by_trial = 0;
  std::size_t tried_lines = 0;         // total number of lines named by trials
  std::vector<std::string> elsewhere;  // in neither count, if trials are made
  std::vector<std::string> unlocated;  // mutants whose reason names no line
  std::vector<std::string> equivalents;
  std::size_t equivalent = 0;  // lose no points, and no run has another result or a finding
};

struct AssignmentCheck {
  std::vector<CheckedTask> tasks;
  std::vector<std::string> problems;  // sentences; empty: no problems
};

struct CheckOptions {
  bool with_mutants = true;
  bool finds_lines = false;    // also find the lines of mutants by trial: takes longer
  bool other_mutants = false;  // the other kinds (mutants.hpp); mutants that lose no points are not a problem
  std::size_t max_mutants = 400;  // per task, spread over all mutants
  Runner run;                     // called by one thread only
  HostRunner run_host = {};       // likewise; not needed for assignments without host programs
  Clock clock = {};               // for a device; used by assignments that measure times

  std::function<void(const std::string&)> show_progress = {};
};

// The Error: a plan or a reference that does not work.
Result<AssignmentCheck> check_assignment(const Assignment& assignment, const AssignmentFolder& folder,
                                         const CheckOptions& options);

}  // namespace lockstep::assignment
