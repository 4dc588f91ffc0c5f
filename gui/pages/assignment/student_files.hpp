// A student's files of an assignment. Each begins as the author's skeleton. What is typed is an edit of the
// window's state, as that of any kernel; a file in the folder of the user's data stands for it where a run
// on Step, or Ctrl+S there, needs one. Tasks that name the same file share it, as they do for grading.
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

  // The key of its edit: "/home/ada/.local/share/lockstep/assignments/reduction/reduce.cl".
  std::string path(const std::string& file) const { return folder_ + "/" + file; }
  const std::string& skeleton(const std::string& file) const;
  std::string text(const RunChoice& run, const std::string& file) const;
  // Text that equals what is stored is no edit.
  void set_text(RunChoice& run, const std::string& file, const std::string& text) const;
  // All that are handed in for a task, by the names that the author gave them.
  std::vector<assignment::SourceText> of(const RunChoice& run, const assignment::Task& task) const;
  bool is_begun(const RunChoice& run, const assignment::Task& task) const;

  // Files of a task, for a run that reads them from the disk: where there is no kernel file yet it is the
  // skeleton, so that the student's text stays an edit.
  Result<void> write(const RunChoice& run, const assignment::Task& task) const;

 private:
  // Of the file on disk, which Ctrl+S on Step may have written; without one the skeleton.
  const std::string& stored(const std::string& file) const;

  std::string folder_;
  std::map<std::string, std::string> skeletons_;
  struct OnDisk {
    FileStamp stamp;
    std::string text;
  };
  mutable std::map<std::string, OnDisk> on_disk_;  // what was read
};

}  // namespace lockstep::gui
