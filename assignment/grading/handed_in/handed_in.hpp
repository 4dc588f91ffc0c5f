// What one person or group has handed in, read into memory, with what tables say of it.
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
  std::string original;  // as the course system names it
  std::vector<std::string> members;
  unsigned attempt = 1;
  std::optional<std::int64_t> handed_in;  // seconds since 1970 in UTC
  std::optional<std::int64_t> due;        // of an extension
  std::vector<SourceText> files;
  std::vector<std::string> notes;
  std::string problem;    // why there are no files
  bool is_empty = false;  // it was read, and holds no text
};

enum class Attempts : std::uint8_t { latest, best, all };
std::optional<Attempts> parse_attempts(std::string_view word);

// With Attempts::latest without the earlier ones.
std::vector<HandedIn> read_submissions(const FoundSubmissions& found, Attempts attempts);

// A table with the columns submission and due: later dates for some. The Error names a line, such as one that
// fits no submission, with the nearest name.
Result<void> add_extensions(std::string_view csv, std::vector<HandedIn>& submissions);

}  // namespace lockstep::assignment
