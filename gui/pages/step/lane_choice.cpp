#include "gui/pages/step/lane_choice.hpp"

#include <algorithm>

namespace lockstep::gui {

LaneChoice lane_choice(const sim::Trace& trace, std::uint64_t position, const std::string& variable,
                       const Lanes& lanes) {
  LaneChoice choice;
  choice.labels.push_back("last result");
  for (std::string& name : lane_variables(trace, position)) choice.labels.push_back(std::move(name));
  if (variable.empty()) {
    choice.shown = values_name(lanes);
    if (choice.shown.empty()) choice.shown = choice.labels.front();
    return choice;
  }
  choice.shown = variable;
  const auto found = std::find(choice.labels.begin() + 1, choice.labels.end(), variable);
  choice.chosen = static_cast<std::size_t>(found - choice.labels.begin());
  if (found == choice.labels.end()) {
    choice.labels.push_back(variable);
    choice.shown += ", not in scope here";
  }
  return choice;
}

std::string variable_of(const LaneChoice& choice, std::size_t taken) {
  return taken == 0 || taken >= choice.labels.size() ? std::string() : choice.labels[taken];
}

}  // namespace lockstep::gui
