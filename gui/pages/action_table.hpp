// The table of actions: each row has an action's name, its keys, the text for the list of keys and for
// tooltips, when it is available, and what it does. The window, the pages and the overlays add their rows
// (gui/app/keys.cpp, gui/pages/*/keys.cpp); keys and buttons are looked up here.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gui/export/picture_job.hpp"
#include "gui/pages/panel.hpp"
#include "gui/storage/recent_files.hpp"
#include "gui/storage/save_folder.hpp"

namespace lockstep::gui {

// What actions and overlays see and change between two frames' drawing.
struct ActionContext {
  AppState& state;
  Session& session;
  BenchmarkRunner& benchmark;
  CountRunner& counting;
  LabRunner& lab;
  PairRunner& pair;
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
  // The playhead, as far as the run goes.
  void move_to(std::uint64_t position);
};

struct ActionRow {
  Action action;               // several rows may have the same: the first that is available is meant
  std::vector<KeyPress> keys;  // none: only buttons ask for it, or the editor answers to its keys
  std::string label;           // "Shift+←"
  std::string what;            // "Previous barrier"; empty: not in the list of keys
  std::function<void(ActionContext&)> run;
  std::function<bool(const ActionContext&)> available{};  // none: always
  bool over_overlays = false;  // its keys hold while an overlay covers the page, too
  bool presenting = false;     // its keys hold in a presentation, too, where others mean nothing
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

  // What is open over the page. One that covers it hides what most keys change: they hold no more.
  struct Over {
    std::string_view name;  // empty: nothing
    bool covers = false;
  };
  // The rows of the page go before those that hold everywhere; so do, in their place, those of an open
  // overlay that has rows. Null: no such row is available.
  const ActionRow* find(const KeyPress& press, const Over& over, const ActionContext& context) const;
  const ActionRow* find(Action action, const ActionContext& context) const;
  // "Play or pause (Space)", for tooltips.
  std::string describe(Action action) const;
  const std::vector<ActionGroup>& groups() const { return groups_; }

 private:
  template <class Matches>
  const ActionRow* find_row(Matches matches, std::string_view where, const ActionContext& context) const;
  bool is_of(const ActionRow& row, std::string_view where) const;

  std::vector<ActionGroup> groups_;
};

}  // namespace lockstep::gui
