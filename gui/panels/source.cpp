// The kernel file, as the simulator and the driver get it: what runs next, how often each line ran, what it
// cost, and what the compiler says. Click into the text to edit it, into the gutter for a breakpoint.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "gui/panels/code_editor.hpp"
#include "gui/panels/code_rows.hpp"
#include "gui/panels/panels.hpp"
#include "gui/text_metrics.hpp"

namespace lockstep::gui {
namespace {

constexpr float kRow = 19, kGutter = 42, kRunsWidth = 36, kHeatWidth = 36;
constexpr TextStyle kCode{Font::code, Role::ink, Align::left, 12};
constexpr TextStyle kNumber{Font::code, Role::masked, Align::right, 11};
constexpr std::string_view kHeatLabels[] = {"branches", "transactions", "conflicts"};

bool is_quiet(std::string_view text) {
  const std::size_t start = text.find_first_not_of(' ');
  return start != std::string_view::npos && (text.substr(start).starts_with("//") || text[start] == '#');
}

std::string line_tooltip(const SourceLine& line, Heat heat) {
  if (line.runs == 0) return {};
  std::string text = "Line " + std::to_string(line.number) + " ran " + format_count(line.runs) +
                     (line.runs == 1 ? " time" : " times") + ", counted by warps";
  if (line.cost > 0) text += "; " + format_count(line.cost) + " " + std::string(heat_title(heat));
  return text + ".";
}

class SourcePanel final : public View {
 public:
  std::string_view help() const override {
    return "The kernel: the next line is marked, heat shows what each line costs. Click to edit, gutter for "
           "a breakpoint.";
  }

  void draw(const Rect& card, ViewContext& context) override {
    context.ui.card(card);
    const std::string& text = current_text(context);
    if (text != shown_) {
      buffer_.reset(text);
      shown_ = text;
      focused_ = focused_ && source_ == context.state.source_id();
      source_ = context.state.source_id();
    }
    const Rect content = inside(card);
    draw_header(context, content);
    const float room = content.bottom() - content.y - 58;
    const Rect area{card.x + 1, content.y + 28, card.width - 2, std::floor(room / kRow) * kRow};
    advance_ = context.ui.canvas.text_width("0000000000", kCode) / 10;
    prepare(context, text);
    follow(context, area);
    draw_code(context, area);
    draw_footer(context, content, text);
  }

 private:
  static const std::string& current_text(const ViewContext& context) {
    const std::string* edited = context.state.edited_text();
    return edited ? *edited : context.session.original().text;
  }

  void draw_header(ViewContext& context, const Rect& content) {
    const AppState& state = context.state;
    const auto heat = static_cast<std::size_t>(state.heat);
    const std::string value = std::string(kHeatLabels[heat]) + " ▾";
    const float width = context.ui.chip_width("", value);
    const Rect rect{content.right() - width + 8, content.y - 6, width, 26};
    const std::vector<std::string> choices(std::begin(kHeatLabels), std::end(kHeatLabels));
    if (const auto taken =
            context.ui.chip("heat", rect, "", value, choices, heat, "What the heat column shows")) {
      context.commands.edit([chosen = kHeats[*taken]](AppState& app) { app.heat = chosen; });
    }
    const std::string& path = context.session.original().path;
    const TextStyle bold{Font::text_bold, Role::ink, Align::left, 13};
    const std::string title =
        (path.empty() ? state.source_id() : path) + (state.edited_text() ? " · edited" : "");
    context.ui.canvas.text({content.x, content.y},
                           fit_text(context.ui.canvas, title, bold, rect.x - content.x - 8), bold);
  }

  void prepare(const ViewContext& context, const std::string& text) {
    const Run* run = context.session.run();
    const bool same =
        run != nullptr && run->request.text == text && run->request.algorithm == context.state.algorithm;
    const auto& failure = context.session.failure();
    static const std::vector<Diagnostic> none;
    const bool failed = failure && failure->request.text == text;
    // While a text does not run the margin stays, so that nothing moves under the cursor.
    if (same) {
      const bool any_heat = run->index.most(context.state.heat) > 0;
      margin_ = kRunsWidth + (any_heat ? kHeatWidth : 0) + 8;
    }
    lines_ = prepare_source({buffer_.lines(), same ? &run->index : nullptr, context.state.heat,
                             same ? context.moment.line : 0, context.state.breakpoints,
                             failed ? failure->diagnostics : none});
  }

