// Finds lessons: built into the program, in the user's data folder (~/.local/share/lockstep/lessons), or by
// their path.
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
  std::string name;  // such as "first-steps"
  std::string path;  // on disk; empty: built into the program
  std::string file;  // the file that was named: "lesson.md", or the file of another language
  bool is_built_in() const { return path.empty(); }
  // Identifies the lesson: its name if it is built in, otherwise its path.
  std::string id() const;
  // The path of a file of the folder, for messages: "/home/ada/banks/lesson.md".
  std::string path_of(std::string_view name_of_file) const;
  // Reads a file in the folder; a picture is returned as bytes.
  Result<std::string> read(const std::string& name_of_file) const;
  bool has(const std::string& name_of_file) const;
  // "de" and "cs" for lesson.de.md and lesson.cs.md, and "en" for lesson.md.
  std::vector<std::string> languages() const;
};

struct LoadedLesson {
  LessonFolder folder;
  Lesson lesson;
  std::vector<LessonFault> faults;  // in its text; check_lesson() finds those of its scenes
  std::string path() const { return folder.path_of(folder.file); }
};

// The built-in lessons, followed by those of the user; each group is sorted by name.
std::vector<LessonFolder> lesson_folders();
// Finds a lesson by its name (also as "lesson:first-steps") or by the path of its folder or file.
// The Error lists the lessons.
Result<LessonFolder> find_lesson(std::string_view id);
// Whether a path denotes a lesson: a file *.md, or a folder with lesson.md.
bool is_lesson_path(const std::string& path);
// Whether the path names a lesson in "Open": such a path, or "lesson:first-steps".
bool names_lesson(const std::string& path);

// The Error: the file cannot be read.
Result<LoadedLesson> load_lesson(const LessonFolder& folder);

}  // namespace lockstep::gui
