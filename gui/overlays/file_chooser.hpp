// The sheet that opens a kernel or a scene: a field for a path or a link, recent files, and the files of the
// folder.
#pragma once

#include "gui/editor/line_field.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/overlays/row_list.hpp"
#include "gui/user_data/file_listing.hpp"

namespace lockstep::gui {

// A row of the list, prepared without drawing.
struct ChooserRow {
  enum class Kind : std::uint8_t { heading, recent, folder, file };
  Kind kind = Kind::file;
  std::string label, note, path;  // note: the folder of a recent file
};
// Returns the path that begins anew with a "/" or "~" typed behind a folder: "/home/eva//tmp/a.cl" is
// "/tmp/a.cl".
std::string_view path_begun_anew(std::string_view typed);
// Returns the address of a page that was typed or pasted, also behind a folder, such as
// "https://lecture.example/lockstep.html#AatW…"; empty if there is none.
std::string link_in(std::string_view typed);

// Returns the rows of the list. Recent files come first until the user types a path.
std::vector<ChooserRow> chooser_rows(const FileListing& listing, const std::vector<std::string>& recent);

class FileChooser final : public Overlay {
 public:
  std::string_view name() const override { return "files"; }
  std::optional<Action> action() const override { return actions::open_file; }
  // Opens the sheet at the folder of the shown kernel.
  void begin(ActionContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  void show(std::string_view typed);
  void show_link(const std::string& link);
  std::optional<std::string> take(const ChooserRow& row);
  std::optional<std::string> type(const TypedInput& typed);
  void draw_page_buttons(Ui& ui, const Rect& head);
  void draw_notes(Ui& ui, const Rect& content, const Rect& list);
  std::optional<std::string> draw_rows(Ui& ui, const Rect& area);
  bool draw_row(Ui& ui, std::size_t index, const Rect& rect);

  bool left_ = false, had_keyboard_ = false;
  LineField field_;
  std::string link_;  // the link in the field; empty: the field contains a path
  FileListing listing_;
  std::vector<std::string> recent_;
  std::vector<ChooserRow> rows_;
  RowList list_;
};

}  // namespace lockstep::gui
