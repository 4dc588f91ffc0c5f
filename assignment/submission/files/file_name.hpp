// Checks the names of files from other machines. In a submission, a name is a path in UTF-8 with '/',
// relative to the submission.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::assignment {

struct FileName {
  enum class Kind : std::uint8_t {
    good,
    ignored,  // files of operating systems, editors and version control: `why` names the kind
    refused,  // `why` is the end of a sentence: "leads out of the submission"
  };
  Kind kind = Kind::good;
  std::string path;  // for a good name: "src/reduce.cl"
  std::string why;
  bool was_converted = false;  // whether the name was not UTF-8
};

// Checks and converts a name. Backslashes become slashes, because archives from Windows contain backslashes.
// A name that is not UTF-8 is read in the old character set of Windows archives (code page 437), with '_' in
// place of characters that are not letters.
FileName read_file_name(std::string_view raw);

// Returns the name as it is quoted in messages.
std::string shown_name(std::string_view raw);

bool is_utf8(std::string_view text);

// Compares ASCII letters in either case: ".ZIP" equals ".zip".
bool has_ending(std::string_view name, std::string_view ending);

}  // namespace lockstep::assignment
