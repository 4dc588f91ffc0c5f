// A page of the window: its panels and their layout, its toolbar, its keys, its exports and its part of a
// scene. Each page is defined in a separate folder. gui/pages/pages.cpp contains the list of all pages. The
// tabs, their keys (Ctrl+1 …), the list of keys, the exports and the scenes are derived from this list.
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
  std::string_view name;  // name for the tour and for tests, such as "figure"
  Panel* panel = nullptr;
  Rect card;
  bool is_stage = false;  // a picture "of the stage" contains only the cards of these panels
  float zoom = 1;         // zoom with which the panel is drawn
};

// A file that a page can write.
struct PageExport {
  ExportFormat format;
  std::string_view what;  // such as "The table, in the order shown."
  // Writes the file. `width`: the width of a drawing in pixels; none: the page's default width.
  // Returns an Error if there is nothing to write yet. If `write` is null, the file is a picture of
  // the window (gui/export/picture_job.hpp).
  std::function<Result<void>(const ActionContext&, const std::string& path, std::optional<float> width)>
      write{};
};

struct PageServices;
struct PageEntry;

class Page {
 public:
  virtual ~Page() = default;

  std::string_view key() const { return key_; }  // PageEntry::key of the page
  virtual std::string_view title() const = 0;    // title of the tab, such as "Step"
  virtual std::string_view summary()
      const = 0;  // for the list of keys, such as "Step: the run, moment by moment"
  // The tooltip of the tab. `keys`: the keys that show the page, such as "Ctrl+1".
  virtual std::string tooltip(const std::string& keys) const = 0;

  // Returns the panels to draw, in drawing order, each with its card.
  virtual std::vector<PlacedPanel> place(const WindowArea& window, PanelContext& context) = 0;
  // Returns the zoom that the contents of the page would have in this area of a presented window. It decides
  // whether a text is placed beside or above the contents. 0: the page has no preference.
  virtual float presented_zoom(PanelContext&, const Rect& /*area*/) { return 0; }
  // Draws the controls of the page in the top bar, from right to left.
  virtual void draw_toolbar(Toolbar&, PanelContext&) {}

  virtual std::vector<ActionGroup> actions() { return {}; }
  // Makes one step of the page's own runs while they are playing. Returns false at the end, and none if the
  // page has no runs of its own to play.
  virtual std::optional<bool> play_on(ActionContext&) { return std::nullopt; }

  // Returns the playhead in the page's own runs and its neighbours, for Page Down and Page Up in a
  // presentation. None if the page has no runs of its own, or if they are not ready.
  virtual std::optional<PageSteps> own_steps(const AppState&) const { return std::nullopt; }

  // Scrolls contents that are too tall for the window, before Page Down or Page Up turns the page in a
  // presentation. `by`: 1 for Page Down, -1 for Page Up. Returns false if the contents cannot be
  // scrolled any further.
  virtual bool turn_on(int /*by*/, const AppState&) { return false; }

  // The files that the page can write, in the order shown. Ctrl+E writes the first of these files.
  virtual std::vector<PageExport> exports(const AppState&) const { return {}; }
  // The name of the file without extension. The name may contain the "/" of an algorithm's id.
  virtual std::string export_name(const ExportChoice&, const AppState&, std::uint64_t /*position*/) const {
    return std::string(key());
  }
  // Whether the page shows the session's run. If so, pictures can be limited to the stage, and series of
  // moments can be written.
  virtual bool shows_run() const { return false; }
  // Whether a strip above the page shows the text of the scene. Pages that show texts
  // themselves have no strip.
  virtual bool has_scene_words() const { return !shows_run(); }
  // Whether the drawing of the page depends on the scene alone, so that `lockstep shot` can write it.
  virtual bool follows_from_scene() const { return true; }

 private:
  friend std::vector<std::unique_ptr<Page>> make_pages(const std::vector<PageEntry>&, const PageServices&);
  std::string_view key_;
};

// The long-running work that pages use. Each page gets the services that it needs when it is created.
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
  std::string_view key;  // name in scenes and reports, such as "step"
  std::unique_ptr<Page> (*make)(const PageServices&);
  void (*fields)(SceneFields&,
                 AppState&) = nullptr;  // reads or writes the page's part of a scene; null: no such part
};
using PageList = std::vector<PageEntry>;

// Returns a page's export in a format; none if the page does not offer this format.
std::optional<PageExport> export_as(const Page& page, const AppState& state, ExportFormat format);
// Returns an unused path in `folder` for a page's export. `folder` must end with "/".
std::string export_path(const std::string& folder, const Page& page, const ExportChoice& choice,
                        const AppState& state, std::uint64_t position);

const PageList& all_pages();
std::vector<std::unique_ptr<Page>> make_pages(const PageList& list, const PageServices& services);
// Returns the page with this key, or the first page if no page has this key.
Page& page_of(const std::vector<std::unique_ptr<Page>>& pages, std::string_view key);

}  // namespace lockstep::gui
