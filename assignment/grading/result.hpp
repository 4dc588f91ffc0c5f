// The result of grading, from which all reports are made.
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
  std::string submitter;             // the id without the attempt
  std::string original;              // the name in the course system
  std::vector<std::string> members;  // for a group
  std::string group;                 // for a member's result: id of the group's submission; else empty
  unsigned attempt = 1;
  std::optional<std::int64_t> handed_in;  // seconds since 1970 in UTC
  std::optional<std::int64_t> due;        // from an extension
  std::optional<double> final_by_person;  // points set by a person (overrides.hpp)
  std::vector<SourceText> files;          // by their paths in the first task
  std::string hash;                       // hash of the files
  std::vector<TaskResult> tasks;          // in order; empty if the submission could not be read
  std::vector<std::string> notes;         // notes on ignored and converted files
  std::vector<std::string> choices;       // choices of files, which are also in the notes
  std::string problem;                    // why the submission could not be read
  unsigned days_late = 0;
  double raw_points = 0;    // with bonus, before the rule for late submissions
  double final_points = 0;  // after this rule

  bool is_graded() const;  // whether no test is TestState::not_graded
  // Returns reasons for a manual check, one sentence each: the submission is not graded, could not be read,
  // or other files may be intended.
  std::vector<std::string> doubts() const;
  // Counts the steps of public tests only, because the count of hidden tests would reveal their n.
  std::uint64_t public_steps() const;
};

struct Grading {
  const Assignment* assignment = nullptr;  // never null
  std::string version;                     // version of the program
  std::string assignment_hash, secret_hash;
  bool has_secret = false;
  std::string confinement;  // of the workers: "seccomp, landlock, limits"
  bool only_public = false;
  std::vector<SubmissionResult> submissions;  // sorted by id
};

// Whether hidden inputs were drawn without a secret, so that anybody who has the assignment can compute them.
bool has_known_inputs(const Grading& grading);
inline constexpr std::string_view kKnownInputs =
    "Without a secret anybody who has the assignment can compute the inputs of the hidden tests: grade with "
    "--secret FILE.";

bool has_late_submissions(const Grading& grading);

// Computes the final points from the raw points and the rule for late submissions.
void add_final_points(const Assignment& assignment, SubmissionResult& result);

// Returns the submissions without results, so that tables can be checked before grading.
Grading ungraded(const Assignment& assignment, const std::vector<HandedIn>& submissions);

// Keeps the attempt with the most points among the consecutive attempts of each submitter; among equal
// attempts, the first. An attempt that is not graded is also kept, because it could be the best.
std::vector<SubmissionResult> best_attempts(std::vector<SubmissionResult> all);

}  // namespace lockstep::assignment
