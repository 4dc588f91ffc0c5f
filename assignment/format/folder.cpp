#include "assignment/format/folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "core/base/files/inside_folder.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/catalogue/embedded.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::string_view kPrefix = "assignment:";

const EmbeddedFile* embedded(const std::string& path) {
  const auto all = embedded_assignments();
  const auto found = std::ranges::find(all, path, &EmbeddedFile::path);
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> files_on_disk(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  std::error_code failed;
  for (fs::recursive_directory_iterator it(system_path(folder), failed), end; !failed && it != end;
       it.increment(failed))
    if (it->is_regular_file(failed) && !it->is_symlink(failed))
      files.push_back(path_text(fs::relative(it->path(), system_path(folder), failed)));
  return files;
}

}  // namespace

std::string AssignmentFolder::path_of(std::string_view file) const {
  if (is_built_in()) return fmt::format("{}{}/{}", kPrefix, name, file);
  return path_text(system_path(path) / system_path(file));
}

Result<std::string> AssignmentFolder::read(const std::string& file) const {
  if (is_built_in()) {
    const EmbeddedFile* const found = embedded(name + "/" + file);
    if (found == nullptr) return failure(fmt::format("{}: the file does not exist", path_of(file)));
    return std::string(found->text);
  }
  const auto inside = path_inside(path, file);
  return inside ? read_text_file(*inside) : tl::unexpected(inside.error());
}

Result<std::string> AssignmentFolder::read_bytes(const std::string& file) const {
  if (is_built_in()) return read(file);
  const auto inside = path_inside(path, file);
  return inside ? read_file(*inside) : tl::unexpected(inside.error());
}

bool AssignmentFolder::has(const std::string& file) const {
  if (is_built_in()) return embedded(name + "/" + file) != nullptr;
  const auto inside = path_inside(path, file);
  return inside && std::filesystem::is_regular_file(system_path(*inside));
}

std::vector<std::string> AssignmentFolder::files() const {
  std::vector<std::string> files = is_built_in() ? std::vector<std::string>{} : files_on_disk(path);
  if (is_built_in())
    for (const EmbeddedFile& file : embedded_assignments())
      if (file.path.starts_with(name + "/")) files.emplace_back(file.path.substr(name.size() + 1));
  std::ranges::sort(files);
  return files;
}

std::vector<AssignmentFolder> assignment_folders() {
  std::vector<AssignmentFolder> folders;
  for (const EmbeddedFile& file : embedded_assignments()) {
    const std::size_t slash = file.path.find('/');
    if (file.path.substr(std::min(slash + 1, file.path.size())) == kAssignmentFile)
      folders.push_back({std::string(file.path.substr(0, slash)), ""});
  }
  std::ranges::sort(folders, {}, &AssignmentFolder::name);
  return folders;
}

bool is_assignment_path(const std::string& path) {
  const std::filesystem::path file = system_path(path);
  return std::filesystem::is_regular_file(file / system_path(kAssignmentFile)) ||
         (path_text(file.filename()) == kAssignmentFile && std::filesystem::is_regular_file(file));
}

bool names_assignment(const std::string& path) {
  return path.starts_with(kPrefix) || is_assignment_path(path);
}

Result<AssignmentFolder> find_assignment(std::string_view id) {
  std::vector<std::string> names;
  const std::string_view wanted = id.starts_with(kPrefix) ? id.substr(kPrefix.size()) : id;
  for (AssignmentFolder& folder : assignment_folders()) {
    if (folder.name == wanted) return std::move(folder);
    names.push_back(folder.name);
  }
  const std::string path(id);
  if (is_assignment_path(path)) {
    std::filesystem::path folder = normal_path(absolute_path(system_path(path)));
    if (path_text(folder.filename()) == kAssignmentFile || folder.filename().empty())
      folder = folder.parent_path();
    return AssignmentFolder{path_text(folder.filename()), path_text(folder)};
  }
  return usage_error(
      fmt::format("\"{}\" is neither a folder with {} nor one of the assignments of the program: {}", id,
                  kAssignmentFile, fmt::join(names, ", ")));
}

}  // namespace lockstep::assignment
