// The result of grading, for all reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "assignment/grading/handed_in/handed_in.hpp"
#include "assignment/judging/judge.hpp"

namespace lockstep::assignment {

struct SubmissionResult {
  std::string id, shown;             // "ada", "Ada Lovelace"
  std::string submitter;             // the same for all attempts
  std::string original;              // the name in the course system
  std::vector<std::string> members;  // for a group
  std::string group;                 // id of the group's submission, for a member's result; else empty
  unsigned attempt = 1;
  std::optional<std::int64_t> handed_in;  // seconds since 1970 in UTC
  std::optional<std::int64_t> due;        // from an extension
  std::optional<double> final_by_person;  // see overrides.hpp
  std::vector<SourceText> files;          // by their paths in the first task
  std::string hash;                       // of the files
  std::vector<TaskResult> tasks;          // in the order of the assignment; empty if it could not be read
  std::vector<std::string> notes;         // ignored and converted files
  std::vector<std::string> choices;       // choices of files, which are also in the notes
  std::string problem;                    // why it could not be read
  unsigned days_late = 0;
  double raw_points = 0;    // with bonus, before the rule for late submissions
  double final_points = 0;  // after that rule

  bool is_graded() const;  // none of its tests is TestState::not_graded
  // Reasons for a manual check, one sentence each: it is not graded, could not be read, or other
  // files may be intended.
  std::vector<std::string> doubts() const;
  // Counts public tests only: the count of hidden tests would reveal their n.
  std::uint64_t public_steps() const;
};

struct Grading {
  const Assignment* assignment = nullptr;  // never null
  std::string version;                     // of the program
  std::string assignment_hash, secret_hash;
  bool has_secret = false;
  std::string confinement;  // of the workers: "seccomp, landlock, limits"
  bool only_public = false;
  std::vector<SubmissionResult> submissions;  // sorted by id
};

// Hidden inputs were drawn without a secret: anybody who has the assignment can compute them.
bool has_known_inputs(const Grading& grading);
inline constexpr std::string_view kKnownInputs =
    "Without a secret anybody who has the assignment can compute the inputs of the hidden tests: grade with "
    "--secret FILE.";

bool has_late_submissions(const Grading& grading);

// Computes the final points from the raw points and the rule for late submissions.
void add_final_points(const Assignment& assignment, SubmissionResult& result);

// The submissions without any results, to check tables before grading.
Grading ungraded(const Assignment& assignment, const std::vector<HandedIn>& submissions);

// Keeps the attempt with the most points among the consecutive attempts of each submitter; among equal
// attempts, the first. An attempt that is not graded is kept, because it could be the best.
std::vector<SubmissionResult> best_attempts(std::vector<SubmissionResult> all);

}  // namespace lockstep::assignment
