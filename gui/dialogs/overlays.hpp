// The contract of what lies over the panels: the list of keys, sheets, the tour. The state names the one that
// is open, so a scene opens it again. The one list of them is list.cpp.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/pages/panel.hpp"
#include "gui/storage/recent_files.hpp"

namespace lockstep::gui {

// What an overlay sees and changes between two frames' drawing; while drawing it has a PanelContext.
struct OverlayContext {
  AppState& state;
  Session& session;
  BenchmarkRunner& benchmark;
  CountRunner& counting;
  PairRunner& pair;
  Activity& activity;
  Commands& commands;
  const RecentFiles& recent;
  const std::string& kernel_dir;  // empty: the kernels that are built in
};

// Where an overlay is drawn, and the cards that lie below it.
struct OverlayFrame {
  Rect window;
  const Layout& layout;
};

class Overlay {
 public:
  virtual ~Overlay() = default;
  // In scenes and reports: "keys".
  virtual std::string_view name() const = 0;
  // What opens it and, once more, closes it; none: it opens by itself.
  virtual std::optional<Action> action() const = 0;
  // Nothing below it can be pressed. One that does not block goes away with the first key or click.
  virtual bool blocks() const { return true; }
  // Where its keys stand in the list of keys.
  virtual std::optional<KeyScope> scope() const { return std::nullopt; }

  // When it was opened, before it is drawn: brings into sight what it needs.
  virtual void begin(OverlayContext&) {}
  // Esc.
  virtual void leave(OverlayContext& context) { context.state.overlay = {}; }
  // Keys that nothing with the focus took; false: it means what it means elsewhere. Tab stops at what `draw`
  // makes of Ui::item.
  virtual bool press(const KeyPress&, OverlayContext&) { return false; }
  virtual void draw(const OverlayFrame& frame, PanelContext& context) = 0;

  // Work that goes on after a frame was drawn, a piece each time. While it is working frames follow at once.
  virtual bool is_working() const { return false; }
  virtual void go_on(OverlayContext&) {}
};

using MakeOverlay = std::unique_ptr<Overlay> (*)();
const std::vector<MakeOverlay>& registered_overlays();
// Of all of them, for scenes.
const std::vector<std::string>& overlay_names();

// All overlays of a window, of which at most one is open: the one that the state names.

class Overlays {
 public:
  Overlays();

  // The one that the state named when follow() was called last; null: none.
  Overlay* current() const { return current_; }
  bool blocks() const { return current_ != nullptr && current_->blocks(); }
  bool is_working() const { return current_ != nullptr && current_->is_working(); }
  void follow(OverlayContext& context);

  // Opens or closes the one that belongs to an action; false: none does.
  bool act(Action action, AppState& state) const;
  // A key or a click: closes one that only waits for it.
  void touch(AppState& state) const;

 private:
  std::vector<std::unique_ptr<Overlay>> all_;
  Overlay* current_ = nullptr;
};

}  // namespace lockstep::gui
