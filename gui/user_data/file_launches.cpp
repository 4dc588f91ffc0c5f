#include "gui/user_data/file_launches.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"

namespace lockstep::gui {
namespace {

// {"file": PATH, "launch": "the text of a plan file"}
constexpr const char *kFile = "file", *kLaunch = "launch";

bool is_entry(const nlohmann::ordered_json& entry) {
  const auto is_text = [&](const char* key) { return entry.contains(key) && entry.at(key).is_string(); };
  return entry.is_object() && is_text(kFile) && is_text(kLaunch);
}

}  // namespace

const FileLaunches::Kept& FileLaunches::read() {
  if (kept_) return *kept_;
  kept_.emplace();
  const auto list = list_.read([](const std::string& text) { return parse_kept_json(text, JsonKind::list); });
  if (!list) return *kept_;
  for (const auto& entry : *list)
    if (is_entry(entry))
      kept_->emplace_back(entry.at(kFile).get<std::string>(), entry.at(kLaunch).get<std::string>());
  return *kept_;
}

std::optional<LaunchDescription> FileLaunches::find(const std::string& kernel_file) {
  const Kept& kept = read();
  const auto found = std::ranges::find(kept, kernel_file, &Kept::value_type::first);
  if (found == kept.end()) return std::nullopt;
  const auto launch = parse_launch_description(found->second, kernel_file);
  return launch ? std::optional(*launch) : std::nullopt;
}

void FileLaunches::remember(const std::string& kernel_file, const LaunchDescription& launch) {
  std::pair<std::string, std::string> entry{kernel_file, to_text(launch)};
  read();
  if (std::ranges::find(*kept_, entry) != kept_->end()) return;
  std::erase_if(*kept_, [&](const auto& other) { return other.first == kernel_file; });
  kept_->push_back(std::move(entry));
  if (kept_->size() > kMax) kept_->erase(kept_->begin());
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& [file, text] : *kept_) list.push_back({{kFile, file}, {kLaunch, text}});
  list_.write(json_text(list) + "\n");
}

}  // namespace lockstep::gui
