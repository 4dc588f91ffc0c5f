#include "gui/user_data/recent_files.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/text/json.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::vector<std::string> RecentFiles::read() const {
  if (list_.path().empty()) return here_;
  std::vector<std::string> paths;
  const auto list = list_.read([](const std::string& text) { return parse_kept_json(text, JsonKind::list); });
  if (!list) return paths;
  for (const auto& entry : *list)
    if (entry.is_string()) paths.push_back(entry.get<std::string>());
  return paths;
}

std::vector<std::string> RecentFiles::paths() const {
  std::vector<std::string> paths = read();
  std::erase_if(paths, [](const std::string& path) {
    std::error_code error;
    return !fs::is_regular_file(system_path(path), error);
  });
  if (paths.size() > kMax) paths.resize(kMax);
  return paths;
}

void RecentFiles::add(const std::string& path) {
  std::error_code error;
  const std::string whole = path_text(normal_path(absolute_path(system_path(path), error)));
  if (error) return;
  std::vector<std::string> all = paths();
  std::erase(all, whole);
  all.insert(all.begin(), whole);
  if (all.size() > kMax) all.resize(kMax);
  here_ = all;
  list_.write(json_text(nlohmann::ordered_json(all)) + "\n");
}

}  // namespace lockstep::gui
