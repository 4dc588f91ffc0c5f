// The sheet that lists the contents of the course documents: a search field, a choice of kinds, and a line
// for each figure, table, formula, listing, example and exercise, which opens its scene.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/catalogue/documents.hpp"
#include "gui/editor/line_field.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/overlays/row_list.hpp"

namespace lockstep::gui {

// A line of the list: an entry of a document, or the heading of a document.
struct DocumentLine {
  const CourseDocument* document = nullptr;
  const DocumentEntry* entry = nullptr;  // null: a heading
  bool in_cuda = false;                  // whether the line opens the entry with the document's own kernel
  // The name under which the line is opened, for example "002/kernel-1.cu".
  std::string name() const { return entry->name() + (in_cuda ? std::string(kListingEnding) : ""); }
};
// Returns the lines of all entries of this kind (none: of any kind) that contain all words of `filter` in the
// document's name, or in the entry's kind, title, section or id. Case is ignored. Documents without such
// entries have no heading. A listing that the document prints in CUDA has two lines.
std::vector<DocumentLine> document_lines(std::string_view filter, std::optional<EntryKind> kind);

class DocumentsSheet final : public Overlay {
 public:
  std::string_view name() const override { return "documents"; }
  std::optional<Action> action() const override { return actions::show_documents; }
  // Selects the entry that the window shows.
  void begin(ActionContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  void filter();
  void open(std::size_t line);
  void choose(std::string_view entry);
  void type(const TypedInput& typed);
  void draw_kinds(Ui& ui, const Rect& place);
  void draw_lines(Ui& ui, const Rect& area);
  void draw_line(Ui& ui, std::size_t index, const Rect& rect);

  bool left_ = false, had_keyboard_ = false;
  LineField field_;
  std::optional<EntryKind> kind_;
  std::vector<DocumentLine> lines_;
  std::string shown_;          // the entry that the window shows
  std::string opened_;         // the entry opened in this frame
  bool wants_opencl_ = false;  // whether the entry was opened in OpenCL although it also has a line in CUDA
  RowList list_;
};

}  // namespace lockstep::gui
