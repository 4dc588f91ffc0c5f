// The submissions of persons or groups, read into memory, with the entries of tables about them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assignment/judging/run_request.hpp"
#include "assignment/submission/course/find_submissions.hpp"

namespace lockstep::assignment {

struct HandedIn {
  std::string id, submitter, shown;
  std::string original;  // the name in the course system
  std::vector<std::string> members;
  unsigned attempt = 1;
  std::optional<std::int64_t> handed_in;  // seconds since 1970 in UTC
  std::optional<std::int64_t> due;        // from an extension
  std::vector<SourceText> files;
  std::vector<std::string> notes;
  std::string problem;    // why there are no files
  bool is_empty = false;  // whether it was read but contains no text
};

enum class Attempts : std::uint8_t { latest, best, all };
std::optional<Attempts> parse_attempts(std::string_view word);

// With Attempts::latest, earlier attempts are omitted.
std::vector<HandedIn> read_submissions(const FoundSubmissions& found, Attempts attempts);

// A table with the columns submission and due: later due dates for some submissions. The Error names a line,
// for example a line for an unknown submission, with the nearest name.
Result<void> add_extensions(std::string_view csv, std::vector<HandedIn>& submissions);

}  // namespace lockstep::assignment
