// The watch table: a row for each watched expression, and a cell for each lane. Below it are the breakpoints
// with their conditions.
#include <algorithm>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/editor/text_words.hpp"
#include "gui/pages/line_entry.hpp"
#include "gui/pages/step/model/watch_model.hpp"
#include "gui/pages/step/page.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kWatchValue{Font::code, Role::ink, Align::centre, 11};
constexpr TextStyle kWatchName{Font::code, Role::ink, Align::left, 12};
constexpr TextStyle kQuietText{Font::text, Role::second_ink, Align::left, 12};
constexpr TextStyle kWatchProblem{Font::text, Role::costs, Align::left, 12};

class WatchPanel final : public Panel {
 public:
  std::string_view help() const override {
    return "Expressions of OpenCL C in each lane at this moment, and breakpoints with their conditions.";
  }
  float wanted_height(PanelContext&, float) override {
    return std::clamp(scroll_.content_height() + kHeading + 30, 160.0f, 420.0f);
  }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const Rect content = inside(card);
    for (const Action action : context.page_actions) act(context, action);
    const Run* run = context.session.run();
    if (run == nullptr) return;
    const sim::WatchTable& table = model_.table(context.state, *run, context.moment);
    context.ui.heading(content, "Watch");
    const float part = draw_part(context, content, table);
    draw_new(context, {content.x + 54, content.y - 3, content.width - 54 - part, 26}, *run);
    const Rect list{content.x - 6, content.y + kHeading, content.width + 12, content.height - kHeading + 6};
    if (to_end_ > 0) {
      scroll_.move(1e4f);
      if (--to_end_ > 0) context.activity.redraw_in = 0;
    }
    float y = scroll_.begin(context.ui, list);
    const Rect column{content.x, y, content.width - 8, 0};
    y = draw_rows(context, column, y, table);
    y = draw_breakpoints(context, column, y + 6);
    scroll_.end(context.ui, y);
  }

 private:
  static constexpr float kHeading = 32, kRow = 24, kLine = 20, kButton = 22;

  void act(PanelContext& context, Action action) {
    if (action == actions::add_watch) new_.open("");
    if (action != actions::edit_condition || !context.activity.condition_line) return;
    const std::uint32_t line = *std::exchange(context.activity.condition_line, std::nullopt);
    const auto found = context.state.breakpoints.find(line);
    edited_line_ = line;
    condition_.open(found == context.state.breakpoints.end() ? std::string_view() : found->second);
    to_end_ = 2;  // the breakpoints are below the watches, so a new breakpoint extends the list
  }

  // Draws the combo box that selects the warp whose lanes are shown: the executing warp, or a fixed warp.
  // Returns the width of the combo box.
  float draw_part(PanelContext& context, const Rect& content, const sim::WatchTable& table) {
    const std::string title = part_title(table);
    if (title.empty()) return 0;
    std::vector<std::string> choices{table.of_items ? "the work-item that executes"
                                                    : "the warp that executes"};
    for (std::size_t part = 0; part < table.parts; ++part)
      choices.push_back((table.of_items ? "work-items from " : "warp ") +
                        std::to_string(table.of_items ? 32 * part : part));
    const std::size_t chosen = context.state.watched_part ? *context.state.watched_part + 1 : 0;
    const float width = std::min(context.ui.combo_box_width("", title) + 2, content.width * 0.35f);
    const auto taken =
        context.ui.combo_box("watched-warp", {content.right() - width, content.y - 3, width, 26}, "", title,
                             choices, chosen, "The lanes that the table shows");
    if (taken)
      context.commands.edit([taken](AppState& app) {
        app.watched_part.reset();
        if (*taken > 0) app.watched_part = *taken - 1;
      });
    return width + 8;
  }

  static float name_width(const Rect& column) { return std::clamp(column.width * 0.26f, 96.0f, 200.0f); }

  static float widest(const Canvas& canvas, const sim::WatchTable& table) {
    float widest = 0;
    for (const sim::WatchRow& row : table.rows)
      for (const sim::WatchCell& cell : row.cells)
        widest = std::max(widest, canvas.text_width(cell.text, kWatchValue));
    return widest;
  }

  float draw_rows(PanelContext& context, const Rect& column, float y, const sim::WatchTable& table) {
    const float left = column.x + name_width(column) + kButton + kFold;
    grid_ = watch_grid(table.columns.size(), widest(context.ui.canvas, table), column.right() - left);
    if (table.rows.empty())
      y = 6 + context.ui.paragraph({column.x, y, column.width, 40},
                                   "Enter an expression above, or right-click a name in the source.",
                                   kQuietText);
    if (!table.rows.empty() && !table.columns.empty()) y = draw_header(context.ui.canvas, left, y, table);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const Rect row{column.x, y, column.width, 0};
      draw_name(context, row, i);
      y = table.rows[i].problem.empty()
              ? draw_cells(context, left, y, table, table.rows[i])
              : draw_problem(context, {left, y, column.right() - left, 0}, table.rows[i].problem);
    }
    return y;
  }

  float draw_header(Canvas& canvas, float left, float y, const sim::WatchTable& table) {
    const TextStyle number{Font::text, Role::second_ink, Align::centre, 11};
    for (unsigned i = 0; i < std::min<std::size_t>(grid_.columns, table.columns.size()); ++i)
      canvas.text({left + (static_cast<float>(i) + 0.5f) * grid_.pitch, y},
                  std::to_string(table.columns[i].local_id), number);
    return y + 17;
  }

  // Draws the expression, which can be edited in place, and the button that removes it.
  void draw_name(PanelContext& context, const Rect& row, std::size_t index) {
    const std::string& expression = context.state.watches[index];
    const Rect place{row.x, row.y, name_width(row), kRow - 3};
    const std::string id = "watch-" + std::to_string(index);
    const bool edited = edited_watch_ == index && edited_.is_open();
    if (edited) {
      finish(context, edited_.draw(context, id, place, expression, ""), index);
    } else {
      const ItemState state = context.ui.item(id, place, expression + "\nClick to change it");
      if (state.hovered) context.ui.canvas.fill_rect(place, Role::acts_pale, 4);
      context.ui.canvas.text({place.x + 4, top_for_centre(place.centre().y, kWatchName)},
                             fit_text(context.ui.canvas, expression, kWatchName, place.width - 8),
                             kWatchName);
      if (state.clicked) {
        edited_watch_ = index;
        edited_.open(expression);
      }
    }
    const Rect remove{place.right() + 2, row.y, kButton - 4, kRow - 3};
    if (context.ui.button("unwatch-" + std::to_string(index), remove, "×", "Remove this watch"))
      context.commands.edit([index](AppState& app) {
        if (index < app.watches.size())
          app.watches.erase(app.watches.begin() + static_cast<std::ptrdiff_t>(index));
      });
  }

  // Stores the edited expression. An empty expression is removed.
  void finish(PanelContext& context, LineEntry::Outcome outcome, std::size_t index) {
    if (outcome != LineEntry::Outcome::entered || edited_.text() == context.state.watches[index]) return;
    context.commands.edit([index, text = edited_.text()](AppState& app) {
      if (index >= app.watches.size()) return;
      app.watches[index] = text;
      std::erase(app.watches, "");
    });
  }

  // Draws a value that is equal in all lanes. Such a value needs one line instead of several lines.
  float draw_uniform(PanelContext& context, const Rect& rect, const sim::WatchTable& table,
                     const sim::WatchRow& row) {
    const sim::WatchCell& cell = row.cells.front();
    Canvas& canvas = context.ui.canvas;
    canvas.fill_rect(rect, Role::acts_pale, 2);
    if (cell.changed) canvas.stroke_rect(rect, Role::changed, 2, 2);
    const std::string text = cell.text + " in all " + std::to_string(row.cells.size()) + " lanes";
    canvas.text({rect.centre().x, top_for_centre(rect.centre().y, kWatchValue)},
                fit_text(canvas, text, kWatchValue, rect.width - 8), kWatchValue);
    if (context.ui.pointer(rect).inside)
      context.ui.tooltip(watch_tooltip(row, table.columns.front(), cell), rect);
    return rect.y + kRow - 1;
  }
  static bool all_active(const sim::WatchTable& table) {
    return std::ranges::all_of(table.columns, [](const sim::WatchColumn& column) {
      return column.state == sim::WatchColumn::State::active;
    });
  }

  float draw_cells(PanelContext& context, float left, float y, const sim::WatchTable& table,
                   const sim::WatchRow& row) {
    if (grid_.lines > 1 && row.is_uniform() && all_active(table) && !row.cells.front().is_error)
      return draw_uniform(context,
                          {left + 1, y + 1, static_cast<float>(grid_.columns) * grid_.pitch - 2, kLine - 2},
                          table, row);
    const TextStyle fold{Font::text, Role::second_ink, Align::right, 11};
    for (std::size_t line = 0; line < grid_.lines; ++line) {
      const std::size_t first = line * grid_.columns;
      if (line > 0)
        context.ui.canvas.text({left - 4, top_for_centre(y + kLine / 2, fold)},
                               std::to_string(table.columns[first].local_id), fold);
      for (std::size_t i = first; i < std::min(first + grid_.columns, row.cells.size()); ++i) {
        const Rect cell{left + static_cast<float>(i - first) * grid_.pitch + 1, y + 1, grid_.pitch - 2,
                        kLine - 2};
        draw_cell(context, cell, row, table.columns[i], row.cells[i]);
      }
      y += kLine;
    }
    return y + (kRow - kLine);
  }

  // Draws the cell of a lane. States look as in the figure of the lanes: a masked-off lane is hatched, a
  // waiting lane is grey.
  void draw_cell(PanelContext& context, const Rect& rect, const sim::WatchRow& row,
                 const sim::WatchColumn& column, const sim::WatchCell& cell) {
    using State = sim::WatchColumn::State;
    Canvas& canvas = context.ui.canvas;
    if (column.state == State::masked) canvas.hatch_rect(rect, Role::line);
    if (column.state == State::waiting || column.state == State::finished)
      canvas.fill_rect(rect, Role::ground, 2);
    if (column.state == State::active) canvas.fill_rect(rect, Role::acts_pale, 2);
    if (cell.changed) canvas.stroke_rect(rect, Role::changed, 2, 2);
    const bool has_problem = cell.is_error;
    const std::string_view text = has_problem                       ? std::string_view("!")
                                  : column.state == State::finished ? std::string_view("·")
                                                                    : std::string_view(cell.text);
    TextStyle style = kWatchValue;
    if (has_problem) style.role = Role::costs;
    if (column.state != State::active && !has_problem) style.role = Role::second_ink;
    canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)},
                fit_text(canvas, text, style, rect.width), style);
    if (context.ui.pointer(rect).inside) {
      context.ui.tooltip(watch_tooltip(row, column, cell), rect);
      context.next_link.lane = LaneId{column.warp, column.lane};
    }
  }

  float draw_problem(PanelContext& context, const Rect& area, const std::string& problem) {
    const float y = context.ui.paragraph({area.x, area.y + 3, area.width, 60}, problem, kWatchProblem, 1.3f);
    return std::max(y, area.y + kRow);
  }

  void draw_new(PanelContext& context, const Rect& row, const Run& run) {
    const float box = std::min(context.ui.combo_box_width("", "variable") + 2, row.width * 0.35f);
    const Rect field{row.x, row.y, row.width - box - 6, row.height};
    if (new_.draw(context, "new-watch", field, "", "an expression: s[t], t % 2 == 0") ==
        LineEntry::Outcome::entered)
      context.commands.edit([text = new_.text()](AppState& app) { watch(app, text); });
    const std::vector<std::string> names = watchable(run, context.moment.position);
    const auto taken =
        context.ui.combo_box("watch-variable", {field.right() + 6, row.y, box, row.height}, "", "variable",
                             names, names.size(), "Watch a variable that is in scope");
    if (taken) context.commands.edit([name = names[*taken]](AppState& app) { watch(app, name); });
  }

  float draw_breakpoints(PanelContext& context, const Rect& column, float y) {
    Canvas& canvas = context.ui.canvas;
    canvas.text({column.x, y}, "Breakpoints", {Font::text_bold, Role::ink, Align::left, 13});
    y += 22;
    if (context.state.breakpoints.empty())
      return context.ui.paragraph({column.x, y, column.width, 40},
                                  "None. Click a line's number; right-click it for a condition.", kQuietText);
    const auto& problems = model_.problems(context.state, context.session);
    const std::vector<std::string>* lines = nullptr;
    const std::string* edited = context.state.edited_text();
    split_ = split_lines(edited ? *edited : context.session.original().text);
    lines = &split_;
    for (const auto& [line, condition] : context.state.breakpoints) {
      y = draw_breakpoint(context, {column.x, y, column.width, kRow}, line, condition,
                          line <= lines->size() ? (*lines)[line - 1] : std::string());
      if (const auto problem = problems.find(line); problem != problems.end())
        y = draw_problem(context, {column.x + 52, y - 2, column.width - 52, 0}, problem->second);
    }
    return y;
  }

  float draw_breakpoint(PanelContext& context, const Rect& row, std::uint32_t line,
                        const std::string& condition, const std::string& source) {
    Canvas& canvas = context.ui.canvas;
    canvas.fill_circle({row.x + 6, row.centre().y}, 5, Role::costs);
    canvas.text({row.x + 16, top_for_centre(row.centre().y, kWatchName)}, std::to_string(line), kWatchName);
    const float width = (row.width - 52 - kButton) * 0.5f;
    const TextStyle code{Font::code, Role::second_ink, Align::left, 11};
    canvas.text(
        {row.x + 48, top_for_centre(row.centre().y, code)},
        fit_text(canvas, std::string_view(source).substr(std::min(indentation(source), source.size())), code,
                 width - 8),
        code);
    const Rect field{row.x + 48 + width, row.y, width, kRow - 3};
    const std::string id = "condition-" + std::to_string(line);
    LineEntry resting;
    LineEntry& entry = edited_line_ == line && condition_.is_open() ? condition_ : resting;
    const auto outcome = entry.draw(context, id, field, condition, "always; or a condition: t == 4");
    if (&entry == &resting && resting.is_open()) {
      edited_line_ = line;
      condition_.open(condition);
    }
    if (outcome == LineEntry::Outcome::entered)
      context.commands.edit([line, text = entry.text()](AppState& app) {
        if (const auto found = app.breakpoints.find(line); found != app.breakpoints.end())
          found->second = text;
      });
    const Rect remove{field.right() + 4, row.y, kButton - 4, kRow - 3};
    if (context.ui.button("remove-breakpoint-" + std::to_string(line), remove, "×", "Remove this breakpoint"))
      context.commands.edit([line](AppState& app) { app.breakpoints.erase(line); });
    const Rect name{row.x, row.y, 44, kRow};
    if (context.ui.pointer(name).inside) context.next_link.line = line;
    return row.bottom() + 2;
  }

  static constexpr float kFold = 24;  // px, for the number of the first lane in a line

  WatchModel model_;
  WatchGrid grid_;
  ScrollArea scroll_;
  LineEntry new_, edited_, condition_;
  int to_end_ = 0;  // number of frames in which the list is still to be scrolled to the end
  std::size_t edited_watch_ = 0;
  std::uint32_t edited_line_ = 0;
  std::vector<std::string> split_;
};

}  // namespace

std::unique_ptr<Panel> make_watch_panel() { return std::make_unique<WatchPanel>(); }

}  // namespace lockstep::gui
