// The Compare page's table of all algorithms, prepared without drawing: rows, their order and their bars.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gui/background_jobs/pair/compared_kernels.hpp"

namespace lockstep::gui {

// A column of the table: a counter, or a sum of counters.
struct CompareColumn {
  std::string_view key;    // its name in scenes
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
  std::string reason;  // why it was refused
  std::string wrong;   // why its result cannot be trusted
  sim::Counters counters;
  double bar = 0;  // share of the largest value of all shown rows in the sorted column, 0 to 1
};

// All kernels of the state, not yet counted.
std::vector<CompareRow> compare_rows(const AppState& state, const std::string& own_text);
std::vector<CountRequest> count_requests(const std::vector<CompareRow>& rows);

// Rows in the order reductions, scans, patterns; each family is sorted by the selected column. Rows without
// counts come last in the order of the catalogue. Hidden families are left out.
std::vector<CompareRow> prepare_compare(const AppState& state, std::vector<CompareRow> rows,
                                        const CountSnapshot& counts);

// One sentence about the largest difference of two counted rows. Empty until both are counted.
std::string pair_sentence(const CompareRow& first, const CompareRow& second);
// Why the result of the row under the cursor is wrong, or that of the first wrong row. Empty: all are right.
std::string wrong_sentence(const CompareChoice& choice, const std::vector<CompareRow>& rows);
// Does the same for two marked rows.
std::string wrong_sentence(const CompareRow& first, const CompareRow& second);
// For example "edited", "✗ edited" or "✗ wrong"; empty: the row's name has no note.
std::string note_of(const CompareRow& row);
// For example "−60", "+12 KiB" or "=": the second row minus the first.
std::string difference_text(const CompareColumn& column, const sim::Counters& first,
                            const sim::Counters& second);

std::string compare_csv(const std::vector<CompareRow>& rows);
std::string compare_json(const std::vector<CompareRow>& rows);

// Changes of a state requested by keys and clicks. `rows`: the prepared rows.
void sort_by(CompareChoice& choice, std::string_view column);  // the same column again: reverses the order
void step_column(CompareChoice& choice, int by);
void step_row(CompareChoice& choice, const std::vector<CompareRow>& rows, int by);
void mark_row(CompareChoice& choice, const std::string& key);  // marks a row, or removes the mark
void open_row(AppState& state, const CompareRow& row);         // in Step

}  // namespace lockstep::gui
