// Makes the cases of a test: all combinations of its lists, and the launch of each case.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "core/plan/launch_description.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/machine/schedule/schedule.hpp"

namespace lockstep::assignment {

struct Case {
  std::uint64_t n = 1, L = 1;
  std::string type, op;
  std::uint64_t seed = 1;
  sim::Schedule schedule;
  const sim::DeviceModel* model = nullptr;  // never null
  // The counters match the counters of the hardware only with lanes in lockstep and in the fixed order.
  bool has_counters() const { return schedule == sim::Schedule{}; }
  bool has_L = true, has_type = true,
       has_operator = true;  // whether the launches depend on these values
  // Returns "n = 64, L = 32, int, sum, seed 3, lockstep lanes, fixed order, cc9.0", without the values on
  // which the launches do not depend.
  std::string text() const;
};

inline constexpr std::size_t kMaxCases = 2000;  // for each test

// Returns the cases. If a test gives no seed, a seed is drawn from `secret`, the task, the test and n. The
// Error names an unknown word, or states that there are too many cases.
Result<std::vector<Case>> cases_of(const Task& task, const Test& test, const std::string& secret);

// Returns JSON in which all formulas in braces are replaced: {n}, {L}, {groups}, {seed}, {type}, {operator}.
// A text that consists of a single formula becomes a number: "{ceil(n / L)}". A launch with formulas of
// {step} stands for one launch for each of its repetitions 0, 1, 2 …: "repeat": "{log n}", "global": "{n /
// 2^(step + 1)}". A launch without work-items is omitted.
// The Error names the file.
Result<std::string> with_values(const std::string& json, const Case& values,
                                const std::string& file = "the plan");

// Describes the formulas for users: examples, operators, functions and names, in one line each.
std::string plan_formula_help();

// Returns the words of a text with formulas in braces, such as the arguments of a host program.
Result<std::vector<std::string>> words_with_values(const std::string& text, const Case& values);

// Returns the plan of the task with the changes of the test, for a case. `file` is the kernel file.
Result<LaunchDescription> author_launch(const Task& task, const Test& test, const Case& values);

// Returns the plan if a student also submits one. Launches and buffers are those of the student, except that
// buffers that the author fills remain the author's. Of the student's expectation, only the name of the
// buffer with the result is used.
Result<LaunchDescription> student_launch(const std::string& plan, const std::string& file,
                                         const LaunchDescription& author, const Case& values);

}  // namespace lockstep::assignment
