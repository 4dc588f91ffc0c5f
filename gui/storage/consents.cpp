#include "gui/storage/consents.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/atomic_writer.hpp"
#include "core/base/json.hpp"
#include "core/base/whole_file.hpp"

namespace lockstep::gui {
namespace {

using ConsentJson = nlohmann::json;

// The file, the command and where it starts: exactly what was shown.
std::string consent_name(const ProgramCommand& program) {
  return json_line(ConsentJson::array({program.came_with, program.command, program.folder}));
}

}  // namespace

std::vector<std::string> Consents::stored() const {
  std::vector<std::string> names;
  if (list_.empty()) return names;
  const ConsentJson list = ConsentJson::parse(read_file(list_).value_or("[]"), nullptr, false);
  if (!list.is_array()) return names;
  for (const ConsentJson& entry : list)
    if (entry.is_string()) names.push_back(entry.get<std::string>());
  return names;
}

bool Consents::has(const ProgramCommand& program) const {
  const std::vector<std::string> names = stored();
  const std::string name = consent_name(program);
  return std::ranges::find(here_, name) != here_.end() || std::ranges::find(names, name) != names.end();
}

void Consents::add(const ProgramCommand& program) {
  const std::string name = consent_name(program);
  if (std::ranges::find(here_, name) == here_.end()) here_.push_back(name);
  if (list_.empty()) return;
  std::vector<std::string> all = stored();
  std::erase(all, name);
  all.push_back(name);
  if (all.size() > kMost) all.erase(all.begin(), all.end() - kMost);
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(list_).parent_path(), ignored);
  static_cast<void>(write_atomically(list_, json_text(ConsentJson(all)) + "\n"));
}

}  // namespace lockstep::gui
