// A panel draws itself into its card from what it is given, and asks for changes by commands. It keeps no
// more than scroll, zoom and a text cursor.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/text.hpp"
#include "gui/background_jobs/program_runner.hpp"
#include "gui/input/action.hpp"
#include "gui/input/keyboard_owner.hpp"
#include "gui/lesson/player/player.hpp"
#include "gui/pages/layout.hpp"
#include "gui/questions/prediction.hpp"
#include "gui/session/session.hpp"
#include "gui/talk/player.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

class Actions;
class Page;

// What panels ask for. Applied after the whole frame is drawn, in order.
struct Commands {
  std::vector<Action> actions;
  std::vector<std::function<void(AppState&)>> edits;
  // Likewise, of a kernel's text without the editor: one step for Ctrl+Z, which typing is not.
  std::vector<std::function<void(AppState&)>> repairs;
  std::vector<std::string> notices;  // sentences that are shown for a few seconds
  std::vector<std::string> files;    // to be opened
  struct Save {
    enum class What : std::uint8_t { scene, kernel, plan } what;
    std::string path;
  };
  std::vector<Save> saves;  // to be written, under a name that the user chose
  // The talk as it was edited, and the page that is shown of it; it is saved, and a talk without a file gets
  // one.
  struct ChangedTalk {
    Talk talk;
    std::size_t page = 0;
  };
  std::optional<ChangedTalk> talk;
  std::optional<ProgramCommand> program;  // to be run: the user typed it, or agreed to it
  bool stop_program = false;

  void go_to(std::uint64_t position) {
    edits.push_back([position](AppState& state) { state.position = position; });
  }
  void edit(std::function<void(AppState&)> change) { edits.push_back(std::move(change)); }
  void close_overlay() {
    edits.push_back([](AppState& state) { state.overlay = {}; });
  }
};

// What happens in the window but is no part of a scene.
struct Activity {
  bool playing = false;
  KeyboardOwner keyboard = KeyboardOwner::nobody;
  std::optional<std::uint32_t> condition_line;  // whose breakpoint's condition is wanted for editing
  std::optional<double> redraw_in;  // s: an animation of the window's own changes the picture by then
  std::string notice;               // one sentence, for a few seconds: "Saved scene.json"
  bool notice_is_new = false;       // its seconds have not begun
  bool speaker_window = false;      // it is to be opened or closed
  std::string save_error;           // why edits are not stored on disk; empty: they are

  // A text field or the editor has the keyboard.
  bool is_typing() const { return keyboard != KeyboardOwner::nobody; }

  void notify(std::string_view sentence) {
    notice = shortened(sentence, 500);
    notice_is_new = true;
  }
};

struct PanelContext;
// Whether the shown kernel has this text: a repair of another program's text would replace the wrong one.
bool shows_text(const AppState& state, const Session& session, const std::string& text);
// The kernel's text with a repair, as one change that Ctrl+Z takes back.
void apply_repair(PanelContext& context, const std::string& text);

struct PanelContext {
  const AppState& state;
  Session& session;
  const ShownMoment& moment;
  const ProgramRunner& program;
  TalkPlayer& talk;
  LessonPlayer& lessons;
  Prediction& predict;
  Activity& activity;
  Ui& ui;
  Commands& commands;
  const Actions& actions;  // what keys do, for tooltips and the list of keys
  Page& page;              // the page that is shown
  const std::vector<Action>&
      page_actions;  // those that panels answer to (ActionContext::to_panels), in order
  const Link& link;  // what was under the pointer in the last frame
  Link& next_link;   // what is in this one
};

class Panel {
 public:
  virtual ~Panel() = default;
  // Compulsory: what it is for, in one sentence, for the help and for tests.
  virtual std::string_view help() const = 0;
  virtual void draw(const Rect& card, PanelContext& context) = 0;
  // Heights that the stage's lower cards would like; 0 for all others.
  virtual float wanted_height(PanelContext&, float /*width*/) { return 0; }
};

}  // namespace lockstep::gui
