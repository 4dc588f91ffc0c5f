// The sheet that runs an OpenCL program. It shows the program's command line, progress and output, and a
// report of what the program did.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gui/editor/line_field.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {

// Reads a time limit in whole seconds. An empty text means 0, which is no limit. An Error says what to enter.
Result<std::uint64_t> read_seconds(const std::string& text);
// Returns why a command cannot be run; empty if it can be run.
std::string problem_of(const ProgramCommand& command);
// Breaks a text into lines that fit in the width. Lines of a table are not broken. Other long lines are
// broken at blanks if possible.
std::vector<std::string> fitting_lines(const Canvas& canvas, const std::string& text, const TextStyle& style,
                                       float width);

class ProgramSheet final : public Overlay {
 public:
  std::string_view name() const override { return "program"; }
  std::optional<Action> action() const override { return actions::open_program; }
  void begin(ActionContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  enum class Shown : std::uint8_t { report, output };
  void take_keys(const TypedInput& typed);
  void field(Ui& ui, const std::string& key, const Rect& rect, std::string_view hint);
  float draw_fields(PanelContext& context, const Rect& content);
  void draw_status(PanelContext& context, const Rect& row) const;
  void draw_text(PanelContext& context, const Rect& area);
  void draw_buttons(PanelContext& context, const Rect& row);
  ProgramCommand typed() const;

  std::map<std::string, LineField> fields_;
  std::string focused_, model_;
  std::string refused_;  // why the limit is invalid
  Shown shown_ = Shown::report;
  bool had_keyboard_ = false, left_ = false, wanted_ = false;
  // The shown text and its lines, which are cached.
  std::string text_;
  float text_width_ = 0;
  std::vector<std::string> lines_;
  ScrollArea scroll_;
};

}  // namespace lockstep::gui
