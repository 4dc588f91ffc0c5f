// The table of actions. Each row contains the name of an action, its keys, its text for the list of keys and
// for tooltips, its effect, and when the action is available. The window, the pages and the overlays add
// their rows (gui/app/keys.cpp, gui/pages/*/keys.cpp); keys and buttons look up their actions here.
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
  SaveFolder& folder;             // folder in which files are saved
  const std::string& kernel_dir;  // folder to read kernels from; empty: the embedded kernels
  // Writes the state to disk. Call this before an operation that might end the program.
  const std::function<void(const AppState&)>& keep_now;
  const std::function<std::unique_ptr<PictureJob>(AppState, PictureRequest)>& make_pictures;

  // Passes the action to the panels of the shown page, for actions that depend on a panel's scroll position.
  void to_panels(Action action) { page_actions.push_back(action); }
};

// When the keys of a row are active, in addition to the time when the user works on a page. at_work: at no
// other time; presenting: also in a presentation, which allows only keys that change no settings;
// over_overlays: also while an overlay covers the page; always: also in both cases.
enum class KeysHold : std::uint8_t { at_work, presenting, over_overlays, always };

struct ActionRow {
  Action action;               // several rows may have the same action; the first available row is used
  std::vector<KeyPress> keys;  // empty: only buttons run the action, or the editor handles its keys
  std::string label;           // such as "Shift+←"
  std::string what;            // such as "Previous barrier"; empty: not in the list of keys
  std::function<void(ActionContext&)> run;
  KeysHold hold = KeysHold::at_work;
  std::function<bool(const ActionContext&)> available{};  // empty: always available

  bool holds_presenting() const { return hold == KeysHold::presenting || hold == KeysHold::always; }
  bool holds_over_overlays() const { return hold == KeysHold::over_overlays || hold == KeysHold::always; }
};

// The place (ActionGroup::where) of keys that take precedence over all other keys in a presentation.
inline constexpr std::string_view kPresenting = "presentation";

struct ActionGroup {
  std::string title;  // title in the list of keys; groups with the same title form one part
  // The place where the keys are active and take precedence over all other keys: a page's key, an overlay's
  // name or kPresenting. Empty: the keys are active everywhere, without precedence.
  std::string where;
  std::vector<ActionRow> rows;
};

class Actions {
 public:
  // Adds groups to the table. The rows of a group whose title already exists are appended to the
  // existing group.
  void add(std::vector<ActionGroup> groups);

  // The overlay that is open over the page. If it covers the page, most keys are inactive, because their
  // effects would be hidden. Because a letter may be typed into a field of the overlay, the only letter key
  // of the window that stays active is the key of the overlay's own action.
  struct Over {
    std::string_view name;         // name of the overlay; empty: no overlay
    std::optional<Action> action;  // action that opens and closes the overlay
    bool covers = false;
  };
  // Returns the first available row for a key. The order of priority is: rows of the overlay, of a
  // presentation, of the page, of the window. Null if no row is available.
  const ActionRow* find(const KeyPress& press, const Over& over, const ActionContext& context) const;
  const ActionRow* find(Action action, const ActionContext& context) const;
  // Returns the description of an action for tooltips, such as "Play or pause (Space)".
  std::string describe(Action action) const;
  const std::vector<ActionGroup>& groups() const { return groups_; }

 private:
  // A place whose rows are active now.
  struct Level {
    std::string_view where;
    bool (ActionRow::*holds)() const = nullptr;  // condition for the rows; null: all rows
  };
  std::vector<Level> levels(const Over& over, const ActionContext& context) const;
  template <class Matches>
  const ActionRow* find_row(Matches matches, const std::vector<Level>& levels,
                            const ActionContext& context) const;

  std::vector<ActionGroup> groups_;
};

}  // namespace lockstep::gui
