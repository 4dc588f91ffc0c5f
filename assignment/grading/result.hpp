// What grading has found, for all reports.
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
  std::string original;              // as the course system names it
  std::vector<std::string> members;  // of a group
  std::string group;                 // the id of the submission whose result this member has; empty: his own
  unsigned attempt = 1;
  std::optional<std::int64_t> handed_in;  // seconds since 1970 in UTC
  std::optional<std::int64_t> due;        // of an extension
  std::optional<double> final_by_person;  // overrides.hpp
  std::vector<SourceText> files;          // by their paths in the first task
  std::string hash;                       // of them
  std::vector<TaskResult> tasks;          // in the order of the assignment; empty: it could not be read
  std::vector<std::string> notes;         // what was ignored or converted
  std::vector<std::string> choices;       // of files, which are among the notes
  std::string problem;                    // why it could not be read
  unsigned days_late = 0;
  double raw_points = 0;    // with bonus, before the rule for late submissions
  double final_points = 0;  // after it

  bool is_graded() const;  // none of its tests is TestState::not_graded
  // What a person should look at, a sentence each: it is not graded, could not be read, or other files may be
  // meant.
  std::vector<std::string> doubts() const;
  // Of the public tests: those of others would tell their n.
  std::uint64_t public_steps() const;
};

struct Grading {
  const Assignment* assignment = nullptr;  // never null
  std::string version;                     // of the program
  std::string assignment_hash, secret_hash;
  bool has_secret = false;
  std::string confinement;  // of the workers: "seccomp, landlock, limits"
  bool only_public = false;
  std::vector<SubmissionResult> submissions;  // in the order of their ids
};

// Hidden inputs were drawn without a secret: whoever has the assignment can compute them.
bool has_known_inputs(const Grading& grading);
inline constexpr std::string_view kKnownInputs =
    "Without a secret anybody who has the assignment can compute the inputs of the hidden tests: grade with "
    "--secret FILE.";

bool has_late_submissions(const Grading& grading);

// Raw points and the rule for late submissions become the final points.
void add_final_points(const Assignment& assignment, SubmissionResult& result);

// The submissions without any result, to check tables before grading.
Grading ungraded(const Assignment& assignment, const std::vector<HandedIn>& submissions);

// Of the attempts of each submitter, which stand side by side, the one with most points; of equal ones the
// first. One that is not graded could be the best, and has to be seen.
std::vector<SubmissionResult> best_attempts(std::vector<SubmissionResult> all);

}  // namespace lockstep::assignment
