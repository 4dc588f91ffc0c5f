#include "gui/pages/compare/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/text/csv.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::gui {
namespace {

using sim::Counters;
using Unit = CompareColumn::Unit;

double number(std::uint64_t value) { return static_cast<double>(value); }

constexpr CompareColumn kColumns[] = {
    {"launches", "launches", "Kernels that the host enqueues one after another",
     [](const Counters& c) { return number(c.launches); }},
    {"warps", "warps", "Launched warps: groups of work-items that the device runs in lockstep",
     [](const Counters& c) { return number(c.warps); }},
    {"steps", "steps T",
     "Parallel time: the longest chain of operator applications; a work-item performs one at a time and "
     "waits for its operands",
     [](const Counters& c) { return number(c.steps); }},
    {"work", "work W", "Executed applications of the operator: the active work-items, summed over the steps",
     [](const Counters& c) { return number(c.work); }},
    {"useful_work", "useful work",
     "Applications to two values that both contain inputs; the others are applied to an identity",
     [](const Counters& c) { return number(c.useful_work); }},
    {"divergent_branches", "divergent\nbranches",
     "Branches in the source that split a warp: both sides execute one after the other. The compiler may "
     "replace short ones by predication",
     [](const Counters& c) { return number(c.divergent_branches); }},
    {"barriers", "barriers", "Executed barriers, counted once for each work-group",
     [](const Counters& c) { return number(c.barriers); }},
    {"global_transactions", "global\ntransactions",
     "Transactions of loads, stores and atomics on global memory: aligned segments; from cc5.0 on, sectors",
     [](const Counters& c) {
       return number(c.global_load_transactions + c.global_store_transactions + c.global_atomic_transactions);
     }},
    {"bytes_moved", "KiB\nmoved", "Bytes of all global transactions, requested or not, in KiB",
     [](const Counters& c) { return number(c.bytes_moved); }, Unit::kibibytes},
    {"local_wavefronts", "local\npasses",
     "Passes of loads, stores and atomics on local memory: one for each access without bank conflicts",
     [](const Counters& c) {
       return number(c.local_load_wavefronts + c.local_store_wavefronts + c.local_atomic_wavefronts);
     }},
    {"local_conflicts", "bank\nconflicts",
     "Local passes beyond those of the same accesses without bank conflicts",
     [](const Counters& c) { return number(c.local_conflicts); }},
    {"lane_utilisation", "lanes\nbusy",
     "Share of active lanes in all executed warp instructions; a lane of the warp without a work-item is "
     "idle",
     [](const Counters& c) { return c.lane_utilisation(); }, Unit::percent, true},
};

const CompareColumn& sorted_column(const CompareChoice& choice) {
  const CompareColumn* column = find_compare_column(choice.column);
  return column ? *column : kColumns[0];
}

void fill(CompareRow& row, const CountSnapshot& counts) {
  if (counts.running && counts.requests[*counts.running] == row.request)
    row.status = CompareRow::Status::counting;
  const Counted* counted = counts.find(row.request);
  if (counted == nullptr) return;
  row.status = counted->counters ? CompareRow::Status::counted : CompareRow::Status::refused;
  row.reason = counted->reason;
  row.wrong = counted->wrong;
  row.counters = counted->counters.value_or(Counters{});
}

bool shows_family(const CompareChoice& choice, Algorithm::Family family) {
  switch (family) {
    case Algorithm::Family::reduction:
      return choice.reductions;
    case Algorithm::Family::scan:
      return choice.scans;
    case Algorithm::Family::pattern:
      return choice.patterns;
    case Algorithm::Family::hazard:
      break;
  }
  return false;
}

bool is_counted(const CompareRow& row) { return row.status == CompareRow::Status::counted; }

// Computes the lengths of the bars. All families have the same scale, so that bars of equal length
// denote equal values.
void scale_bars(std::span<CompareRow> rows, const CompareColumn& column) {
  double most = 0;
  for (const CompareRow& row : rows)
    if (is_counted(row)) most = std::max(most, column.value(row.counters));
  for (CompareRow& row : rows) row.bar = is_counted(row) && most > 0 ? column.value(row.counters) / most : 0;
}

// Sorts the rows of one family.
void sort_rows(std::span<CompareRow> rows, const CompareChoice& choice) {
  const CompareColumn& column = sorted_column(choice);
  std::ranges::stable_sort(rows, [&](const CompareRow& a, const CompareRow& b) {
    if (is_counted(a) != is_counted(b)) return is_counted(a);
    if (!is_counted(a)) return false;
    const double x = column.value(a.counters), y = column.value(b.counters);
    return choice.descending ? x > y : x < y;
  });
}

}  // namespace

