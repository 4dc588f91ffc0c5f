// A page of the window: its panels and their layout, its toolbar, its keys, its exports and its part of a
// scene. Each page is defined in a separate folder. gui/pages/pages.cpp contains the list of all pages, which
// determines the tabs, the number keys, the list of keys, exports and scenes.
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
  bool is_stage = false;  // a picture "of the stage" contains only the cards of these panels
  float zoom = 1;         // zoom with which the panel is drawn
};

// A file that a page can write.
struct PageExport {
  ExportFormat format;
  std::string_view what;  // such as "The table, in the order shown."
  // Writes the file. A drawing is `width` pixels wide (none: the page's default width). An Error if there is
  // nothing to write yet. Null: the window is painted (gui/export/picture_job.hpp).
  std::function<Result<void>(const ActionContext&, const std::string& path, std::optional<float> width)>
      write{};
};

struct PageServices;
struct PageEntry;

class Page {
 public:
  virtual ~Page() = default;

  std::string_view key() const { return key_; }  // from its PageEntry
  virtual std::string_view title() const = 0;    // title of the tab: "Step"
  virtual std::string_view summary() const = 0;  // in the list of keys: "Step: the run, moment by moment"
  // The tooltip of the tab; `keys` show the page: "Ctrl+1".
  virtual std::string tooltip(const std::string& keys) const = 0;

  // The panels to draw, in drawing order, each with its card.
  virtual std::vector<PlacedPanel> place(const WindowArea& window, PanelContext& context) = 0;
  // The zoom of the contents in this part of a presented window, used to place a text beside or above them;
  // 0: the page has no preference.
  virtual float presented_zoom(PanelContext&, const Rect& /*area*/) { return 0; }
  // Draws the controls of the page in the top bar, from right to left.
  virtual void draw_toolbar(Toolbar&, PanelContext&) {}

  virtual std::vector<ActionGroup> actions() { return {}; }
  // Makes one step while the page is playing; false at the end. None: the page has nothing of its
  // own to play.
  virtual std::optional<bool> play_on(ActionContext&) { return std::nullopt; }

  // For Page Down and Page Up in a presentation: the playhead in the page's own runs, and its neighbours.
  // None: the page has no runs, or they are not ready.
  virtual std::optional<PageSteps> own_steps(const AppState&) const { return std::nullopt; }

  // Scrolls contents that are too tall for the window, for Page Down (1) and Page Up (-1) in a presentation,
  // before the page is turned. Returns false if the end is reached.
  virtual bool turn_on(int /*by*/, const AppState&) { return false; }

  // In the order shown; Ctrl+E writes the first one.
  virtual std::vector<PageExport> exports(const AppState&) const { return {}; }
  // The name of the file without extension; it may contain the "/" of an algorithm's id.
  virtual std::string export_name(const ExportChoice&, const AppState&, std::uint64_t /*position*/) const {
    return std::string(key());
  }
  // Whether the page shows the session's run: then pictures may be cut to the stage, and series have moments.
  virtual bool shows_run() const { return false; }
  // Whether a strip above the page shows the text of the scene; pages with texts of their own have no strip.
  virtual bool has_scene_words() const { return !shows_run(); }
  // Whether `lockstep shot` can write the drawing, because it depends on the scene alone.
  virtual bool follows_from_scene() const { return true; }

 private:
  friend std::vector<std::unique_ptr<Page>> make_pages(const std::vector<PageEntry>&, const PageServices&);
  std::string_view key_;
};

// The long-running work that pages use: each page gets the required services when it is created.
struct PageServices {
  BenchmarkRunner& benchmark;
  CountRunner& counting;
  LadderRunner& ladder;
  LabRunner& lab;
  PairRunner& pair;
  AssignmentRunner& assignments;
};

// An entry in the list of all pages.
struct PageEntry {
  std::string_view key;  // in scenes and reports: "step"
  std::unique_ptr<Page> (*make)(const PageServices&);
  void (*fields)(SceneFields&,
                 AppState&) = nullptr;  // reads or writes the page's part of a scene; null: it has none
};
using PageList = std::vector<PageEntry>;

// A page's export in a format; none: the page does not offer this format.
std::optional<PageExport> export_as(const Page& page, const AppState& state, ExportFormat format);
// An unused file name in the folder (which ends with "/") for a page's export.
std::string export_path(const std::string& folder, const Page& page, const ExportChoice& choice,
                        const AppState& state, std::uint64_t position);

const PageList& all_pages();
std::vector<std::unique_ptr<Page>> make_pages(const PageList& list, const PageServices& services);
// The page with this key, or the first page if there is none.
Page& page_of(const std::vector<std::unique_ptr<Page>>& pages, std::string_view key);

}  // namespace lockstep::gui
