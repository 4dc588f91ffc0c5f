// Stores the reader's progress in each lesson in the folder of the window's state, only on this computer.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/files/kept_file.hpp"
#include "gui/lesson/checking/ready_question.hpp"

namespace lockstep::gui {

struct LessonProgress {
  std::string page;               // the page that was shown last
  std::vector<std::string> seen;  // names of pages, in the order of the first visit
  struct Answered {
    GivenAnswer given;
    bool is_right = false;
    unsigned tries = 1;
  };
  std::map<std::string, Answered> answers;  // by the page's name and the question's number: "masks/1"

  std::size_t right_answers() const;
};

class ProgressFile {
 public:
  // `path`: the file that stores the progress; empty: it is not stored.
  explicit ProgressFile(std::string path = {}) : file_(std::move(path)) {}

  // Returns the progress in the lesson with this id (LessonFolder::id). In a lesson that was never opened, no
  // pages were seen.
  const LessonProgress& of(const std::string& lesson);
  void keep(const std::string& lesson, LessonProgress progress);
  // See KeptFile.
  std::string take_remark() { return file_.take_remark(); }

 private:
  void read();

  KeptFile file_;
  bool was_read_ = false;
  std::map<std::string, LessonProgress> lessons_;
};

}  // namespace lockstep::gui