std::span<const CompareColumn> compare_columns() { return kColumns; }

const CompareColumn* find_compare_column(std::string_view key) {
  const auto found = std::ranges::find(kColumns, key, &CompareColumn::key);
  return found == std::end(kColumns) ? nullptr : found;
}

std::string format_value(const CompareColumn& column, double value) {
  switch (column.unit) {
    case Unit::kibibytes:
      return value < 1024 * 1000 ? fmt::format("{:.1f}", value / 1024)
                                 : count_text(static_cast<std::uint64_t>(value / 1024 + 0.5));
    case Unit::percent:
      return fmt::format("{:.1f} %", 100 * value);
    case Unit::count:
      break;
  }
  return count_text(static_cast<std::uint64_t>(value));
}

std::vector<CompareRow> compare_rows(const AppState& state, const std::string& own_text) {
  std::vector<CompareRow> rows;
  for (ComparedKernel& kernel : compared_kernels(state, own_text))
    // Patterns are compared only while they are shown.
    if (kernel.family != Algorithm::Family::pattern || state.compare.patterns)
      static_cast<ComparedKernel&>(rows.emplace_back()) = std::move(kernel);
  return rows;
}

std::vector<CountRequest> count_requests(const std::vector<CompareRow>& rows) {
  std::vector<CountRequest> requests;
  for (const CompareRow& row : rows) requests.push_back(row.request);
  return requests;
}

std::vector<CompareRow> prepare_compare(const AppState& state, std::vector<CompareRow> rows,
                                        const CountSnapshot& counts) {
  const CompareChoice& choice = state.compare;
  std::erase_if(rows, [&](const CompareRow& row) { return !shows_family(choice, row.family); });
  for (CompareRow& row : rows) fill(row, counts);
  scale_bars(rows, sorted_column(choice));
  // Each family is sorted separately. The rows are already ordered by family.
  for (auto begin = rows.begin(); begin != rows.end();) {
    const auto end =
        std::find_if(begin, rows.end(), [&](const CompareRow& row) { return row.family != begin->family; });
    sort_rows({begin, end}, choice);
    begin = end;
  }
  return rows;
}

std::string difference_text(const CompareColumn& column, const Counters& first, const Counters& second) {
  const double change = column.value(second) - column.value(first);
  if (change == 0) return "=";
  const char* sign = change < 0 ? "−" : "+";
  if (column.unit == Unit::percent) return fmt::format("{}{:.1f} points", sign, 100 * std::abs(change));
  return sign + format_value(column, std::abs(change));
}

// Returns a sentence about the column with the largest ratio of the two values. To compute the ratio, 0 is
// replaced by 0.5.
std::string pair_sentence(const CompareRow& first, const CompareRow& second) {
  if (!is_counted(first) || !is_counted(second)) return {};
  const CompareColumn* widest = nullptr;
  double most = 1;
  for (const CompareColumn& column : kColumns) {
    if (column.unit == Unit::percent) continue;
    const double a = std::max(0.5, column.value(first.counters));
    const double b = std::max(0.5, column.value(second.counters));
    if (std::max(a / b, b / a) <= most) continue;
    most = std::max(a / b, b / a);
    widest = &column;
  }
  if (widest == nullptr) {
    const double a = first.counters.lane_utilisation(), b = second.counters.lane_utilisation();
    if (a == b) return "All counters are equal.";
    return fmt::format("They differ only in the share of busy lanes: {:.1f} % and {:.1f} %.", 100 * a,
                       100 * b);
  }
  std::string what(widest->title);
  std::ranges::replace(what, '\n', ' ');
  const auto named = [&](const CompareRow& row) {
    const std::string note = row.note.empty() ? "" : " (" + row.note + ")";
    return fmt::format("{}{} has {}", row.label, note, format_value(*widest, widest->value(row.counters)));
  };
  return fmt::format("They differ most in {}: {}, {}.", what, named(first), named(second));
}