  // Keeps the next line in sight when it changes, unless the user is typing.
  void follow(const ViewContext& context, const Rect& area) {
    columns_ = static_cast<std::size_t>(std::max(8.0f, (area.width - kGutter - margin_ - 8) / advance_));
    rows_ = make_code_rows(lines_, columns_);
    const float height = static_cast<float>(rows_.size()) * kRow;
    scroll_ -= 3 * kRow * context.ui.wheel(area);
    if (cursor_moved_) keep_visible(row_of(rows_, lines_, buffer_.cursor()).row, area.height, 2);
    show_first_error(area.height);
    if (!focused_ && context.moment.line != followed_ && context.moment.line != 0) {
      keep_visible(row_of(rows_, lines_, {context.moment.line - 1, 0}).row, area.height, 6);
      followed_ = context.moment.line;
    }
    cursor_moved_ = false;
    // Whole rows, so that none is cut at the top.
    const float most = std::ceil(std::max(0.0f, height - area.height) / kRow) * kRow;
    scroll_ = std::clamp(std::round(scroll_ / kRow) * kRow, 0.0f, most);
  }

  // Where a compiler complains for the first time since the text last compiled.
  void show_first_error(float height) {
    const auto wrong =
        std::ranges::find_if(lines_, [](const SourceLine& line) { return !line.messages.empty(); });
    const bool any = wrong != lines_.end();
    if (any && !had_error_ && !focused_)
      keep_visible(row_of(rows_, lines_, {wrong->number - 1, 0}).row, height, 6);
    had_error_ = any;
  }

  void keep_visible(std::size_t row, float height, float margin_rows) {
    const float y = static_cast<float>(row) * kRow, margin = std::min(margin_rows * kRow, height / 3);
    if (y - margin < scroll_) scroll_ = y - margin;
    if (y + kRow + margin > scroll_ + height) scroll_ = y + kRow + margin - height;
  }

  void draw_code(ViewContext& context, const Rect& area) {
    Canvas& canvas = context.ui.canvas;
    canvas.push_clip(area);
    const auto first = static_cast<std::size_t>(scroll_ / kRow);
    for (std::size_t i = first; i < rows_.size(); ++i) {
      const Rect row{area.x, area.y + static_cast<float>(i) * kRow - scroll_, area.width, kRow};
      if (row.y >= area.bottom()) break;
      draw_row(context, rows_[i], row);
    }
    if (focused_) draw_cursor(context, area);
    canvas.pop_clip();
    interact(context, area);
  }

  void draw_row(ViewContext& context, const CodeRow& row, const Rect& rect) {
    Canvas& canvas = context.ui.canvas;
    const SourceLine& line = lines_[row.line];
    const float left = rect.x + kGutter + advance_ * static_cast<float>(row.indent);
    if (row.kind == CodeRow::Kind::message) {
      const Diagnostic& message = line.messages[row.message];
      canvas.fill_rect(rect, message.is_error ? Role::costs_pale : Role::ground);
      const TextStyle style{Font::code, message.is_error ? Role::costs : Role::second_ink, Align::left, 12};
      if (row.begin == 0) canvas.text({rect.x + 14, top_for_centre(rect.centre().y, style)}, "▲", style);
      canvas.text({left, top_for_centre(rect.centre().y, style)},
                  std::string_view(message.message).substr(row.begin, row.end - row.begin), style);
      return;
    }
    const bool linked = context.link.line == line.number;
    if (line.next || linked) canvas.fill_rect(rect, Role::acts_pale);
    draw_selection(canvas, row, rect);
    TextStyle style = kCode;
    if (is_quiet(line.text)) style.role = Role::second_ink;
    canvas.text({left, top_for_centre(rect.centre().y, style)},
                std::string_view(line.text).substr(row.begin, row.end - row.begin), style);
    for (const Diagnostic& message : line.messages) underline(canvas, row, rect, message);
    if (row.first()) draw_margins(canvas, line, rect);
  }

