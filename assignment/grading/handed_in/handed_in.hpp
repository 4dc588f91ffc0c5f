// The submissions of people or groups, read into memory, with the data about them in tables.
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
  std::string problem;    // why there are no files to grade
  bool is_empty = false;  // whether the submission was read but contains no text
};

enum class Attempts : std::uint8_t { latest, best, all };
std::optional<Attempts> parse_attempts(std::string_view word);

// Reads the submissions. With Attempts::latest, earlier attempts are omitted.
std::vector<HandedIn> read_submissions(const FoundSubmissions& found, Attempts attempts);

// Reads a table with the columns submission and due, which contains later due dates for some submissions. The
// Error names the line at fault. For a line with an unknown submission, it also gives the nearest name.
Result<void> add_extensions(std::string_view csv, std::vector<HandedIn>& submissions);

}  // namespace lockstep::assignment
