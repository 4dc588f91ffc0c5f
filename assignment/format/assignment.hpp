// An assignment as written by its author: a folder with a text, assignment.md, and the files that it names.
// The format is documented in docs/writing-assignments.md. Points are numbers such as 2 or 0.5.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/criteria/criterion.hpp"
#include "assignment/dates/late_rule.hpp"
#include "core/base/result.hpp"
#include "core/base/text/marked_text.hpp"

namespace lockstep::assignment {

// The time at which a student may see the result of a test.
enum class Visibility : std::uint8_t { always, after_due, after_publication, never };
std::string_view name(Visibility visibility);  // "public", "after due", "after publication", "never"
std::optional<Visibility> parse_visibility(std::string_view word);

// The lists whose combinations are the cases of a test. An empty list of texts stands for the usual value.
struct CaseLists {
  std::vector<std::uint64_t> n;    // empty: usual_sizes() for each L
  std::vector<std::uint64_t> L;    // work-items per group
  std::vector<std::string> types;  // "int"
  std::vector<std::string> operators;
  std::vector<std::uint64_t> seeds;  // empty: one seed is drawn
  std::vector<std::string> schedules, orders, models;
  std::vector<std::uint64_t> drawn_n = {};  // the grader's secret draws one more n from these values
};

struct Test {
  std::string title, name;  // the name is unique in the task: "powers-of-two"
  TextPlace place{};
  double points = 0;
  bool is_bonus = false;     // whether its points are in addition to the task's points
  double deduction = 0;      // points that are deducted if the test fails
  bool is_divided = false;   // whether each case earns its share of the points
  bool is_withheld = false;  // whether this copy for students omits the cases
  Visibility visibility = Visibility::always;
  std::vector<std::string> needs;  // names of tests of the task that must pass first
  std::vector<Criterion> criteria;
  CaseLists lists;
  std::uint64_t step_budget = 0;  // warp instructions of each case; 0: a multiple of the reference's
  std::string launch;             // JSON: the fields of a launch description that differ from the task's plan
  bool measures_times() const;    // whether it measures times on a device
};

struct Hint {
  double price = 0;
  std::string text;
};

// A solution by the author that must not earn all points.
struct WrongSolution {
  std::string file;    // in wrong/TASK/
  std::string reason;  // the expected failure: "data race", "wrong result", "barriers"
  TextPlace place{};
};

struct Task {
  std::string title, name;  // the name is unique in the assignment: "interleaved-addressing"
  TextPlace place{};
  std::string statement;           // Markdown
  std::vector<std::string> files;  // submitted by a student; the first is the kernel file
  std::string plan;                // JSON: the launch description of the tests, with formulas in braces
  std::string plan_file;
  double points = 0;  // of all tests except bonus tests
  std::vector<Test> tests;
  std::vector<Hint> hints;
  std::vector<WrongSolution> wrong;
  std::vector<std::string> right;  // other solutions in right/TASK/ that earn all points
  std::optional<double> par;       // for a puzzle: the count that the reference reaches in the first test
  // The arguments of the host program: words with formulas in braces.
  std::string arguments = "{n}";

  double bonus() const;
  const Test* find_test(std::string_view name) const;
  // Whether a student also submits the launches, so that one of the files is a plan.
  bool has_own_launches() const;
  // Return the host program, or its recording, that is submitted with the kernels; "" if there is none.
  std::string host_program() const;
  std::string recording() const;
};

// Parses a rule such as "10 % a day, at most 3 days"; returns none if the text is malformed.
std::optional<LateRule> parse_late_rule(std::string_view text);

// The lists of values from which each student gets one, for all tests that do not specify these values.
struct Variants {
  std::vector<std::string> operators, types;
  std::vector<std::uint64_t> L;
  bool are_any() const { return !operators.empty() || !types.empty() || !L.empty(); }
};

struct Assignment {
  std::string folder;  // "" for assignments built into the program
  std::string title, name, summary;
  std::string text;                 // contents of assignment.md
  std::string introduction;         // Markdown
  std::optional<std::int64_t> due;  // seconds since 1970 in UTC
  LateRule late;
  Variants variants;
  std::vector<Task> tasks;

  double points() const;
  double bonus() const;
  const Task* find_task(std::string_view name) const;
};

// Removes the tests that measure times, so that the assignment can be used without a device.
void leave_out_times(Assignment& assignment);

// Whether the file name extension is .c, .cc, .cpp or .cxx.
bool is_host_program(std::string_view file);

// Whether the name is a field of a test that does not belong to a launch description.
bool is_field_of_test(std::string_view name);

// Returns 1, 2, L − 1, L, L + 1, 2L + 1, 3L, a prime, a power of two and its neighbours, and a size that
// requires two levels with groups of 2L elements.
std::vector<std::uint64_t> usual_sizes(std::uint64_t L);

// Rounds the points to thousandths, the precision of written points.
double rounded_points(double points);
// Returns the points as text: "3", "0.5".
std::string points_text(double points);

}  // namespace lockstep::assignment
