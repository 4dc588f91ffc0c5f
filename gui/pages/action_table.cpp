#include "gui/pages/action_table.hpp"

#include <algorithm>
#include <iterator>

#include "gui/input/keyboard_owner.hpp"
#include "gui/pages/page.hpp"

namespace lockstep::gui {

void Actions::add(std::vector<ActionGroup> groups) {
  for (ActionGroup& group : groups) {
    const auto same = std::ranges::find_if(groups_, [&](const ActionGroup& known) {
      return known.title == group.title && known.where == group.where;
    });
    if (same == groups_.end()) {
      groups_.push_back(std::move(group));
    } else {
      std::ranges::move(group.rows, std::back_inserter(same->rows));
    }
  }
}

template <class Matches>
const ActionRow* Actions::find_row(Matches matches, const std::vector<Level>& levels,
                                   const ActionContext& context) const {
  for (const Level& level : levels)
    for (const ActionGroup& group : groups_) {
      if (group.where != level.where) continue;
      for (const ActionRow& row : group.rows)
        if (row.run && matches(row) && (level.holds == nullptr || (row.*level.holds)()) &&
            (!row.available || row.available(context)))
          return &row;
    }
  return nullptr;
}

// Returns the places whose keys are active, in order of priority. The keys of an open overlay replace the
// keys of the page.
std::vector<Actions::Level> Actions::levels(const Over& over, const ActionContext& context) const {
  const bool own =
      !over.name.empty() && std::ranges::find(groups_, over.name, &ActionGroup::where) != groups_.end();
  std::vector<Level> levels;
  if (own) levels.push_back({over.name});
  if (over.covers) {
    levels.push_back({"", &ActionRow::holds_over_overlays});
  } else if (own) {
    levels.push_back({""});
  } else if (context.state.presentation) {
    levels.push_back({kPresenting});
    levels.push_back({context.page.key(), &ActionRow::holds_presenting});
    levels.push_back({"", &ActionRow::holds_presenting});
  } else {
    levels.push_back({context.page.key()});
    levels.push_back({""});
  }
  return levels;
}

const ActionRow* Actions::find(const KeyPress& press, const Over& over, const ActionContext& context) const {
  // Shift is ignored for characters that need Shift on some keyboards.
  KeyPress wanted = press;
  if (press.key == Key::question || press.key == Key::plus || press.key == Key::minus) wanted.shift = false;
  const bool is_letter = over.covers && types_text(press);
  const auto is_pressed = [&](const ActionRow& row) {
    const bool holds = !is_letter || !row.holds_over_overlays() || row.action == over.action;
    return holds && std::ranges::find(row.keys, wanted) != row.keys.end();
  };
  return find_row(is_pressed, levels(over, context), context);
}

const ActionRow* Actions::find(Action action, const ActionContext& context) const {
  const auto is_meant = [&](const ActionRow& row) { return row.action == action; };
  return find_row(is_meant, {{context.page.key()}, {""}}, context);
}

std::string Actions::describe(Action action) const {
  for (const ActionGroup& group : groups_)
    for (const ActionRow& row : group.rows)
      if (row.action == action && !row.what.empty()) return row.what + " (" + row.label + ")";
  return std::string(action.name);
}

}  // namespace lockstep::gui
