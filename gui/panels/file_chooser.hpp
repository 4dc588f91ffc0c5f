// A card over everything else that opens a kernel or a scene: a path to type, recent files, and what the
// folder has.
#pragma once

#include "gui/file_listing.hpp"
#include "gui/line_field.hpp"
#include "gui/scroll_area.hpp"
#include "gui/view.hpp"

namespace lockstep::gui {

// A row of the list, prepared without drawing.
struct ChooserRow {
  enum class Kind : std::uint8_t { heading, recent, folder, file };
  Kind kind = Kind::file;
  std::string label, note, path;  // note: the folder of a recent file
};
// Recent files stand on top until a path is typed.
std::vector<ChooserRow> chooser_rows(const FileListing& listing, const std::vector<std::string>& recent);

class FileChooser {
 public:
  bool is_open() const { return open_; }
  void open(const std::string& folder, std::vector<std::string> recent);
  void close() { open_ = false; }

  // The path that was chosen; then it is closed.
  std::optional<std::string> draw(Ui& ui, const Rect& window, Activity& activity);

 private:
  void show(std::string_view typed);
  void step(int by);
  std::optional<std::string> take(const ChooserRow& row);
  std::optional<std::string> type(const TypedInput& typed);
  std::optional<std::string> draw_rows(Ui& ui, const Rect& area);
  bool draw_row(Ui& ui, const ChooserRow& row, const Rect& rect, bool chosen);

  bool open_ = false, had_keyboard_ = false, moved_ = false;
  LineField field_;
  FileListing listing_;
  std::vector<std::string> recent_;
  std::vector<ChooserRow> rows_;
  std::optional<std::size_t> chosen_;  // a row that is no heading
  ScrollArea scroll_;
};

}  // namespace lockstep::gui
