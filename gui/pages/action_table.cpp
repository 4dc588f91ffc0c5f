#include "gui/pages/action_table.hpp"

#include <algorithm>
#include <iterator>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

void ActionContext::move_to(std::uint64_t position) { state.position = std::min(position, session.size()); }

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
const ActionRow* Actions::find_row(Matches matches, std::string_view where,
                                   const ActionContext& context) const {
  for (const std::string_view place : {where, std::string_view{}})
    for (const ActionGroup& group : groups_) {
      if (group.where != place) continue;
      for (const ActionRow& row : group.rows)
        if (row.run && matches(row) && (!row.available || row.available(context))) return &row;
    }
  return nullptr;
}

bool Actions::is_of(const ActionRow& row, std::string_view where) const {
  for (const ActionGroup& group : groups_)
    for (const ActionRow& one : group.rows)
      if (&one == &row) return group.where == where;
  return false;
}

const ActionRow* Actions::find(const KeyPress& press, const Over& over, const ActionContext& context) const {
  // Characters that need Shift on some keyboards mean themselves.
  KeyPress wanted = press;
  if (press.key == Key::question || press.key == Key::plus || press.key == Key::minus) wanted.shift = false;
  const bool own =
      !over.name.empty() && std::ranges::find(groups_, over.name, &ActionGroup::where) != groups_.end();
  const auto pressed = [&](const ActionRow& row) {
    return std::ranges::find(row.keys, wanted) != row.keys.end();
  };
  const auto over_it = [&](const ActionRow& row) { return pressed(row) && row.over_overlays; };
  // A key that was not meant changes nothing before an audience.
  if (!over.covers && !own && context.state.presentation) {
    if (const ActionRow* row = find_row(pressed, kPresenting, context); row && is_of(*row, kPresenting))
      return row;
    return find_row([&](const ActionRow& row) { return row.presenting && pressed(row); }, context.page.key(),
                    context);
  }
  if (!over.covers) return find_row(pressed, own ? over.name : context.page.key(), context);
  // Nothing is hidden from the overlay's own rows; of all others only those that say so.
  if (own)
    for (const ActionGroup& group : groups_)
      for (const ActionRow& row : group.rows)
        if (group.where == over.name && row.run && pressed(row) && (!row.available || row.available(context)))
          return &row;
  return find_row(over_it, {}, context);
}

const ActionRow* Actions::find(Action action, const ActionContext& context) const {
  return find_row([&](const ActionRow& row) { return row.action == action; }, context.page.key(), context);
}

std::string Actions::describe(Action action) const {
  for (const ActionGroup& group : groups_)
    for (const ActionRow& row : group.rows)
      if (row.action == action && !row.what.empty()) return row.what + " (" + row.label + ")";
  return std::string(action.name);
}

}  // namespace lockstep::gui
