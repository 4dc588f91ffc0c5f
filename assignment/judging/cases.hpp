// The cases of a test: all combinations of its lists, and the launch of each.
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
  // Counters match hardware only with lanes in lockstep, in the fixed order.
  bool has_counters() const { return schedule == sim::Schedule{}; }
  bool has_L = true, has_type = true,
       has_operator = true;  // the launches depend on L, the type, the operator
  // "n = 64, L = 32, int, sum, seed 3, lockstep lanes, fixed order, cc9.0", without what they do not depend
  // on
  std::string text() const;
};

inline constexpr std::size_t kMaxCases = 2000;  // per test

// If a test gives no seed, a seed is drawn from `secret`, the task, the test and n. The Error names an
// unknown word, or says that there are too many cases.
Result<std::vector<Case>> cases_of(const Task& task, const Test& test, const std::string& secret);

// JSON with all formulas in braces replaced: {n}, {L}, {groups}, {seed}, {type}, {operator}. A text that
// consists of a single formula becomes a number: "{ceil(n / L)}". A launch with formulas of {step} represents
// one launch for each of its repetitions, 0, 1, 2 …: "repeat": "{log n}", "global": "{n / 2^(step + 1)}". A
// launch without work-items is omitted.
// Errors name the file.
Result<std::string> with_values(const std::string& json, const Case& values,
                                const std::string& file = "the plan");

// The words of a text with formulas in braces, such as the arguments of a host program.
Result<std::vector<std::string>> words_with_values(const std::string& text, const Case& values);

// The plan of the task with the test's changes, for a case. `file`: the kernel file.
Result<LaunchDescription> author_launch(const Task& task, const Test& test, const Case& values);

// The same if a student also hands in the plan: the student's launches and buffers, except that buffers
// filled by the author remain the author's. The student's expectation only names the buffer with the result.
Result<LaunchDescription> student_launch(const std::string& plan, const std::string& file,
                                         const LaunchDescription& author, const Case& values);

}  // namespace lockstep::assignment
