#include "gui/pages/panel.hpp"

#include "gui/editor/line_marks.hpp"
#include "gui/editor/text_words.hpp"

namespace lockstep::gui {

bool shows_text(const AppState& state, const Session& session, const std::string& text) {
  const std::string* edited = state.edited_text();
  return !state.shows_recording() && (edited ? *edited : session.original().text) == text;
}

void apply_repair(PanelContext& context, const std::string& text) {
  const std::string* edited = context.state.edited_text();
  const std::string& before = edited ? *edited : context.session.original().text;
  auto marks = move_marks(context.state.breakpoints, split_lines(before), split_lines(text));
  context.commands.repairs.emplace_back(
      [key = context.state.source_key(0), text, marks = std::move(marks)](AppState& app) {
        app.breakpoints = marks;
        app.edited_texts[key] = text;
        app.overlay = {};
        app.show_original = true;
        bring_to_front(app, "source");
      });
  context.commands.notices.emplace_back("The repair is applied. Ctrl+Z undoes it.");
}

}  // namespace lockstep::gui
