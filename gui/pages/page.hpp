// A page of the window owns itself: its panels and where they lie, its toolbar, its keys, its exports and its
// part of a scene. Each is made in its own folder; gui/pages/pages.cpp is the one list of them, from which
// the tabs, the number keys, the list of keys, exports and scenes are taken.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "gui/export/export_choice.hpp"
#include "gui/pages/action_table.hpp"
#include "gui/pages/panel.hpp"
#include "gui/pages/toolbar.hpp"
#include "gui/state/scene_fields.hpp"

namespace lockstep::gui {

class AssignmentRunner;
class BenchmarkRunner;
class CountRunner;
class LabRunner;
class LadderRunner;
class PairRunner;

struct PlacedPanel {
  std::string_view name;  // for the tour and for tests: "figure"
  Panel* panel = nullptr;
  Rect card;
  bool is_stage = false;  // a picture "of the stage" is cut to the cards of these
  float zoom = 1;         // that it is drawn with
};

// A file that a page can write.
struct PageExport {
  ExportFormat format;
  std::string_view what;  // "The table, in the order shown."
  // Writes the file, `width` pixels wide where it is a drawing (none: the page's own width). An Error when
  // there is nothing to write yet. Null: the window is painted (gui/export/picture_job.hpp).
  std::function<Result<void>(const ActionContext&, const std::string& path, std::optional<float> width)>
      write{};
};

struct PageServices;
struct PageEntry;

class Page {
 public:
  virtual ~Page() = default;

  std::string_view key() const { return key_; }  // of its entry
  virtual std::string_view title() const = 0;    // of its tab: "Step"
  virtual std::string_view summary() const = 0;  // in the list of keys: "Step: the run, moment by moment"
  // Of its tab; `keys` are those that show it: "Ctrl+1".
  virtual std::string tooltip(const std::string& keys) const = 0;

  // Its panels that are drawn, from the first to the last, each in its card.
  virtual std::vector<PlacedPanel> place(const WindowArea& window, PanelContext& context) = 0;
  // How large its contents are in this part of a presented window, where a text beside or above them may
  // leave more room; 0: that is all the same.
  virtual float presented_zoom(PanelContext&, const Rect& /*area*/) { return 0; }
  // What the top bar offers on it, from the right to the left.
  virtual void draw_toolbar(Toolbar&, PanelContext&) {}

  virtual std::vector<ActionGroup> actions() { return {}; }
  // One step while it plays: false at the end. None: nothing of this page's own is played.
  virtual std::optional<bool> play_on(ActionContext&) { return std::nullopt; }

  // For Page Down and Page Up of a presentation: where its own runs are, and their neighbours. None: it has
  // none, or they are not ready.
  virtual std::optional<PageSteps> own_steps(const AppState&) const { return std::nullopt; }

  // Page Down (1) and Page Up (-1) of a presentation scroll what is too high for the window before they turn
  // the page; false: there is no more of it.
  virtual bool turn_on(int /*by*/, const AppState&) { return false; }

  // In the order shown; the first is what Ctrl+E writes.
  virtual std::vector<PageExport> exports(const AppState&) const { return {}; }
  // The file's name without its ending, which may contain "/" of an algorithm's id.
  virtual std::string export_name(const ExportChoice&, const AppState&, std::uint64_t /*position*/) const {
    return std::string(key());
  }
  // The session's run is on it: pictures may be cut to the stage, and series have moments.
  virtual bool shows_run() const { return false; }
  // A strip above it has the words of the shown scene; a page with texts of its own has none.
  virtual bool has_scene_words() const { return !shows_run(); }
  // `lockstep shot` can write its drawing: all that it shows follows from the scene.
  virtual bool follows_from_scene() const { return true; }

 private:
  friend std::vector<std::unique_ptr<Page>> make_pages(const std::vector<PageEntry>&, const PageServices&);
  std::string_view key_;
};

// The long work that pages ask for: each page takes what it needs when it is made.
struct PageServices {
  BenchmarkRunner& benchmark;
  CountRunner& counting;
  LadderRunner& ladder;
  LabRunner& lab;
  PairRunner& pair;
  AssignmentRunner& assignments;
};

// A page in the list of all pages.
struct PageEntry {
  std::string_view key;  // in scenes and reports: "step"
  std::unique_ptr<Page> (*make)(const PageServices&);
  void (*fields)(SceneFields&,
                 AppState&) = nullptr;  // its part of a scene, read or written; null: it has none
};
using PageList = std::vector<PageEntry>;

// A page's export in a format; none: it does not offer it.
std::optional<PageExport> export_as(const Page& page, const AppState& state, ExportFormat format);
// A free name in the folder (with "/" at its end) for a page's export.
std::string export_path(const std::string& folder, const Page& page, const ExportChoice& choice,
                        const AppState& state, std::uint64_t position);

const PageList& all_pages();
std::vector<std::unique_ptr<Page>> make_pages(const PageList& list, const PageServices& services);
// The page with this key, else the first one.
Page& page_of(const std::vector<std::unique_ptr<Page>>& pages, std::string_view key);

}  // namespace lockstep::gui
