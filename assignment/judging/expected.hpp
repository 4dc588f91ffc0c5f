// What should come out of a case, and what the reference solution needs for it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "assignment/format/folder.hpp"
#include "assignment/judging/cases.hpp"
#include "assignment/judging/run_request.hpp"
#include "core/plan/launch_description.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::assignment {

struct Expected {
  LaunchDescription launch;
  Plan plan;  // of the reference, with its expectation
  Bytes input;
  std::map<std::string, Bytes> contents;  // of all buffers that have any
  RunCounts reference;                    // with lanes in lockstep, in the fixed order
  std::uint64_t reference_steps = 0;      // warp instructions
  std::vector<ElementSources> sources;    // of the reference's result, with the buffers of `contents`
  double rounding = 0;  // of floating-point values of the reference solution: differences that are none
};

// Runs the reference in this process: the author is trusted. The Error is a mistake in the assignment. In a
// copy for students there is no reference; what it left and counted in public tests is read from a file.
Result<Expected> make_expected(const AssignmentFolder& folder, const Task& task, const Test& test,
                               const Case& values);

// The author's launch of a case, with the values that should come out also where the plan has "solution" in
// their place: for a run that others look at.
Result<LaunchDescription> launch_with_values(const AssignmentFolder& folder, const Task& task,
                                             const Test& test, const Case& values);

// The contents of the author's buffers in a case, without a run.
Result<std::map<std::string, Bytes>> given_contents(const AssignmentFolder& folder, const Task& task,
                                                    const Test& test, const Case& values);

// In a copy for students the plan of a task with host programs has this launch in place of the author's: what
// the host does is theirs to find.
inline constexpr std::string_view kNoLaunchKernel = "kernel void nothing() {}\n";
inline constexpr std::string_view kNoLaunch =
    R"([{"kernel": "nothing", "global": 1, "local": 1, "arguments": []}])";

inline constexpr std::string_view kPublicRuns = "public-runs/";
// "public-runs/sum-of-a-group/public.txt"
std::string public_runs_file(const Task& task, const Test& test);
// Its text: a line for each case of a public test.
Result<std::string> public_runs(const AssignmentFolder& folder, const Task& task, const Test& test);

// The seeds of public tests are drawn from it.
inline constexpr std::string_view kPublicSecret = "public";

// All files that the author gives for a task: "reference", "skeleton".
std::vector<SourceText> author_files(const AssignmentFolder& folder, const Task& task,
                                     const std::string& from);

// The texts of the author's right solutions that stand where this file of a submission stands, the reference
// first.
std::vector<std::string> right_texts(const AssignmentFolder& folder, const Task& task,
                                     const std::string& path);

// A result with the expected values where it differs from them by rounding only.
Bytes without_rounding(const Expected& expected, const Bytes& result);

// The launch of a run request: without the values that should come out, and without what the contents say.
// `says_what`: a reduction or scan of an input is still called one.
std::string without_expected_values(LaunchDescription launch, const std::map<std::string, Bytes>& contents,
                                    bool says_what = false);

// A launch with numbers in place of the author's files of data.
LaunchDescription with_data(LaunchDescription launch, const Expected& expected);

const SourceText* find_file(const std::vector<SourceText>& files, std::string_view path);  // null: none

}  // namespace lockstep::assignment
