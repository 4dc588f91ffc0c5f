// The expected result of a case, and the resources that the reference solution needs for it.
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
  Plan plan;  // plan of the reference, with its expectation
  Bytes input;
  std::map<std::string, Bytes> contents;  // of all buffers with contents
  RunCounts reference;                    // with lanes in lockstep and in the fixed order
  std::uint64_t reference_steps = 0;      // warp instructions
  std::vector<ElementSources> sources;    // for the result of the reference, with the buffers of `contents`
  double rounding = 0;                    // tolerated difference between floating-point values
};

// Runs the reference in this process, because the author is trusted. The Error is a mistake in the
// assignment. A copy for students contains no reference; its results and counts in public tests are read from
// a file.
Result<Expected> make_expected(const AssignmentFolder& folder, const Task& task, const Test& test,
                               const Case& values);

// Returns the author's launch of a case for a run that is displayed to others. The launch contains the
// expected values, even if the plan has "solution" in their place.
Result<LaunchDescription> launch_with_values(const AssignmentFolder& folder, const Task& task,
                                             const Test& test, const Case& values);

// Returns the contents of the author's buffers in a case, without a run.
Result<std::map<std::string, Bytes>> given_contents(const AssignmentFolder& folder, const Task& task,
                                                    const Test& test, const Case& values);

// In a copy for students, the plan of a task with host programs contains this launch in place of the author's
// launches, because students must find the launches of the host themselves.
inline constexpr std::string_view kNoLaunchKernel = "kernel void nothing() {}\n";
inline constexpr std::string_view kNoLaunch =
    R"([{"kernel": "nothing", "global": 1, "local": 1, "arguments": []}])";

inline constexpr std::string_view kPublicRuns = "public-runs/";
// Returns the path of a file: "public-runs/sum-of-a-group/public.txt".
std::string public_runs_file(const Task& task, const Test& test);
// Returns the text of this file, which has a line for each case of a public test.
Result<std::string> public_runs(const AssignmentFolder& folder, const Task& task, const Test& test);

// The seeds of public tests are drawn from this text.
inline constexpr std::string_view kPublicSecret = "public";

// Returns all files that the author provides for a task in a folder: "reference", "skeleton".
std::vector<SourceText> author_files(const AssignmentFolder& folder, const Task& task,
                                     const std::string& from);

// Returns the texts of the author's right solutions that correspond to this file of a submission. The first
// text is from the reference.
std::vector<std::string> right_texts(const AssignmentFolder& folder, const Task& task,
                                     const std::string& path);

// Returns the result, in which the expected values replace all values that differ from them only by rounding.
Bytes without_rounding(const Expected& expected, const Bytes& result);

// Returns the launch of a run request, without the expected values and the descriptions of contents. If
// `says_what` is true, a reduction or scan of an input is still named.
std::string without_expected_values(LaunchDescription launch, const std::map<std::string, Bytes>& contents,
                                    bool says_what = false);

// Returns a launch with numbers in place of the author's data files.
LaunchDescription with_data(LaunchDescription launch, const Expected& expected);

const SourceText* find_file(const std::vector<SourceText>& files, std::string_view path);  // null if absent

}  // namespace lockstep::assignment
