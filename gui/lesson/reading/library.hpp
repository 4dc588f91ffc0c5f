// Finds lessons that are built into the program, lessons in the user's data folder
// (~/.local/share/lockstep/lessons), and lessons that are named by their path.
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
  std::string file;  // "lesson.md", or the file of a different language if it was named
  bool is_built_in() const { return path.empty(); }
  // Identifies the lesson: its name if it is built in, otherwise its path.
  std::string id() const;
  // Returns the path of a file of the folder, for messages, for example "/home/ada/banks/lesson.md".
  std::string path_of(std::string_view name_of_file) const;
  // Reads a file in the folder. The result for a picture is the bytes of the file.
  Result<std::string> read(const std::string& name_of_file) const;
  bool has(const std::string& name_of_file) const;
  // Returns the languages of the lesson, for example "en" for lesson.md, "de" for lesson.de.md and "cs"
  // for lesson.cs.md.
  std::vector<std::string> languages() const;
};

struct LoadedLesson {
  LessonFolder folder;
  Lesson lesson;
  std::vector<LessonFault> faults;  // faults in the text; check_lesson() finds faults in the scenes
  std::string path() const { return folder.path_of(folder.file); }
};

// Returns the built-in lessons, followed by the lessons in the user's data folder.
std::vector<LessonFolder> lesson_folders();
// Finds a lesson by its name (also as "lesson:first-steps") or by the path of its folder or file. An Error
// lists the known lessons.
Result<LessonFolder> find_lesson(std::string_view id);
// Returns whether a path denotes a lesson: a file *.md, or a folder with lesson.md.
bool is_lesson_path(const std::string& path);
// Returns whether a path that the user opens names a lesson: such a path, or a name such
// as "lesson:first-steps".
bool names_lesson(const std::string& path);

// Reads a lesson. Returns an Error if the file cannot be read.
Result<LoadedLesson> load_lesson(const LessonFolder& folder);

}  // namespace lockstep::gui
