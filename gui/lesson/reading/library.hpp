// Finds lessons: built in, in the user's data folder (~/.local/share/lockstep/lessons),
// and anywhere else by their path.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "gui/lesson/reading/lesson.hpp"

namespace lockstep::gui {

inline constexpr std::string_view kLessonFile = "lesson.md";

// A lesson's folder.
struct LessonFolder {
  std::string name;  // "first-steps"
  std::string path;  // on disk; empty: built into the program
  std::string file;  // that was named, "lesson.md"; a lesson in another language has another
  bool is_built_in() const { return path.empty(); }
  // Identifies the lesson: its name if it is built in, otherwise its path.
  std::string id() const;
  // The path of a file of the folder, for messages: "/home/ada/banks/lesson.md".
  std::string path_of(std::string_view name_of_file) const;
  // A file of the folder; its bytes may be those of a picture.
  Result<std::string> read(const std::string& name_of_file) const;
  bool has(const std::string& name_of_file) const;
  // "de", "cs": those of lesson.de.md …, and "en" of lesson.md.
  std::vector<std::string> languages() const;
};

struct LoadedLesson {
  LessonFolder folder;
  Lesson lesson;
  std::vector<LessonFault> faults;  // of its text; those of its scenes are found by check_lesson()
  std::string path() const { return folder.path_of(folder.file); }
};

// First those that are built in, then those of the user; both by name.
std::vector<LessonFolder> lesson_folders();
// Finds a lesson by its name (also as "lesson:first-steps") or by the path of its folder or file.
// The Error lists the lessons.
Result<LessonFolder> find_lesson(std::string_view id);
// Whether a path denotes a lesson: a file *.md, or a folder with lesson.md.
bool is_lesson_path(const std::string& path);
// Whether it names a lesson where files are opened: such a path, or "lesson:first-steps".
bool names_lesson(const std::string& path);

// The Error: the file cannot be read.
Result<LoadedLesson> load_lesson(const LessonFolder& folder);

}  // namespace lockstep::gui
