// The student's files of an assignment. Each file starts as the author's skeleton. Typed changes are
// stored as an edit in the window's state, as for any kernel. A file is written to the folder of the
// user's data only if a run in Step, or Ctrl+S in Step, needs it. Tasks that name the same file share this
// file, as in grading.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "assignment/judging/run_request.hpp"
#include "gui/background_jobs/assignment_runner.hpp"
#include "gui/state/state.hpp"
#include "gui/user_data/file_stamp.hpp"

namespace lockstep::gui {

class StudentFiles {
 public:
  explicit StudentFiles(const LoadedAssignment& loaded);

  // The path of a file, for example "/home/ada/.local/share/lockstep/assignments/reduction/reduce.cl". It
  // identifies the edit in the state.
  std::string path(const std::string& file) const { return folder_ + "/" + file; }
  const std::string& skeleton(const std::string& file) const;
  std::string text(const RunChoice& run, const std::string& file) const;
  // Stores the text as an edit, unless it is equal to the stored text.
  void set_text(RunChoice& run, const std::string& file, const std::string& text) const;
  // Returns all files that are submitted for a task, under the names that the author specified.
  std::vector<assignment::SourceText> of(const RunChoice& run, const assignment::Task& task) const;
  bool is_begun(const RunChoice& run, const assignment::Task& task) const;

  // Writes the files of a task to disk, for a run that reads files from disk. A kernel file that does not
  // exist yet is written as the skeleton, so that the student's text remains an edit.
  Result<void> write(const RunChoice& run, const assignment::Task& task) const;

 private:
  // Returns the text of the file on disk, which Ctrl+S in Step may have written. If there is no such file,
  // returns the skeleton.
  const std::string& stored(const std::string& file) const;

  std::string folder_;
  std::map<std::string, std::string> skeletons_;
  struct OnDisk {
    FileStamp stamp;
    std::string text;
  };
  mutable std::map<std::string, OnDisk> on_disk_;  // cached texts of files on disk
};

}  // namespace lockstep::gui
