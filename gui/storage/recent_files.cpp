#include "gui/storage/recent_files.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/atomic_writer.hpp"
#include "core/base/json.hpp"
#include "core/base/whole_file.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

}  // namespace

std::vector<std::string> RecentFiles::read() const {
  if (list_.empty()) return here_;
  const json list = json::parse(read_file(list_).value_or("[]"), nullptr, false);
  std::vector<std::string> paths;
  if (!list.is_array()) return paths;
  for (const json& entry : list)
    if (entry.is_string()) paths.push_back(entry.get<std::string>());
  return paths;
}

std::vector<std::string> RecentFiles::paths() const {
  std::vector<std::string> paths = read();
  std::erase_if(paths, [](const std::string& path) {
    std::error_code error;
    return !fs::is_regular_file(path, error);
  });
  if (paths.size() > kMost) paths.resize(kMost);
  return paths;
}

void RecentFiles::add(const std::string& path) {
  std::error_code error;
  const std::string whole = fs::absolute(path, error).lexically_normal().string();
  if (error) return;
  std::vector<std::string> all = paths();
  std::erase(all, whole);
  all.insert(all.begin(), whole);
  if (all.size() > kMost) all.resize(kMost);
  here_ = all;
  if (list_.empty()) return;
  fs::create_directories(fs::path(list_).parent_path(), error);
  static_cast<void>(write_atomically(list_, json_text(json(all)) + "\n"));
}

}  // namespace lockstep::gui
