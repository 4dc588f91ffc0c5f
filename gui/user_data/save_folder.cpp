#include "gui/user_data/save_folder.hpp"

#include <filesystem>

#include "core/base/features.hpp"
#include "core/base/files/directories.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return !path.empty() && fs::is_directory(system_path(path), ignored);
}

std::string with_slash(const std::string& folder) {
  std::error_code error;
  const fs::path whole = absolute_path(system_path(folder), error);
  std::string path = error ? folder : path_text(normal_path(whole));
  if (!path.ends_with('/')) path += '/';
  return path;
}

}  // namespace

std::string SaveFolder::chosen() const {
  if (stored_.path().empty()) return here_;
  std::string folder =
      stored_.read([](const std::string& text) { return Result<std::string>(text); }).value_or("");
  while (folder.ends_with('\n')) folder.pop_back();
  return folder;
}

bool SaveFolder::was_chosen() const { return is_folder(chosen()); }
bool SaveFolder::is_guessed() const { return has(Feature::folders) && !was_chosen() && !is_folder(first_); }

std::string SaveFolder::path() const {
  for (const std::string& folder : {chosen(), first_, documents_directory(), home_directory()})
    if (is_folder(folder)) return with_slash(folder);
  return with_slash(".");
}

void SaveFolder::remember(const std::string& file) {
  std::error_code error;
  const fs::path whole = absolute_path(system_path(file), error);
  if (error) return;
  here_ = path_text(normal_path(whole).parent_path());
  stored_.write(here_ + "\n");
}

std::string free_path(const std::string& folder, const std::string& name, const std::string& ending) {
  std::error_code ignored;
  std::string path = folder + name + ending;
  for (int i = 2; fs::exists(system_path(path), ignored); ++i)
    path = folder + name + "-" + std::to_string(i) + ending;
  return path;
}

}  // namespace lockstep::gui
