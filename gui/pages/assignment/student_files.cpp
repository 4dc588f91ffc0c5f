#include "gui/pages/assignment/student_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/directories.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/hash.hpp"
#include "gui/session/run_request.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

// Returns the folder for the student's files. Assignments of the same name in two folders have
// different folders.
std::string folder_for(const assignment::AssignmentFolder& folder) {
  const std::string name =
      folder.is_built_in() ? folder.name : folder.name + "-" + text_hash(folder.path).substr(0, 8);
  const std::string data = data_directory();
  return (data.empty() ? std::string() : data + "/") + "assignments/" + name;
}

}  // namespace

StudentFiles::StudentFiles(const LoadedAssignment& loaded) : folder_(folder_for(loaded.folder)) {
  for (const assignment::Task& task : loaded.parsed.tasks)
    for (const std::string& file : task.files)
      skeletons_.try_emplace(file, loaded.folder.read("skeleton/" + file).value_or(std::string()));
}

const std::string& StudentFiles::skeleton(const std::string& file) const {
  static const std::string none;
  const auto found = skeletons_.find(file);
  return found == skeletons_.end() ? none : found->second;
}

const std::string& StudentFiles::stored(const std::string& file) const {
  const FileStamp stamp = stamp_of(path(file));
  if (stamp == FileStamp{}) return skeleton(file);
  OnDisk& known = on_disk_[file];
  if (known.stamp != stamp) {
    auto text = read_text_file(path(file), kMaxOwnKernelBytes);
    known = {stamp, text ? std::move(*text) : skeleton(file)};
  }
  return known.text;
}

std::string StudentFiles::text(const RunChoice& run, const std::string& file) const {
  const auto edited = run.edited_texts.find(path(file));
  return edited == run.edited_texts.end() ? stored(file) : edited->second;
}

void StudentFiles::set_text(RunChoice& run, const std::string& file, const std::string& text) const {
  if (text == stored(file))
    run.edited_texts.erase(path(file));
  else
    run.edited_texts[path(file)] = text;
}

std::vector<assignment::SourceText> StudentFiles::of(const RunChoice& run,
                                                     const assignment::Task& task) const {
  std::vector<assignment::SourceText> files;
  for (const std::string& file : task.files) files.push_back({file, text(run, file)});
  return files;
}

bool StudentFiles::is_begun(const RunChoice& run, const assignment::Task& task) const {
  return std::ranges::any_of(task.files,
                             [&](const std::string& file) { return text(run, file) != skeleton(file); });
}

Result<void> StudentFiles::write(const RunChoice& run, const assignment::Task& task) const {
  if (!is_absolute_path(system_path(folder_)))
    return failure("There is no folder for your files: set HOME or XDG_DATA_HOME.");
  for (const std::string& file : task.files) {
    const bool is_kernel = file == task.files.front();
    std::error_code error;
    if (is_kernel && fs::exists(system_path(path(file)), error)) continue;
    fs::create_directories(system_path(path(file)).parent_path(), error);
    if (auto written = write_atomically(path(file), is_kernel ? skeleton(file) : text(run, file)); !written)
      return written;
  }
  return {};
}

}  // namespace lockstep::gui
