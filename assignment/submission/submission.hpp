// Reads one submission into memory. The contents of a submission are not trusted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::assignment {

struct SubmittedFile {
  std::string path;        // relative to the submission, with '/': "src/reduce.cl"
  std::string text;        // UTF-8, line ends "\n", no byte order mark; the bytes of a binary file
  bool is_binary = false;  // such as a recording, NAME.lockstep, or a picture
};

struct Submission {
  std::string name;                  // name of the file or folder of the submission: "ada", "reduce.cl"
  std::vector<SubmittedFile> files;  // sorted by path; empty if no file can be read
  std::vector<std::string> notes;    // notes on ignored, omitted or converted files, one sentence each
};

// The location of a submission.
struct SubmissionSource {
  std::string path;  // a file, a folder or a zip archive
  // In a folder or an archive of many submissions: the common beginning of this submission's file names, such
  // as "ada/".
  std::string inside = {};
};

// Reads a submission, and removes an enclosing folder. If the sources are in a nested archive, because a
// course system delivers the archive that a student has made, the nested archive is opened; other archives
// are omitted. The Error is a sentence for the grader: there are no files, a limit is exceeded, or an archive
// is damaged.
Result<Submission> read_submission(const SubmissionSource& source);
Result<Submission> read_submission(const std::string& path);

// Whether the file name extension is that of a kernel, a host program, a plan or a recording.
bool is_source_file(std::string_view path);
bool is_archive_file(std::string_view path);

}  // namespace lockstep::assignment
