#include "assignment/grading/handed_in/handed_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assignment/dates/times.hpp"
#include "assignment/submission/course/submission_names.hpp"
#include "core/base/text/csv.hpp"
#include "core/recording/recording.hpp"

namespace lockstep::assignment {
namespace {

HandedIn read(const SubmissionPlace& place) {
  HandedIn one;
  one.id = place.id;
  one.submitter = place.submitter;
  one.shown = place.name.empty() ? place.id : place.name;
  one.original = place.original;
  one.members = place.members;
  one.attempt = place.attempt;
  one.handed_in = parse_time(place.handed_in);
  auto submission = read_submission(place.source);
  if (!submission) {
    one.problem = submission.error().message;
    return one;
  }
  for (SubmittedFile& file : submission->files)
    if (!file.is_binary || file.path.ends_with(kRecordingEnding))
      one.files.push_back({std::move(file.path), std::move(file.text)});
  one.notes = std::move(submission->notes);
  one.is_empty = one.files.empty();
  if (one.is_empty) one.problem = "There is no text file in this submission.";
  return one;
}

// The due date of a group applies to its submission.
std::string words_for(const std::string& name, const Error& error, const std::vector<HandedIn>& submissions) {
  for (const HandedIn& one : submissions)
    if (std::ranges::find(one.members, name) != one.members.end())
      return fmt::format("\"{}\" is a member of {}; enter {} instead", name, one.shown, one.id);
  return error.message;
}

}  // namespace

std::optional<Attempts> parse_attempts(std::string_view word) {
  if (word == "latest") return Attempts::latest;
  if (word == "best") return Attempts::best;
  if (word == "all") return Attempts::all;
  return std::nullopt;
}

std::vector<HandedIn> read_submissions(const FoundSubmissions& found, Attempts attempts) {
  std::vector<HandedIn> all;
  for (std::size_t i = 0; i < found.places.size(); ++i) {
    const bool is_latest =
        i + 1 == found.places.size() || found.places[i + 1].submitter != found.places[i].submitter;
    if (attempts != Attempts::latest || is_latest) all.push_back(read(found.places[i]));
  }
  return all;
}

Result<void> add_extensions(std::string_view csv, std::vector<HandedIn>& submissions) {
  const auto table = read_csv(csv);
  if (!table) return usage_error(table.error().message);
  const auto submission = table->column("submission"), due = table->column("due");
  if (!submission || !due)
    return usage_error("a table of extensions must have the columns submission and due");
  const NamedSubmissions names = names_of_all(submissions);
  for (const CsvRow& row : table->rows) {
    const auto time = parse_time(row.fields[*due]);
    if (!time)
      return usage_error(fmt::format("line {}: \"{}\" is not a time; enter, for example, 2026-12-01 23:59",
                                     row.line, row.fields[*due]));
    const auto found = names.find(row.fields[*submission]);
    if (!found)
      return usage_error(fmt::format("line {}: {}", row.line,
                                     words_for(row.fields[*submission], found.error(), submissions)));
    for (const std::size_t i : *found) submissions[i].due = time;
  }
  return {};
}

}  // namespace lockstep::assignment
