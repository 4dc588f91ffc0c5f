// Tests the tests of an assignment: with the author's solutions, and with mutants of the reference.
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
  std::size_t solutions = 0;   // of the author's that were graded
  std::size_t mutants = 0;
  std::size_t caught = 0;   // lose points
  std::size_t unbuilt = 0;  // of these, do not compile
  std::size_t located = 0;  // of these, for a reason with a line of the kernel
  // Of those that compile: a reason names the line that was changed, without trials and with them.
  std::size_t at_their_line = 0, found_by_trial = 0;
  std::size_t tried_lines = 0;         // named by trials, in all
  std::vector<std::string> elsewhere;  // neither, where trials are made
  std::vector<std::string> unlocated;  // those for a reason without a line
  std::vector<std::string> equivalents;
  std::size_t equivalent = 0;  // lose none, and no run of them has another result or a finding
};

struct AssignmentCheck {
  std::vector<CheckedTask> tasks;
  std::vector<std::string> problems;  // sentences; empty: nothing is wrong
};

struct CheckOptions {
  bool with_mutants = true;
  bool finds_lines = false;    // of mutants by trial, too: takes longer
  bool other_mutants = false;  // of the other kinds (mutants.hpp); those that lose no points are no problem
  std::size_t max_mutants = 400;  // of a task, spread over all
  Runner run;                     // may be called by one thread only
  HostRunner run_host = {};       // likewise; of assignments without host programs it is not needed
  Clock clock = {};               // of a device; for assignments that measure times

  std::function<void(const std::string&)> show_progress = {};
};

// The Error: a plan or reference that does not work.
Result<AssignmentCheck> check_assignment(const Assignment& assignment, const AssignmentFolder& folder,
                                         const CheckOptions& options);

}  // namespace lockstep::assignment
