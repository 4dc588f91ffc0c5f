// A student's files of an assignment. Each file starts as the author's skeleton. Typed changes are an edit in
// the window's state, as for any kernel. If a run in Step, or Ctrl+S there, needs a file, it is stored in the
// folder of the user's data. Tasks that name the same file share it, as in grading.
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

  // The path identifies the edit: "/home/ada/.local/share/lockstep/assignments/reduction/reduce.cl".
  std::string path(const std::string& file) const { return folder_ + "/" + file; }
  const std::string& skeleton(const std::string& file) const;
  std::string text(const RunChoice& run, const std::string& file) const;
  // A text that equals the stored text is not an edit.
  void set_text(RunChoice& run, const std::string& file, const std::string& text) const;
  // All files that are submitted for a task, with the names that the author gave them.
  std::vector<assignment::SourceText> of(const RunChoice& run, const assignment::Task& task) const;
  bool is_begun(const RunChoice& run, const assignment::Task& task) const;

  // Writes the files of a task for a run that reads them from disk. A kernel file that does not exist yet is
  // written as the skeleton, so that the student's text remains an edit.
  Result<void> write(const RunChoice& run, const assignment::Task& task) const;

 private:
  // The file on disk, which Ctrl+S in Step may have written; if there is none, the skeleton.
  const std::string& stored(const std::string& file) const;

  std::string folder_;
  std::map<std::string, std::string> skeletons_;
  struct OnDisk {
    FileStamp stamp;
    std::string text;
  };
  mutable std::map<std::string, OnDisk> on_disk_;  // cache
};

}  // namespace lockstep::gui
