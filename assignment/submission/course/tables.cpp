#include "assignment/submission/course/tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "assignment/dates/times.hpp"
#include "assignment/submission/course/submission_names.hpp"
#include "assignment/submission/text_of_bytes.hpp"
#include "core/base/text/csv.hpp"

namespace lockstep::assignment {
namespace {

Result<CsvTable> table_of(const std::string& text, const std::string& what) {
  Result<CsvTable> table = read_csv(text_of_bytes(text).text);
  if (!table) return usage_error(fmt::format("{}, {}.", what, table.error().message));
  return table;
}

Result<CsvTable> table_with(const std::string& text, const std::string& what,
                            std::span<const std::string_view> columns) {
  Result<CsvTable> table = table_of(text, what);
  if (!table) return table;
  for (const std::string_view column : columns)
    if (!table->column(column))
      return usage_error(
          fmt::format("{} has no column {}: its first line must name the columns.", what, column));
  return table;
}

std::optional<unsigned> small_number(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0) return std::nullopt;
  return number;
}

NamedSubmissions names_of(const FoundSubmissions& found) {
  NamedSubmissions names;
  for (const SubmissionPlace& place : found.places)
    names.add({place.id, place.submitter, place.name, place.original});
  return names;
}

// Returns all attempts of the submitter of a place.
std::vector<SubmissionPlace*> attempts_of(FoundSubmissions& found, const SubmissionPlace& one) {
  std::vector<SubmissionPlace*> all;
  for (SubmissionPlace& place : found.places)
    if (place.submitter == one.submitter) all.push_back(&place);
  return all;
}

std::string numbers_text(const std::vector<SubmissionPlace*>& attempts) {
  std::set<unsigned> numbers;
  for (const SubmissionPlace* const one : attempts) numbers.insert(one->attempt);
  return fmt::format("{}", fmt::join(numbers, ", "));
}

// Notes the submissions that a table of times omits, because they silently count as punctual.
void note_unknown_times(FoundSubmissions& found) {
  std::string names;
  for (const SubmissionPlace& place : found.places)
    if (place.handed_in.empty()) names += (names.empty() ? "" : ", ") + place.id;
  if (!names.empty())
    found.notes.push_back(
        fmt::format("No table contains the submission times of the following submissions, so they do not "
                    "count as late: {}.",
                    names));
}

}  // namespace

Result<void> SubmissionTables::read(const std::string& text, const std::string& what) {
  const Result<CsvTable> table = table_of(text, what);
  if (!table) return tl::unexpected(table.error());
  if (table->column("attempt") || table->column("handed_in")) return read_attempts(text, what);
  if (table->column("member")) return read_groups(text, what);
  if (table->column("due"))
    return usage_error(fmt::format("{} is a table of later dates: use --extensions {}.", what, what));
  if (table->column("reason"))
    return usage_error(fmt::format("{} is a table of manual points: use --overrides {}.", what, what));
  return usage_error(
      fmt::format("{} is a table, but has neither the columns submission,member nor submission,attempt,"
                  "handed_in: correct its first line.",
                  what));
}

Result<void> SubmissionTables::read_groups(const std::string& text, const std::string& what) {
  constexpr std::string_view kColumns[]{"submission", "member"};
  const Result<CsvTable> table = table_with(text, what, kColumns);
  if (!table) return tl::unexpected(table.error());
  for (const CsvRow& row : table->rows) {
    const std::string where = fmt::format("{}, line {}", what, row.line);
    const std::string& member = row.fields[*table->column("member")];
    if (member.empty()) return usage_error(where + ": this line must name a member.");
    groups_.push_back({where, row.fields[*table->column("submission")], member});
  }
  return {};
}

Result<void> SubmissionTables::read_attempts(const std::string& text, const std::string& what) {
  constexpr std::string_view kColumns[]{"submission", "attempt", "handed_in"};
  const Result<CsvTable> table = table_with(text, what, kColumns);
  if (!table) return tl::unexpected(table.error());
  for (const CsvRow& row : table->rows) {
    const std::string where = fmt::format("{}, line {}", what, row.line);
    const auto attempt = small_number(row.fields[*table->column("attempt")]);
    const auto time = iso_time(row.fields[*table->column("handed_in")]);
    if (!attempt) return usage_error(where + ": an attempt must be a number of at least 1.");
    if (!time)
      return usage_error(where + ": enter a time such as 2026-11-20T14:03:09+01:00 or 2026-11-20 14:03.");
    attempts_.push_back({where, row.fields[*table->column("submission")], *attempt, *time});
  }
  return {};
}

Result<void> SubmissionTables::apply_to(FoundSubmissions& found) const {
  if (auto applied = apply_groups(found); !applied) return applied;
  return apply_attempts(found);
}

Result<void> SubmissionTables::apply_groups(FoundSubmissions& found) const {
  const NamedSubmissions names = names_of(found);
  std::map<std::string, std::string> group_of;  // for each member, the submitter
  for (const GroupRow& row : groups_) {
    const auto places = names.find(row.submission);
    if (!places)
      return usage_error(
          fmt::format("{}: {}; correct the line or remove it.", row.where, places.error().message));
    const std::string& submitter = found.places[places->front()].submitter;
    const auto [before, is_new] = group_of.try_emplace(row.member, submitter);
    if (!is_new && before->second != submitter)
      return usage_error(fmt::format("{}: {} is also a member of {}; remove one of the lines.", row.where,
                                     row.member, before->second));
    for (const std::size_t i : *places)
      if (auto& members = found.places[i].members; std::ranges::find(members, row.member) == members.end())
        members.push_back(row.member);
  }
  return {};
}

Result<void> SubmissionTables::apply_attempts(FoundSubmissions& found) const {
  const NamedSubmissions names = names_of(found);
  std::map<std::string, std::size_t> rows_of;  // for each submitter
  for (const AttemptRow& row : attempts_)
    if (const auto places = names.find(row.submission)) ++rows_of[found.places[places->front()].submitter];
  std::set<const SubmissionPlace*> timed;
  for (const AttemptRow& row : attempts_) {
    const auto places = names.find(row.submission);
    if (!places)
      return usage_error(
          fmt::format("{}: {}; correct the line or remove it.", row.where, places.error().message));
    const std::vector<SubmissionPlace*> attempts = attempts_of(found, found.places[places->front()]);
    const auto same = std::ranges::find(attempts, row.attempt, &SubmissionPlace::attempt);
    const bool is_only = attempts.size() == 1 && rows_of[attempts[0]->submitter] == 1;
    if (same == attempts.end() && !is_only)
      return usage_error(fmt::format(
          "{}: there is no attempt {} of {}, only {}; correct the line, or put each attempt into a folder of "
          "its own: {}/attempt-{}.",
          row.where, row.attempt, attempts[0]->submitter, numbers_text(attempts), attempts[0]->submitter,
          row.attempt));
    SubmissionPlace& place = same == attempts.end() ? *attempts[0] : **same;
    if (!timed.insert(&place).second)
      return usage_error(
          fmt::format("{}: attempt {} of {} also has a time in another line; remove one of the lines.",
                      row.where, row.attempt, place.submitter));
    place.handed_in = row.time;
    place.attempt = row.attempt;
  }
  if (!attempts_.empty()) note_unknown_times(found);
  return {};
}

}  // namespace lockstep::assignment
