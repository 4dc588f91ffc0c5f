// The table of actions. Each row contains the name of an action, its keys, the text for the list of keys and
// for tooltips, when it is available, and its effect. The window, the pages and the overlays add their rows
// (gui/app/keys.cpp, gui/pages/*/keys.cpp); keys and buttons look up their actions here.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/export/picture_job.hpp"
#include "gui/pages/panel.hpp"
#include "gui/user_data/recent_files.hpp"
#include "gui/user_data/save_folder.hpp"

namespace lockstep::gui {

// The objects that actions and overlays read and change between two frames.
struct ActionContext {
  AppState& state;
  Session& session;
  ProgramRunner& program;
  TalkPlayer& talk;
  LessonPlayer& lessons;
  Prediction& predict;
  Activity& activity;
  Commands& commands;
  Page& page;                         // the page that is shown
  std::vector<Action>& page_actions;  // actions for the panels, handled when they are drawn next
  const RecentFiles& recent;
  SaveFolder& folder;             // where files are saved
  const std::string& kernel_dir;  // empty: the embedded kernels
  // Writes the state to disk. Called before anything that might end the program.
  const std::function<void(const AppState&)>& keep_now;
  const std::function<std::unique_ptr<PictureJob>(AppState, PictureRequest)>& make_pictures;

  // Passes the action to the panels of the shown page, for actions that depend on a panel's scroll position.
  void to_panels(Action action) { page_actions.push_back(action); }
};

// Where the keys of a row are active in addition to normal work: at_work: nowhere else; presenting: in a
// presentation, where an unintended key must not change anything; over_overlays: while an overlay covers the
// page; always: in both.
enum class KeysHold : std::uint8_t { at_work, presenting, over_overlays, always };

struct ActionRow {
  Action action;               // several rows may have the same action: the first available row is used
  std::vector<KeyPress> keys;  // none: only buttons use the action, or the editor handles its keys
  std::string label;           // such as "Shift+←"
  std::string what;            // such as "Previous barrier"; empty: not in the list of keys
  std::function<void(ActionContext&)> run;
  KeysHold hold = KeysHold::at_work;
  std::function<bool(const ActionContext&)> available{};  // none: always

  bool holds_presenting() const { return hold == KeysHold::presenting || hold == KeysHold::always; }
  bool holds_over_overlays() const { return hold == KeysHold::over_overlays || hold == KeysHold::always; }
};

// The place of keys that take precedence over all others in a presentation.
inline constexpr std::string_view kPresenting = "presentation";

struct ActionGroup {
  std::string title;  // in the list of keys; groups with the same title form one part
  // Where the keys are active and take precedence over all others: a page's key, an overlay's name or
  // kPresenting; empty: everywhere, without precedence.
  std::string where;
  std::vector<ActionRow> rows;
};

class Actions {
 public:
  // Rows whose title already exists are appended to the rows of that title.
  void add(std::vector<ActionGroup> groups);

  // The overlay that is open over the page. If it covers the page, most keys are inactive, because their
  // effects would be hidden. A letter may be typed into one of its fields, so the only letter of the window
  // that stays active is that of the overlay's own action.
  struct Over {
    std::string_view name;         // empty: no overlay
    std::optional<Action> action;  // opens and closes the overlay
    bool covers = false;
  };
  // The first available row in the order of priority: rows of the overlay, of a presentation, of the page, of
  // the window. Null: none.
  const ActionRow* find(const KeyPress& press, const Over& over, const ActionContext& context) const;
  const ActionRow* find(Action action, const ActionContext& context) const;
  // The description for tooltips, such as "Play or pause (Space)".
  std::string describe(Action action) const;
  const std::vector<ActionGroup>& groups() const { return groups_; }

 private:
  // The rows of a place that are active now.
  struct Level {
    std::string_view where;
    bool (ActionRow::*holds)() const = nullptr;  // null: all rows
  };
  std::vector<Level> levels(const Over& over, const ActionContext& context) const;
  template <class Matches>
  const ActionRow* find_row(Matches matches, const std::vector<Level>& levels,
                            const ActionContext& context) const;

  std::vector<ActionGroup> groups_;
};

}  // namespace lockstep::gui