  // The word that a message is about.
  void underline(Canvas& canvas, const CodeRow& row, const Rect& rect, const Diagnostic& message) {
    const std::string& text = lines_[row.line].text;
    const std::size_t begin = message.column - 1;
    if (message.column == 0 || begin < row.begin || begin >= row.end) return;
    std::size_t end = begin + 1;
    while (end < row.end && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
    const float left = rect.x + kGutter + advance_ * static_cast<float>(row.indent + begin - row.begin);
    const float width = advance_ * static_cast<float>(end - begin);
    canvas.fill_rect({left, rect.bottom() - 3, width, 2}, message.is_error ? Role::costs : Role::warns);
  }

  void draw_margins(Canvas& canvas, const SourceLine& line, const Rect& rect) {
    const float middle = rect.centre().y;
    canvas.text({rect.x + kGutter - 10, top_for_centre(middle, kNumber)}, std::to_string(line.number),
                kNumber);
    if (line.breakpoint) canvas.fill_circle({rect.x + 9, middle}, 5, Role::costs);
    if (line.next) {
      const float x = rect.x + (line.breakpoint ? 6 : 5);
      const Point arrow[] = {{x, middle - 5}, {x + 9, middle}, {x, middle + 5}};
      canvas.fill_polygon(arrow, line.breakpoint ? Role::card : Role::acts);
    }
    const float heat_x = rect.right() - margin_ + kRunsWidth;
    if (line.cost > 0) {
      const TextStyle style{Font::text_bold, Role::costs, Align::right, 11};
      const Rect bar{heat_x, rect.y + 3, std::max(3.0f, kHeatWidth * line.heat), kRow - 6};
      canvas.fill_rect(bar, Role::costs_pale, 2);
      canvas.fill_rect({bar.x, bar.y, 3, bar.height}, Role::costs, 1);
      canvas.text({rect.right() - 11, top_for_centre(middle, style)}, format_count(line.cost), style);
    }
    if (line.runs > 0) {
      const TextStyle style{Font::text, Role::masked, Align::right, 11};
      canvas.text({heat_x - 5, top_for_centre(middle, style)}, "×" + format_count(line.runs), style);
    }
  }

  void draw_selection(Canvas& canvas, const CodeRow& row, const Rect& rect) {
    if (!focused_ || !buffer_.has_selection()) return;
    const TextPlace from = std::min(buffer_.cursor(), buffer_.anchor()),
                    to = std::max(buffer_.cursor(), buffer_.anchor());
    if (row.line < from.line || row.line > to.line) return;
    const std::size_t begin = row.line == from.line ? std::max(row.begin, from.column) : row.begin;
    const std::size_t end = row.line == to.line ? std::min(row.end, to.column) : row.end;
    if (begin > row.end || end < row.begin || begin >= end) return;
    const float left = rect.x + kGutter;
    const auto x = [&](std::size_t column) {
      const TextStyle& style = kCode;
      const std::string_view text = lines_[row.line].text;
      return left + advance_ * static_cast<float>(row.indent) +
             canvas.text_width(text.substr(row.begin, column - row.begin), style);
    };
    canvas.fill_rect({x(begin), rect.y, x(end) - x(begin), rect.height}, Role::acts_pale);
    canvas.line({x(begin), rect.bottom() - 1}, {x(end), rect.bottom() - 1}, Role::acts, 1);
  }

  void draw_cursor(ViewContext& context, const Rect& area) {
    const RowPlace place = row_of(rows_, lines_, buffer_.cursor());
    const float x = area.x + kGutter + advance_ * static_cast<float>(place.column);
    const float y = area.y + static_cast<float>(place.row) * kRow - scroll_;
    context.ui.canvas.fill_rect({x - 0.5f, y + 2, 1.5f, kRow - 4}, Role::ink);
  }

  void interact(ViewContext& context, const Rect& area) {
    const Pointer pointer = context.ui.pointer(area);
    if (!pointer.inside) {
      if (context.ui.mouse_pressed({-1e6f, -1e6f, 2e6f, 2e6f})) focused_ = false;
    } else {
      point_at(context, area, pointer);
    }
    if (!context.ui.mouse_down()) dragging_ = false;
    context.activity.typing = focused_;
    if (!focused_) return;
    const EditorOutcome outcome = edit_text(buffer_, context.ui.typed);
    for (const Action action : outcome.actions) context.commands.actions.push_back(action);
    cursor_moved_ = outcome.moved;
    if (outcome.leave) focused_ = false;
    hand_over(context);
  }

  void point_at(ViewContext& context, const Rect& area, const Pointer& pointer) {
    const auto row = static_cast<std::size_t>(std::max(0.0f, (pointer.at.y - area.y + scroll_) / kRow));
    const bool on_row = row < rows_.size();
    const float x = pointer.at.x - area.x;
    if (on_row) context.next_link.line = lines_[rows_[row].line].number;
    if (on_row && x > area.width - margin_) {
      context.ui.tooltip(line_tooltip(lines_[rows_[row].line], context.state.heat));
    }
    if (x < kGutter - 6) {
      if (on_row) gutter(context, lines_[rows_[row].line].number, pointer.clicked);
      return;
    }
    if (!pointer.clicked && !dragging_) return;
    const double column = static_cast<double>((x - kGutter) / advance_);
    buffer_.place(place_at(rows_, lines_, row, column), dragging_ || context.ui.shift_held());
    focused_ = dragging_ = true;
    context.activity.playing = false;
  }

  void gutter(ViewContext& context, std::uint32_t line, bool clicked) {
    context.ui.tooltip("Click for a breakpoint on line " + std::to_string(line) + " (F9: on the next line)");
    if (!clicked) return;
    context.commands.edit([line](AppState& app) {
      if (app.breakpoints.erase(line) == 0) app.breakpoints.insert(line);
    });
  }

  // Gives the edited text to the state; text as it was in the file is no edit.
  void hand_over(ViewContext& context) {
    std::string text = buffer_.text();
    if (text == shown_) return;
    shown_ = text;
    const bool as_before = text == context.session.original().text;
    context.commands.edit([id = context.state.source_id(), text = std::move(text), as_before](AppState& app) {
      if (as_before) {
        app.edited_texts.erase(id);
      } else {
        app.edited_texts[id] = text;
      }
    });
  }

  void draw_footer(ViewContext& context, const Rect& content, const std::string&) {
    const TextStyle quiet{Font::text, Role::second_ink, Align::left, 12};
    const float y = content.bottom() - 14;
    if (!context.state.edited_text()) {
      context.ui.canvas.text(
          {content.x, y}, focused_ ? "Editing · Esc leaves" : "Edit in place · Ctrl+Enter runs it on the GPU",
          quiet);
      return;
    }
    context.ui.canvas.text({content.x, y}, "Edited here, kept with the scene", quiet);
    const TextStyle link{Font::text_bold, Role::acts, Align::right, 12};
    const float width = context.ui.canvas.text_width("Revert", link);
    const Rect rect{content.right() - width - 8, y - 6, width + 16, 26};
    const ItemState state = context.ui.item(
        "revert", rect, "Back to the text of the file; Ctrl+Z in the text brings the edit back");
    context.ui.canvas.text({content.right(), y}, "Revert", link);
    if (state.clicked) {
      buffer_.select_all();
      buffer_.insert(context.session.original().text);
      hand_over(context);
    }
  }

  TextBuffer buffer_;
  std::string shown_ = "\x01", source_;  // no kernel has this text
  std::vector<SourceLine> lines_;
  std::vector<CodeRow> rows_;
  std::size_t columns_ = 40;
  float advance_ = 7.2f;  // of a letter of the code font
  float margin_ = 8;      // on the right, for run counts and heat
  float scroll_ = 0;
  std::uint32_t followed_ = 0;
  bool focused_ = false, dragging_ = false, cursor_moved_ = false, had_error_ = false;
};

}  // namespace

std::unique_ptr<View> make_source_panel() { return std::make_unique<SourcePanel>(); }

}  // namespace lockstep::gui
