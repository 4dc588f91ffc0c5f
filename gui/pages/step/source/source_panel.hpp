// The source panel: the kernel's text, and its response to pointer and keys. source_panel.cpp prepares and
// draws the text, source_input.cpp handles pointer and keys, source_find.cpp the search, source_changes.cpp
// the comparison with the original, and source_listing.cpp the lines of a document.
#pragma once

#include <optional>
#include <tuple>

#include "gui/editor/code_colours.hpp"
#include "gui/editor/code_editor.hpp"
#include "gui/editor/completion_list.hpp"
#include "gui/editor/find.hpp"
#include "gui/pages/action_table.hpp"
#include "gui/pages/step/source/code_text.hpp"
#include "gui/pages/step/source/form_model.hpp"
#include "gui/pages/step/source/source_model.hpp"

namespace lockstep::gui {

class SourcePanel final : public Panel {
 public:
  std::string_view help() const override;
  void draw(const Rect& card, PanelContext& context) override;

 private:
  static constexpr float kRow = CodeText::kRow, kGutter = CodeText::kGutter, kRunsWidth = 36, kHeatWidth = 36;
  static constexpr TextStyle kCode = CodeText::kCode;

  const std::string& current_text(const PanelContext& context) const;
  // Copies the text of the state to the buffer. Each source has its own undo history.
  void take_text(const PanelContext& context);
  void keep_history();
  void draw_header(PanelContext& context, const Rect& content);
  void draw_footer(PanelContext& context, const Rect& content);
  void prepare(const PanelContext& context, const std::string& text);
  // Whether a form other than OpenCL C is shown, which cannot be edited.
  bool shows_form() const { return form_.form != sim::translation::SourceForm::opencl; }
  void take_form(const PanelContext& context);
  void prepare_form(const PanelContext& context);
  void point_at_form(PanelContext& context, const Rect& area);
  float draw_choices(PanelContext& context, const Rect& content);
  void measure_margins(const Canvas& canvas);
  void follow(const PanelContext& context, const Rect& area);
  std::uint32_t followed_line(const PanelContext& context) const;
  void show_first_error(float height);

  // The lines that a document's entry discusses (source_listing.cpp)
  void show_listing(const PanelContext& context, const Rect& area);
  bool is_listed(const SourceLine& line) const;

  // Returns the compiler's messages about the shown text.
  std::vector<Diagnostic> messages(const PanelContext& context, const std::string& text, bool has_run) const;
  void keep_visible(std::size_t row, float height, float margin_rows);
  void hand_over(PanelContext& context);

  // The text
  void draw_code(PanelContext& context, const Rect& area);
  void draw_row(PanelContext& context, const CodeRow& row, const Rect& rect);
  CodeText code() const { return {lines_, rows_, colours_, advance_}; }
  void draw_margins(Canvas& canvas, const SourceLine& line, const Rect& rect, bool lit);
  bool is_cursor_line(const CodeRow& row) const { return focused_ && row.line == buffer_.cursor().line; }
  Rect place_of(TextPlace place, const Rect& area) const;  // place of the character at `place`
  void draw_completions(PanelContext& context, const Rect& area);

  // Search (source_find.cpp)
  TextMatch selected_match() const;
  void open_find(PanelContext& context);
  void open_replacement(PanelContext& context);
  void replace(PanelContext& context, FindBar::Replace which);
  void replace_chosen();
  void replace_all(PanelContext& context);
  void find_again(PanelContext& context, int direction);
  void show_match(const std::optional<TextMatch>& match);
  void draw_find(PanelContext& context, const Rect& rect);
  void draw_matches(Canvas& canvas, const CodeRow& row, const Rect& rect);

  // Comparison with the original (source_changes.cpp)
  void prepare_original(const PanelContext& context);
  std::optional<std::size_t> change_of(const CodeRow& row) const;
  void draw_removed(Canvas& canvas, const CodeRow& row, const Rect& rect);
  void draw_changes(PanelContext& context, const Rect& area);
  void draw_change(PanelContext& context, const Rect& area, std::size_t change, std::size_t first_row,
                   std::size_t end_row);
  void revert_change(PanelContext& context, std::size_t index);

  // Pointer and keys (source_input.cpp)
  void interact(PanelContext& context, const Rect& area);
  void point_at(PanelContext& context, const Rect& area, const Pointer& pointer);
  void act(PanelContext& context, Action action);
  void type(PanelContext& context);
  void begin_editing(PanelContext& context);
  void refuse_editing(PanelContext& context);
  void drag_outside(PanelContext& context, const Rect& area);
  void click(PanelContext& context, TextPlace at);
  void gutter(PanelContext& context, const SourceLine& line, const Rect& place, bool clicked);
  void watch_at(PanelContext& context, TextPlace at);

  static constexpr std::size_t kMaxHistories = 12;

  TextBuffer buffer_;
  std::size_t program_ = 0;                                    // index of the shown program in Plan::programs
  std::string source_, shown_;                                 // key of the source, and the text of the state
  std::vector<std::string> shown_lines_;                       // the lines of this text
  std::vector<std::pair<std::string, TextBuffer>> histories_;  // buffers of other sources, the latest last
  FindBar find_;
  CompletionList completion_;
  OriginalModel original_;        // empty while the differences are hidden
  FormModel form_;                // selected form of form_of_, which is shown instead of the text
  std::vector<FormModel> forms_;  // all forms of form_of_
  std::weak_ptr<const sim::Trace> form_of_;
  std::size_t form_program_ = 0;
  std::vector<std::string> compared_;  // the text that was compared with the original
  double typed_at_ = 0;                // time of the last typed key, in seconds
  // The inputs for which the lines were prepared, in addition to the text (`coloured_`).
  struct Prepared {
    std::uint64_t run = 0;     // number of the run; 0: none
    bool hides_costs = false;  // whether the counts and costs of lines are hidden
    Heat heat = Heat::branches;
    std::uint32_t next_line = 0;
    sim::BreakpointLines breakpoints;
    std::vector<Diagnostic> diagnostics;
    bool operator==(const Prepared&) const = default;
  };
  Prepared prepared_;
  // The columns, margin and removed lines for which the rows were made; none: the rows must be
  // made for new lines.
  std::optional<std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>> wrapped_;
  std::vector<SourceLine> lines_;
  std::vector<CodeRow> rows_;
  std::vector<LineColours> colours_;   // one for each line
  std::vector<std::string> coloured_;  // the lines to which the colours belong
  Language coloured_in_ = Language::opencl_c;
  std::size_t columns_ = 40;
  float advance_ = 7.2f;  // width of a letter of the code font
  float margin_ = 8,
        runs_width_ = kRunsWidth;  // widths on the right, for both margins and for the execution counts
  float scroll_ = 0;
  std::uint32_t followed_ = 0;  // line to which the text was scrolled, with these rows and this height
  std::tuple<std::size_t, float> followed_in_{0, 0};
  std::string listing_;                     // document entry whose lines are marked
  bool lists_cuda_ = false;                 // whether the lines are lines of its CUDA listing
  std::vector<std::string> listed_;         // pieces of the text of these lines
  bool holds_listing_ = false;              // whether the first of these lines is kept at the top
  std::optional<std::uint64_t> listed_at_;  // the moment at which the run was first shown
  bool has_keyboard_ = false;      // whether typed keys go to the text: it is focused, and no overlay is open
  bool edits_after_find_ = false;  // whether the search was opened while the text was being edited
  bool focused_ = false, dragging_ = false, cursor_moved_ = false, had_error_ = false;
};

std::unique_ptr<Panel> make_source_panel();

}  // namespace lockstep::gui
