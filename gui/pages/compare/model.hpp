// Computes the Compare page's table of all algorithms without drawing: the rows, their order and their bars.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gui/background_jobs/pair/compared_kernels.hpp"

namespace lockstep::gui {

// A column of the table: a counter, or a sum of counters.
struct CompareColumn {
  std::string_view key;    // name of the column in scenes
  std::string_view title;  // at most two short lines
  std::string_view explanation;
  double (*value)(const sim::Counters&);
  enum class Unit : std::uint8_t { count, kibibytes, percent } unit = Unit::count;
  bool more_is_better = false;
};
std::span<const CompareColumn> compare_columns();
const CompareColumn* find_compare_column(std::string_view key);
std::string format_value(const CompareColumn& column, double value);

// A compared kernel and its counts.
struct CompareRow : ComparedKernel {
  enum class Status : std::uint8_t { waiting, counting, counted, refused } status = Status::waiting;
  std::string reason;  // why the kernel could not be counted
  std::string wrong;   // why the result of the kernel is wrong
  sim::Counters counters;
  double bar = 0;  // value in the sorted column as a fraction of the largest value in the shown rows, 0 to 1
};

// Returns the rows of all kernels that the state compares, without counts. `own_text`: the text of the
// user's own kernel.
std::vector<CompareRow> compare_rows(const AppState& state, const std::string& own_text);
std::vector<CountRequest> count_requests(const std::vector<CompareRow>& rows);

// Returns the rows to show, in the order reductions, scans, patterns. Each family is sorted by the
// selected column; in each family, rows without counts come last, in the order of the catalogue. Hidden
// families are left out.
std::vector<CompareRow> prepare_compare(const AppState& state, std::vector<CompareRow> rows,
                                        const CountSnapshot& counts);

// Returns a sentence about the largest difference between two rows; empty until both rows are counted.
std::string pair_sentence(const CompareRow& first, const CompareRow& second);
// Returns why the result of the row under the cursor is wrong. If this result is right, returns why the first
// wrong result is wrong; empty if all results are right.
std::string wrong_sentence(const CompareChoice& choice, const std::vector<CompareRow>& rows);
// Returns why the results of two marked rows are wrong; empty if both results are right.
std::string wrong_sentence(const CompareRow& first, const CompareRow& second);
// Returns the note beside the name of a row, for example "edited", "✗ edited" or "✗ wrong"; empty if
// there is no note.
std::string note_of(const CompareRow& row);
// Returns the value of the second row minus the value of the first row as text, for example "−60",
// "+12 KiB" or "=".
std::string difference_text(const CompareColumn& column, const sim::Counters& first,
                            const sim::Counters& second);

std::string compare_csv(const std::vector<CompareRow>& rows);
std::string compare_json(const std::vector<CompareRow>& rows);

// The following functions make changes to the state that keys and clicks request. `rows`: the rows
// of prepare_compare().
void sort_by(CompareChoice& choice,
             std::string_view column);  // if the table is already sorted by this column, reverses the order
void step_column(CompareChoice& choice, int by);
void step_row(CompareChoice& choice, const std::vector<CompareRow>& rows, int by);
void mark_row(CompareChoice& choice, const std::string& key);  // marks a row, or removes the mark
void open_row(AppState& state, const CompareRow& row);         // opens the row in Step

}  // namespace lockstep::gui
