#include "gui/lesson/reading/library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "core/base/files/directories.hpp"
#include "core/base/files/inside_folder.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/embedded.hpp"
#include "gui/lesson/reading/parse_lesson.hpp"

namespace lockstep::gui {
namespace {

namespace files = std::filesystem;

constexpr std::string_view kLessonWord = "lesson:";
constexpr std::uint64_t kMaxLessonBytes = std::uint64_t{4} << 20;

const EmbeddedFile* embedded_file(const std::string& path) {
  const auto all = embedded_lessons();
  const auto found = std::ranges::find(all, path, &EmbeddedFile::path);
  return found == all.end() ? nullptr : &*found;
}

std::vector<LessonFolder> built_in_lessons() {
  std::vector<LessonFolder> folders;
  for (const EmbeddedFile& file : embedded_lessons()) {
    const std::size_t slash = file.path.find('/');
    if (slash != std::string_view::npos && file.path.substr(slash + 1) == kLessonFile)
      folders.push_back({std::string(file.path.substr(0, slash)), "", std::string(kLessonFile)});
  }
  return folders;
}

// Returns the line of assets/lessons/order.txt that names the lesson. Lessons that the file does not
// name come last.
std::size_t place_in_order(std::string_view name) {
  const EmbeddedFile* order = embedded_file("order.txt");
  if (order == nullptr) return 0;
  return ("\n" + std::string(order->text)).find(fmt::format("\n{}\n", name));
}

std::vector<LessonFolder> users_lessons() {
  std::vector<LessonFolder> folders;
  const std::string data = data_directory();
  if (data.empty()) return folders;
  std::error_code error;
  for (const auto& entry : files::directory_iterator(system_path(data + "/lessons"), error))
    if (files::is_regular_file(entry.path() / system_path(kLessonFile), error))
      folders.push_back(
          {path_text(entry.path().filename()), path_text(entry.path()), std::string(kLessonFile)});
  return folders;
}

// Returns "de" for "lesson.de.md" and "en" for "lesson.md"; empty for other files.
std::string language_of(std::string_view file) {
  if (file == kLessonFile) return "en";
  constexpr std::string_view begin = "lesson.", end = ".md";
  if (!file.starts_with(begin) || !file.ends_with(end) || file.size() != begin.size() + 2 + end.size())
    return {};
  return std::string(file.substr(begin.size(), 2));
}

LessonFolder folder_on_disk(const files::path& folder, const std::string& file) {
  std::error_code error;
  const files::path whole = normal_path(absolute_path(folder, error));
  // "lessons/banks/" has an empty last component.
  const files::path named = whole.has_filename() ? whole : whole.parent_path();
  return {path_text(named.filename()), path_text(named), file};
}

}  // namespace

std::string LessonFolder::id() const {
  if (is_built_in()) return name;
  return file == kLessonFile ? path : path + "/" + file;
}

std::string LessonFolder::path_of(std::string_view name_of_file) const {
  return fmt::format("{}/{}", is_built_in() ? name : path, name_of_file);
}

Result<std::string> LessonFolder::read(const std::string& name_of_file) const {
  if (!is_built_in())
    return path_inside(path, name_of_file).and_then([](const std::string& whole) {
      return read_file(whole);
    });
  if (const EmbeddedFile* found = embedded_file(name + "/" + name_of_file)) return std::string(found->text);
  return usage_error(fmt::format("The lesson {} has no file {}.", name, name_of_file));
}

bool LessonFolder::has(const std::string& name_of_file) const {
  std::error_code error;
  if (is_built_in()) return embedded_file(name + "/" + name_of_file) != nullptr;
  const auto inside = path_inside(path, name_of_file);
  return inside && files::is_regular_file(system_path(*inside), error);
}

std::vector<std::string> LessonFolder::languages() const {
  std::vector<std::string> languages;
  const auto add = [&](std::string_view file_name) {
    if (std::string language = language_of(file_name); !language.empty())
      languages.push_back(std::move(language));
  };
  if (is_built_in()) {
    for (const EmbeddedFile& candidate : embedded_lessons())
      if (candidate.path.starts_with(name + "/")) add(candidate.path.substr(name.size() + 1));
  } else {
    std::error_code error;
    for (const auto& entry : files::directory_iterator(system_path(path), error))
      add(path_text(entry.path().filename()));
  }
  std::ranges::sort(languages, [](const std::string& a, const std::string& b) {
    return (a == "en") != (b == "en") ? a == "en" : a < b;
  });
  return languages;
}

std::vector<LessonFolder> lesson_folders() {
  std::vector<LessonFolder> folders = built_in_lessons(), own = users_lessons();
  std::ranges::sort(folders, {}, [](const LessonFolder& folder) { return place_in_order(folder.name); });
  std::ranges::sort(own, {}, &LessonFolder::name);
  std::ranges::move(own, std::back_inserter(folders));
  return folders;
}

bool is_lesson_path(const std::string& path) {
  std::error_code error;
  return path.ends_with(".md") ? files::is_regular_file(system_path(path), error)
                               : files::is_regular_file(system_path(path) / system_path(kLessonFile), error);
}

bool names_lesson(const std::string& path) { return path.starts_with(kLessonWord) || is_lesson_path(path); }

Result<LessonFolder> find_lesson(std::string_view id) {
  if (id.starts_with(kLessonWord)) id.remove_prefix(kLessonWord.size());
  const std::string wanted(id);
  const std::vector<LessonFolder> known = lesson_folders();
  // A folder of the user takes precedence over a built-in folder of the same name.
  for (auto folder = known.rbegin(); folder != known.rend(); ++folder)
    if (folder->name == wanted) return *folder;
  if (is_lesson_path(wanted)) {
    if (!wanted.ends_with(".md")) return folder_on_disk(system_path(wanted), std::string(kLessonFile));
    const files::path file = system_path(wanted);
    const files::path parent = file.parent_path();
    return folder_on_disk(parent.empty() ? files::path(".") : parent, path_text(file.filename()));
  }
  std::error_code error;
  if (files::is_directory(system_path(wanted), error))
    return usage_error(fmt::format("{} is not a lesson: it has no file {}.", wanted, kLessonFile));
  std::vector<std::string> names;
  for (const LessonFolder& folder : known) names.push_back(folder.name);
  return usage_error(fmt::format("There is no lesson {}. Write the path of its folder, or one of: {}.",
                                 wanted, fmt::join(nearest_names(wanted, names, 7), ", ")));
}

Result<LoadedLesson> load_lesson(const LessonFolder& folder) {
  Result<std::string> text = folder.is_built_in()
                                 ? folder.read(folder.file)
                                 : read_text_file(folder.path_of(folder.file), kMaxLessonBytes);
  if (!text) return tl::unexpected(text.error());
  ParsedLesson parsed = parse_lesson(*text);
  return LoadedLesson{folder, std::move(parsed.lesson), std::move(parsed.faults)};
}

}  // namespace lockstep::gui
