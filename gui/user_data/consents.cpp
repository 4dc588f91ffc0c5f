#include "gui/user_data/consents.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"

namespace lockstep::gui {
namespace {

using ConsentJson = nlohmann::json;

// Returns the key of an agreement: the file, the command and the working directory, exactly as shown to
// the user.
std::string consent_name(const ProgramCommand& program) {
  return json_line(ConsentJson::array({program.came_with, program.command, program.folder}));
}

}  // namespace

std::vector<std::string> Consents::stored() const {
  std::vector<std::string> names;
  const auto list = list_.read([](const std::string& text) { return parse_kept_json(text, JsonKind::list); });
  if (!list) return names;
  for (const auto& entry : *list)
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
  if (list_.path().empty()) return;
  std::vector<std::string> all = stored();
  std::erase(all, name);
  all.push_back(name);
  if (all.size() > kMax) all.erase(all.begin(), all.end() - kMax);
  list_.write(json_text(ConsentJson(all)) + "\n");
}

}  // namespace lockstep::gui
