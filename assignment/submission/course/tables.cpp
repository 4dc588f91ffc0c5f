#include "assignment/submission/course/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <span>

#include "assignment/submission/files/file_name.hpp"
#include "assignment/submission/text_of_bytes.hpp"
#include "assignment/times/times.hpp"
#include "core/base/text/csv.hpp"

namespace lockstep::assignment {
namespace {

Result<CsvTable> table_with(const std::string& text, const std::string& what,
                            std::span<const std::string_view> columns) {
  Result<CsvTable> table = read_csv(text_of_bytes(text).text);
  if (!table) return usage_error(fmt::format("{}, {}.", what, table.error().message));
  for (const std::string_view column : columns)
    if (!table->column(column))
      return usage_error(fmt::format("{} has no column {}: its first line names the columns.", what, column));
  return table;
}

// What a table may call a submission.
std::vector<std::string> names_of(const SubmissionPlace& place) {
  std::vector<std::string> names{place.submitter, place.name, place.original};
  if (const std::size_t end = place.original.rfind('.'); end != std::string::npos && end > 0)
    names.push_back(place.original.substr(0, end));
  return names;
}

std::optional<unsigned> small_number(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0) return std::nullopt;
  return number;
}

}  // namespace

Result<void> SubmissionTables::read_groups(const std::string& text, const std::string& what) {
  constexpr std::string_view kColumns[]{"submission", "member"};
  const Result<CsvTable> table = table_with(text, what, kColumns);
  if (!table) return tl::unexpected(table.error());
  for (const CsvRow& row : table->rows)
    members_[row.fields[*table->column("submission")]].push_back(row.fields[*table->column("member")]);
  return {};
}

Result<void> SubmissionTables::read_attempts(const std::string& text, const std::string& what) {
  constexpr std::string_view kColumns[]{"submission", "attempt", "handed_in"};
  const Result<CsvTable> table = table_with(text, what, kColumns);
  if (!table) return tl::unexpected(table.error());
  for (const CsvRow& row : table->rows) {
    const auto attempt = small_number(row.fields[*table->column("attempt")]);
    const auto time = iso_time(row.fields[*table->column("handed_in")]);
    if (!attempt)
      return usage_error(fmt::format("{}, line {}: an attempt is a number from 1 on.", what, row.line));
    if (!time)
      return usage_error(fmt::format(
          "{}, line {}: write a time as 2026-11-20T14:03:09+01:00 or 2026-11-20 14:03.", what, row.line));
    times_[{row.fields[*table->column("submission")], *attempt}] = *time;
  }
  return {};
}

void SubmissionTables::apply_to(FoundSubmissions& found) const {
  std::set<std::string> unused;
  for (const auto& [name, members] : members_) unused.insert(name);
  for (const auto& [key, time] : times_) unused.insert(key.first);
  for (SubmissionPlace& place : found.places)
    for (const std::string& name : names_of(place)) {
      unused.erase(name);
      if (const auto members = members_.find(name); members != members_.end() && place.members.empty())
        place.members = members->second;
      if (const auto time = times_.find({name, place.attempt}); time != times_.end())
        place.handed_in = time->second;
    }
  for (const std::string& name : unused)
    found.notes.push_back(fmt::format("A table names {}, who handed in nothing.", shown_name(name)));
}

}  // namespace lockstep::assignment
