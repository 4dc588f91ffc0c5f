// A panel draws itself into its card from the data it receives, and requests changes through commands. It
// stores only its scroll position, zoom and text cursor.
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

// The requests of panels, which are applied in order after the whole frame has been drawn.
struct Commands {
  std::vector<Action> actions;
  std::vector<std::function<void(AppState&)>> edits;
  // Changes to a kernel's text outside the editor. Unlike typed text, each change is a single
  // step for Ctrl+Z.
  std::vector<std::function<void(AppState&)>> repairs;
  std::vector<std::string> notices;  // sentences that are shown for a few seconds
  std::vector<std::string> files;    // files to be opened
  struct Save {
    enum class What : std::uint8_t { scene, kernel, plan } what;
    std::string path;
  };
  std::vector<Save> saves;  // files to be written, with names chosen by the user
  // An edited talk, and the index of the page that is shown. The talk is saved to its file, or to a new file
  // if it has none.
  struct ChangedTalk {
    Talk talk;
    std::size_t page = 0;
  };
  std::optional<ChangedTalk> talk;
  std::optional<ProgramCommand> program;  // a program to run, which the user typed or agreed to
  bool stop_program = false;

  void go_to(std::uint64_t position) {
    edits.push_back([position](AppState& state) { state.position = position; });
  }
  void edit(std::function<void(AppState&)> change) { edits.push_back(std::move(change)); }
  void close_overlay() {
    edits.push_back([](AppState& state) { state.overlay = {}; });
  }
};

// The parts of the window's state that a scene does not contain.
struct Activity {
  bool playing = false;
  KeyboardOwner keyboard = KeyboardOwner::nobody;
  std::optional<std::uint32_t> condition_line;  // line whose breakpoint condition is to be edited
  std::optional<double> redraw_in;  // seconds until an animation of the window changes the picture
  std::string notice;               // a sentence that is shown for a few seconds, such as "Saved scene.json"
  bool notice_is_new = false;       // whether the time of the notice has not started yet
  bool speaker_window = false;      // whether the speaker's window must be opened or closed
  std::string save_error;           // why edits are not stored on disk; empty: they are stored

  // Whether a text field or the editor has the keyboard.
  bool is_typing() const { return keyboard != KeyboardOwner::nobody; }

  void notify(std::string_view sentence) {
    notice = shortened(sentence, 500);
    notice_is_new = true;
  }
};

struct PanelContext;
// Returns whether the shown kernel has this text. If it has a different text, a repair must not be applied,
// because it would replace the wrong text.
bool shows_text(const AppState& state, const Session& session, const std::string& text);
// Replaces the kernel's text by the repaired text. Ctrl+Z undoes this change in one step.
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
  const Actions& actions;                   // actions of keys, for tooltips and the list of keys
  Page& page;                               // the page that is shown
  const std::vector<Action>& page_actions;  // actions for panels (ActionContext::to_panels), in order
  const Link& link;                         // object under the pointer in the last frame
  Link& next_link;                          // object under the pointer in this frame
};

class Panel {
 public:
  virtual ~Panel() = default;
  // The purpose of the panel in one sentence, for the help and for tests.
  virtual std::string_view help() const = 0;
  virtual void draw(const Rect& card, PanelContext& context) = 0;
  // The preferred height of a lower card of the stage; 0 for all other panels.
  virtual float wanted_height(PanelContext&, float /*width*/) { return 0; }
};

}  // namespace lockstep::gui
