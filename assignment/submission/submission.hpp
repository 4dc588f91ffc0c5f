// One submission, read into memory. Whoever handed it in may have put anything into it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::assignment {

struct SubmittedFile {
  std::string path;        // below the submission, with '/': "src/reduce.cl"
  std::string text;        // UTF-8, line ends "\n", no byte order mark; of a binary file its bytes
  bool is_binary = false;  // such as a recording, NAME.lockstep, or a picture
};

struct Submission {
  std::string name;                  // of its file or folder: "ada", "reduce.cl"
  std::vector<SubmittedFile> files;  // sorted by their paths; none if nothing in it can be read
  std::vector<std::string> notes;    // what was ignored, left out or converted, a sentence each
};

// Where a submission is.
struct SubmissionSource {
  std::string path;  // a file, a folder or a zip archive
  std::string inside =
      {};  // the beginning of the names that belong to it, in a folder or an archive of many: "ada/"
};

// A folder around everything is removed. If the sources are in an archive within, as course systems deliver
// what a student compressed, that is opened; other archives are left out. The Error is a sentence for the
// person who grades: nothing is there, more than a limit, an archive that is damaged.
Result<Submission> read_submission(const SubmissionSource& source);
Result<Submission> read_submission(const std::string& path);

// Kernels, host programs, plans and recordings, by the endings of their names.
bool is_source_file(std::string_view path);
bool is_archive_file(std::string_view path);

}  // namespace lockstep::assignment
