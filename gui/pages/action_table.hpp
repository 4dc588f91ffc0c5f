// The table of actions: each row has an action's name, its keys, the text for the list of keys and for
// tooltips, when it is available, and what it does. The window, the pages and the overlays add their rows
// (gui/app/keys.cpp, gui/pages/*/keys.cpp); keys and buttons are looked up here.
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

// What actions and overlays see and change between two frames' drawing.
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
  std::vector<Action>& page_actions;  // that the panels answer to when they are drawn next
  const RecentFiles& recent;
  SaveFolder& folder;             // where files are saved
  const std::string& kernel_dir;  // empty: the kernels that are built in
  // Before anything that might end the program: the state is written to disk.
  const std::function<void(const AppState&)>& keep_now;
  const std::function<std::unique_ptr<PictureJob>(AppState, PictureRequest)>& make_pictures;

  // A panel of the shown page answers to it, because only the panel knows where it is scrolled to.
  void to_panels(Action action) { page_actions.push_back(action); }
};

// Where the keys of a row hold besides the window at work: nowhere; in a presentation, where a key that was
// not meant changes nothing before an audience; while an overlay covers the page; or in both.
enum class KeysHold : std::uint8_t { at_work, presenting, over_overlays, always };

struct ActionRow {
  Action action;               // several rows may have the same: the first that is available is meant
  std::vector<KeyPress> keys;  // none: only buttons ask for it, or the editor answers to its keys
  std::string label;           // "Shift+←"
  std::string what;            // "Previous barrier"; empty: not in the list of keys
  std::function<void(ActionContext&)> run;
  KeysHold hold = KeysHold::at_work;
  std::function<bool(const ActionContext&)> available{};  // none: always

  bool holds_presenting() const { return hold == KeysHold::presenting || hold == KeysHold::always; }
  bool holds_over_overlays() const { return hold == KeysHold::over_overlays || hold == KeysHold::always; }
};

// The place of keys that go before all others in a presentation.
inline constexpr std::string_view kPresenting = "presentation";

struct ActionGroup {
  std::string title;  // in the list of keys; groups of the same title are one part of it
  // A page's key, an overlay's name or kPresenting, where it goes before all others; empty: everywhere.
  std::string where;
  std::vector<ActionRow> rows;
};

class Actions {
 public:
  // Rows of a title that is there already come behind its rows.
  void add(std::vector<ActionGroup> groups);

  // What is open over the page. One that covers it hides what most keys change: they hold no more. A letter
  // could be meant for one of its fields, so of the window's letters only that of its own action holds.
  struct Over {
    std::string_view name;         // empty: nothing
    std::optional<Action> action;  // which opens and closes it
    bool covers = false;
  };
  // The first available row in the order of priority: the overlay's own, those of a presentation, of the
  // page, of the window. Null: none.
  const ActionRow* find(const KeyPress& press, const Over& over, const ActionContext& context) const;
  const ActionRow* find(Action action, const ActionContext& context) const;
  // "Play or pause (Space)", for tooltips.
  std::string describe(Action action) const;
  const std::vector<ActionGroup>& groups() const { return groups_; }

 private:
  // The rows of a place, those of them that hold now.
  struct Level {
    std::string_view where;
    bool (ActionRow::*holds)() const = nullptr;  // null: all
  };
  std::vector<Level> levels(const Over& over, const ActionContext& context) const;
  template <class Matches>
  const ActionRow* find_row(Matches matches, const std::vector<Level>& levels,
                            const ActionContext& context) const;

  std::vector<ActionGroup> groups_;
};

}  // namespace lockstep::gui
