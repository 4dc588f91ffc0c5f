// Checks the tests of an assignment with the author's solutions, and with mutants of the reference.
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
  std::size_t solutions = 0;   // number of the author's solutions that were graded
  std::size_t mutants = 0;
  std::size_t caught = 0;   // number of mutants that lose points
  std::size_t unbuilt = 0;  // number of these mutants that do not compile
  std::size_t located = 0;  // number of these whose reason names a line of the kernel
  // Of the mutants that compile: the number of mutants whose reason names the changed line, without trials
  // and with trials.
  std::size_t at_their_line = 0, found_by_trial = 0;
  std::size_t tried_lines = 0;         // total number of lines named by trials
  std::vector<std::string> elsewhere;  // mutants in neither count, if trials are made
  std::vector<std::string> unlocated;  // mutants whose reason names no line
  std::vector<std::string> equivalents;
  std::size_t equivalent = 0;  // number of mutants that lose no points, with the same result and no finding
};

struct AssignmentCheck {
  std::vector<CheckedTask> tasks;
  std::vector<std::string> problems;  // sentences; empty: no problems
};

struct CheckOptions {
  bool with_mutants = true;
  bool finds_lines = false;       // whether to find the lines of mutants by trial, which takes longer
  bool other_mutants = false;     // whether to use the other kinds (mutants.hpp), which may lose no points
  std::size_t max_mutants = 400;  // for each task, evenly distributed over all mutants
  Runner run;                     // called by only one thread
  HostRunner run_host = {};       // also called by only one thread; for host programs
  Clock clock = {};               // runs on a device, for assignments that measure times

  std::function<void(const std::string&)> show_progress = {};
};

// Checks the assignment. The Error states that a plan or a reference does not work.
Result<AssignmentCheck> check_assignment(const Assignment& assignment, const AssignmentFolder& folder,
                                         const CheckOptions& options);

}  // namespace lockstep::assignment