std::string wrong_sentence(const CompareChoice& choice, const std::vector<CompareRow>& rows) {
  const auto is_wrong = [](const CompareRow& row) { return !row.wrong.empty(); };
  auto row = std::ranges::find(rows, choice.row, &CompareRow::key);
  if (row == rows.end() || !is_wrong(*row)) row = std::ranges::find_if(rows, is_wrong);
  return row == rows.end() ? "" : fmt::format("✗ {}: {}", row->label, as_sentence(row->wrong));
}

std::string wrong_sentence(const CompareRow& first, const CompareRow& second) {
  std::string text;
  for (const CompareRow* row : {&first, &second})
    if (!row->wrong.empty())
      text += fmt::format("{}✗ {}: {}", text.empty() ? "" : " ", row == &first ? "A" : "B",
                          as_sentence(row->wrong));
  return text;
}

// The note about a wrong result is short, because the sentence above the table explains the result.
std::string note_of(const CompareRow& row) {
  if (row.wrong.empty()) return row.note;
  return "✗ " + (row.note.empty() ? "wrong" : row.note);
}

std::string compare_csv(const std::vector<CompareRow>& rows) {
  std::string text = "id,note";
  for (const CompareColumn& column : kColumns) text += fmt::format(",{}", column.key);
  text += ",reason\n";
  for (const CompareRow& row : rows) {
    text += row.kernel_file.empty() ? row.algorithm : csv_quoted(row.kernel_file);
    text += ',' + (row.note.empty() ? "" : csv_quoted(row.note));
    for (const CompareColumn& column : kColumns)
      text += is_counted(row) ? fmt::format(",{}", column.value(row.counters)) : ",";
    const std::string& reason = row.reason.empty() ? row.wrong : row.reason;
    text += ',' + (reason.empty() ? "" : csv_quoted(reason)) + '\n';
  }
  return text;
}

std::string compare_json(const std::vector<CompareRow>& rows) {
  using Json = nlohmann::ordered_json;
  Json table = Json::array();
  for (const CompareRow& row : rows) {
    Json entry{{"id", row.algorithm}, {"kernel_file", row.kernel_file}, {"note", row.note}};
    for (const CompareColumn& column : kColumns)
      entry[std::string(column.key)] = is_counted(row) ? Json(column.value(row.counters)) : Json();
    entry["reason"] = row.reason.empty() ? row.wrong : row.reason;
    table.push_back(std::move(entry));
  }
  return Json{{"rows", std::move(table)}}.dump(1) + "\n";
}

void sort_by(CompareChoice& choice, std::string_view key) {
  const CompareColumn* column = find_compare_column(key);
  if (column == nullptr) return;
  // At first, the most expensive row comes first.
  choice.descending = choice.column == key ? !choice.descending : !column->more_is_better;
  choice.column = key;
}

void step_column(CompareChoice& choice, int by) {
  const auto count = static_cast<int>(std::size(kColumns));
  const auto at = static_cast<int>(&sorted_column(choice) - kColumns);
  sort_by(choice, kColumns[(at + by + count) % count].key);
}

void step_row(CompareChoice& choice, const std::vector<CompareRow>& rows, int by) {
  if (rows.empty()) return;
  const auto last = static_cast<int>(rows.size()) - 1;
  const auto found = std::ranges::find(rows, choice.row, &CompareRow::key);
  const int at = found == rows.end() ? (by > 0 ? -1 : last + 1) : static_cast<int>(found - rows.begin());
  choice.row = rows[static_cast<std::size_t>(std::clamp(at + by, 0, last))].key;
}

void mark_row(CompareChoice& choice, const std::string& key) {
  // A new pair starts at the moment that its runs suggest.
  choice.stepping = false;
  choice.step.reset();
  if (key.empty() || std::erase(choice.pair, key) > 0) return;
  // Only the last two marks are kept.
  if (choice.pair.size() >= 2) choice.pair.erase(choice.pair.begin());
  choice.pair.push_back(key);
}

void open_row(AppState& state, const CompareRow& row) {
  state.tab = kStepPage;
  state.compare.row = row.key;
  if (state.algorithm != row.algorithm || state.kernel_file != row.kernel_file)
    choose_algorithm(state, row.algorithm);
}

}  // namespace lockstep::gui
