// Names of files from other machines. In a submission a name is a path in UTF-8 with '/', below the
// submission.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::assignment {

struct FileName {
  enum class Kind : std::uint8_t {
    good,
    ignored,  // files of systems, editors and version control: `why` names which
    refused,  // `why` is the end of a sentence: "leads out of the submission"
  };
  Kind kind = Kind::good;
  std::string path;  // of a good name: "src/reduce.cl"
  std::string why;
  bool was_converted = false;  // it was not UTF-8
};

// Backslashes are slashes, as archives of Windows have them. A name that is not UTF-8 is read in the old
// character set of Windows' archives (code page 437), with '_' for what is not a letter.
FileName read_file_name(std::string_view raw);

// As messages quote it.
std::string shown_name(std::string_view raw);

bool is_utf8(std::string_view text);

// ASCII letters in either case: ".ZIP" is ".zip".
bool has_ending(std::string_view name, std::string_view ending);

}  // namespace lockstep::assignment
