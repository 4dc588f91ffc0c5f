// Shows the kernel file as the simulator and the driver compile it, with the next line, execution counts,
// costs and the compiler's messages. A double click in the text begins editing; a click in the gutter
// sets a breakpoint.
#include "gui/pages/step/source/source_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text/text.hpp"
#include "core/catalogue/listings.hpp"
#include "core/plan/language.hpp"
#include "gui/canvas/fit_name.hpp"
#include "gui/canvas/text.hpp"
#include "gui/editor/line_marks.hpp"
#include "gui/editor/text_words.hpp"
#include "gui/questions/hiding.hpp"

namespace lockstep::gui {
namespace {

// Returns the title of the panel. For the user's own file, this is only the name of the file, and the tooltip
// contains the path. For a recording, it is the name of the kernel file of the launch.
std::string source_title(const std::string& own_file, const std::string& path, const std::string& id,
                         bool edited, bool is_exercise) {
  const auto name_of = [](const std::string& file) { return file.substr(file.rfind('/') + 1); };
  std::string title = path.empty() ? id : path;
  if (own_file.ends_with(kRecordingEnding))
    title = name_of(title) + " · recorded";
  else if (!own_file.empty())
    title = name_of(own_file) + " · your file";
  if (is_exercise) title += " · exercise";
  return title + (edited ? " · edited" : "");
}

bool is_exercise(const AppState& state, std::size_t program) {
  return program == 0 && !state.exercise.empty();
}

constexpr std::string_view kEditing = "Editing · Esc ends editing";
constexpr std::string_view kHeatLabels[] = {"branches", "transactions", "conflicts"};

}  // namespace

std::string_view SourcePanel::help() const {
  return "The kernel: the next line is marked, heat shows the cost of each line. F2 or a double "
         "click edits the text, a click in the gutter sets a breakpoint.";
}

void SourcePanel::draw(const Rect& card, PanelContext& context) {
  context.ui.card(card);
  take_text(context);
  take_form(context);
  const Rect content = inside(card);
  draw_header(context, content);
  for (const Action action : context.page_actions) act(context, action);
  const float bar = find_.height();
  if (find_.is_open()) draw_find(context, {content.x, content.y + 26, content.width, bar});
  const float room = content.bottom() - content.y - 58 - bar;
  const Rect area{card.x + 1, content.y + 28 + bar, card.width - 2, std::floor(room / kRow) * kRow};
  advance_ = context.ui.canvas.text_width("0000000000", kCode) / 10;
  shows_form() ? prepare_form(context) : prepare(context, shown_);
  prepare_original(context);
  follow(context, area);
  draw_code(context, area);
  draw_footer(context, content);
}

const std::string& SourcePanel::current_text(const PanelContext& context) const {
  const std::string* edited = context.state.edited_text(program_);
  return edited ? *edited : context.session.original(program_).text;
}

void SourcePanel::take_text(const PanelContext& context) {
  // A key pressed in this frame may have selected a different kernel, whose text has not been read yet.
  if (!context.session.source().is_of(context.state)) return;
  program_ = context.session.shown_program(context.state);
  const std::string& text = current_text(context);
  const std::string id = context.state.source_key(program_);
  if (id == source_ && text == shown_) return;
  if (id != source_) {
    // A text that was saved under a different name keeps its undo history.
    const bool saved =
        context.session.source().was_saved_as(source_, id) && buffer_.lines() == split_lines(text);
    TextBuffer same = saved ? buffer_ : TextBuffer();
    keep_history();
    source_ = id;
    focused_ = focused_ && saved && context.session.is_editable(program_);
    edits_after_find_ = edits_after_find_ && saved;
    const auto kept = std::ranges::find(histories_, id, &std::pair<std::string, TextBuffer>::first);
    if (kept == histories_.end()) {
      saved ? void(buffer_ = std::move(same)) : buffer_.reset(text);
    } else {
      buffer_ = std::move(kept->second);
      histories_.erase(kept);
    }
  }
  if (buffer_.lines() != split_lines(text)) buffer_.replace_all(text);
  shown_ = text;
  shown_lines_ = buffer_.lines();
}

void SourcePanel::keep_history() {
  if (source_.empty()) return;
  histories_.emplace_back(source_, std::exchange(buffer_, {}));
  if (histories_.size() > kMaxHistories) histories_.erase(histories_.begin());
}

// Draws the combo box that selects the cost in the heat column, and on its left the combo box that selects
// the form of the source. Returns the left edge of the combo boxes.
float SourcePanel::draw_choices(PanelContext& context, const Rect& content) {
  const float top = content.y - 6;
  float right = content.right() + 8;
  // OpenMP and MPI contain no lines of the kernel, so they have no costs.
  if (!shows_form() || form_.shared > 0) {
    const auto heat = static_cast<std::size_t>(context.state.heat);
    const std::string value = std::string(kHeatLabels[heat]) + " ▾";
    const float width = context.ui.combo_box_width("", value);
    const std::vector<std::string> choices(std::begin(kHeatLabels), std::end(kHeatLabels));
    if (const auto taken = context.ui.combo_box("heat", {right - width, top, width, 26}, "", value, choices,
                                                heat, "Cost in the heat column")) {
      context.commands.edit([chosen = kHeats[*taken]](AppState& app) { app.heat = chosen; });
    }
    right -= width + 6;
  }
  std::vector<std::string> forms, refused;
  for (const sim::translation::SourceForm form : sim::translation::kSourceForms)
    forms.emplace_back(title(form));
  if (language_of(context.session.original(program_).path) == Language::cuda) forms.front() = "CUDA C++";
  for (const FormModel& form : forms_) refused.push_back(form.refused);
  const auto chosen = static_cast<std::size_t>(context.state.source_form);
  const std::string value = forms[chosen] + " ▾";
  const float width = context.ui.combo_box_width("", value);
  if (const auto taken = context.ui.combo_box(
          "source-form", {right - width, top, width, 26}, "", value, forms, chosen,
          "The kernel in CUDA, translated from its text, or an implementation with OpenMP "
          "or MPI (Shift+O)",
          {}, refused)) {
    context.commands.edit(
        [form = sim::translation::kSourceForms[*taken]](AppState& app) { app.source_form = form; });
  }
  return right - width;
}

// Computes the forms of the shown run again if its plan has changed.
void SourcePanel::take_form(const PanelContext& context) {
  const Run* run = context.session.run();
  if (run != nullptr && (form_of_.lock() != run->trace || form_program_ != program_ || forms_.empty())) {
    forms_ = make_forms(run->trace->plan(), program_);
    form_of_ = run->trace;
    form_program_ = program_;
    form_ = {};
  }
  const auto wanted = static_cast<std::size_t>(context.state.source_form);
  if (form_.form == context.state.source_form) return;
  form_ = wanted < forms_.size() ? forms_[wanted] : FormModel{};
  coloured_.clear();
  scroll_ = 0;
  followed_ = 0;
  prepared_ = {};
  wrapped_.reset();
  if (shows_form()) focused_ = dragging_ = false;
}

void SourcePanel::prepare_form(const PanelContext& context) {
  const Run* run = context.session.run();
  const bool same =
      run != nullptr && run->text_of(program_) == shown_ && program_ < run->index.programs.size();
  if (coloured_ != form_.lines) {
    coloured_ = form_.lines;
    colours_ = colour_code(
        coloured_, form_.form == sim::translation::SourceForm::cuda ? Language::cuda : Language::opencl_c);
    prepared_ = {};
    lines_.clear();
  }
  Prepared wanted{same ? run->number : 0,    hiding_of(context.predict, context.moment.position).future,
                  context.state.heat,        same ? context.moment.line : 0,
                  context.state.breakpoints, {}};
  if (!lines_.empty() && wanted == prepared_) return;
  prepared_ = std::move(wanted);
  const bool counts = same && !prepared_.hides_costs;
  lines_ = form_lines(form_, counts ? &run->index.programs[program_] : nullptr, prepared_.heat,
                      prepared_.next_line, prepared_.breakpoints);
  wrapped_.reset();
  measure_margins(context.ui.canvas);
}

void SourcePanel::draw_header(PanelContext& context, const Rect& content) {
  const AppState& state = context.state;
  const float left_end = draw_choices(context, content);
  const TextStyle bold{Font::text_bold, Role::ink, Align::left, 13};
  const std::string title =
      !form_.title.empty()
          ? form_.title
          : source_title(state.kernel_file, context.session.original(program_).path, state.source_id(),
                         state.edited_text(program_) != nullptr, is_exercise(state, program_));
  const float room = left_end - content.x - 8;
  const DocumentListing* const listing = state.listing();
  if (listing != nullptr)
    context.ui.hint("listing", {content.x, content.y - 4, room, 22}, origin_of(*listing));
  context.ui.canvas.text({content.x, content.y}, fit_name(context.ui.canvas, title, bold, room), bold);
  if (!state.kernel_file.empty())
    context.ui.hint("source-path", {content.x, content.y - 4, room, 22}, state.kernel_file);
}

void SourcePanel::prepare(const PanelContext& context, const std::string& text) {
  const Run* run = context.session.run();
  const bool same = run != nullptr && run->text_of(program_) == text &&
                    program_ < run->index.programs.size() &&
                    run->request.algorithm == context.state.algorithm;
  // The margin keeps its width while the text does not compile, so that the text does not move
  // while it is edited.
  const Language language = language_of(context.session.original(program_).path);
  const bool new_text = coloured_ != buffer_.lines() || coloured_in_ != language;
  if (new_text) {
    coloured_ = buffer_.lines();
    coloured_in_ = language;
    colours_ = colour_code(coloured_, language);
    completion_.set_language(language);
  }
  Prepared wanted{same ? run->number : 0,    hiding_of(context.predict, context.moment.position).future,
                  context.state.heat,        same ? context.moment.line : 0,
                  context.state.breakpoints, messages(context, text, same)};
  // Nothing has changed. Long texts must not be prepared again in each frame.
  if (!new_text && wanted == prepared_) return;
  prepared_ = std::move(wanted);
  const bool counts = same && !prepared_.hides_costs;
  lines_ = prepare_source({buffer_.lines(), counts ? &run->index.programs[program_] : nullptr, prepared_.heat,
                           prepared_.next_line, prepared_.breakpoints, prepared_.diagnostics});
  wrapped_.reset();
  if (counts) measure_margins(context.ui.canvas);
}

std::vector<Diagnostic> SourcePanel::messages(const PanelContext& context, const std::string& text,
                                              bool has_run) const {
  const auto& failure = context.session.failure();
  // In Predict mode, the compiler's warnings are hidden, because they could answer questions.
  const bool hides = hiding_of(context.predict, context.moment.position).future;
  if (!failure || failure->request.text_of(program_) != text)
    return has_run && !hides ? context.session.run()->warnings[program_] : std::vector<Diagnostic>{};
  std::vector<Diagnostic> messages = failure->diagnostics;
  // If a recording has several kernel files, each file shows only its own messages.
  if (failure->request.recorded && failure->request.recorded->programs.size() > 1)
    std::erase_if(messages, [&](const Diagnostic& message) {
      return message.file != context.session.original(program_).path;
    });
  return messages;
}

// Computes the widths of the margins, which are as wide as their largest numbers.
void SourcePanel::measure_margins(const Canvas& canvas) {
  std::uint64_t runs = 0, cost = 0;
  for (const SourceLine& line : lines_) {
    runs = std::max<std::uint64_t>(runs, line.runs);
    cost = std::max<std::uint64_t>(cost, line.cost);
  }
  const auto width = [&](std::uint64_t count, Font font) {
    return canvas.text_width(count_text(count), {font, Role::ink, Align::right, 11});
  };
  runs_width_ = std::max(kRunsWidth, canvas.text_width("×", {Font::text, Role::ink, Align::right, 11}) +
                                         width(runs, Font::text) + 9);
  const float heat = cost == 0 ? 0 : std::max(kHeatWidth, width(cost, Font::text_bold) + 10);
  margin_ = runs_width_ + heat + 8;
}

// Scrolls to the next line when it changes, unless the user is typing.
void SourcePanel::follow(const PanelContext& context, const Rect& area) {
  columns_ = static_cast<std::size_t>(std::max(8.0f, (area.width - kGutter - margin_ - 8) / advance_));
  const auto margin = static_cast<std::size_t>(std::max(0.0f, margin_ - 8) / advance_);
  const std::tuple room{columns_, margin, original_.removed.size(), original_.changes.size()};
  if (wrapped_ != room || !original_.changes.empty())
    rows_ = make_code_rows(lines_, columns_, original_.removed, margin);
  wrapped_ = room;
  const float height = static_cast<float>(rows_.size()) * kRow;
  scroll_ -= 3 * kRow * context.ui.wheel(area);
  if (cursor_moved_) keep_visible(row_of(rows_, lines_, buffer_.cursor()).row, area.height, 2);
  show_first_error(area.height);
  // The text is also scrolled if the size of the card or the line breaks have changed.
  const std::tuple room_of_rows{columns_, area.height};
  const std::uint32_t line = followed_line(context);
  if (!focused_ && line != 0 && (line != followed_ || room_of_rows != followed_in_)) {
    keep_visible(row_of(rows_, lines_, {form_.above + line - 1, 0}).row, area.height, 6);
    followed_ = line;
    followed_in_ = room_of_rows;
  }
  show_listing(context, area);
  cursor_moved_ = false;
  // The text is scrolled by whole rows, so that no row is cut off at the top.
  const float most = std::ceil(std::max(0.0f, height - area.height) / kRow) * kRow;
  scroll_ = std::clamp(std::round(scroll_ / kRow) * kRow, 0.0f, most);
}

// Returns the line that must be visible: the next line, or at the end of the run the last executed line.
std::uint32_t SourcePanel::followed_line(const PanelContext& context) const {
  const Run* run = context.session.run();
  const std::uint64_t position = context.moment.position;
  if (context.moment.line != 0 || run == nullptr || position == 0 || position < run->trace->size())
    return context.moment.line;
  return prepared_.run == 0 ? 0 : run->trace->range_at(position - 1).line;
}

// Scrolls to the first error when a text without errors gets an error.
void SourcePanel::show_first_error(float height) {
  const auto wrong = std::ranges::find_if(lines_, [](const SourceLine& line) {
    return std::ranges::find(line.messages, Diagnostic::Kind::error, &Diagnostic::kind) !=
           line.messages.end();
  });
  const bool any = wrong != lines_.end();
  if (any && !had_error_ && !focused_)
    keep_visible(row_of(rows_, lines_, {wrong->number - 1, 0}).row, height, 6);
  had_error_ = any;
}

void SourcePanel::keep_visible(std::size_t row, float height, float margin_rows) {
  const float y = static_cast<float>(row) * kRow, margin = std::min(margin_rows * kRow, height / 3);
  if (y - margin < scroll_) scroll_ = y - margin;
  if (y + kRow + margin > scroll_ + height) scroll_ = y + kRow + margin - height;
}

// Passes the edited text to the state. If the text is equal to the file, it is not stored as an edit.
void SourcePanel::hand_over(PanelContext& context) {
  if (buffer_.lines() == shown_lines_) return;
  const std::string& original = context.session.original(program_).text;
  const bool as_before = buffer_.lines() == split_lines(original);
  shown_ = as_before ? original : buffer_.text();
  sim::BreakpointLines marks = move_marks(context.state.breakpoints, shown_lines_, buffer_.lines());
  shown_lines_ = buffer_.lines();
  context.commands.edit(
      [id = source_, text = shown_, as_before, marks = std::move(marks)](AppState& app) mutable {
        app.breakpoints = std::move(marks);
        if (as_before) {
          app.edited_texts.erase(id);
        } else {
          app.edited_texts[id] = std::move(text);
        }
      });
}

void SourcePanel::draw_footer(PanelContext& context, const Rect& content) {
  const TextStyle quiet{Font::text, Role::second_ink, Align::left, 12};
  const float y = content.bottom() - 14;
  if (shows_form()) {
    const std::string_view words = !form_.refused.empty() ? "There is no such form: the text says why"
                                   : form_.shared > 0 ? "By rule from the OpenCL C text · Shift+O: next form"
                                                      : "Sources that Run on GPU times · Shift+O: next form";
    context.ui.canvas.text({content.x, y}, fit_text(context.ui.canvas, words, quiet, content.width), quiet);
    return;
  }
  if (!context.session.is_editable(program_)) {
    constexpr std::string_view words = "The kernel of another algorithm: read only here";
    context.ui.canvas.text({content.x, y}, fit_text(context.ui.canvas, words, quiet, content.width), quiet);
    return;
  }
  if (!context.state.edited_text(program_)) {
    const DocumentListing* const listing = context.state.listing();
    const std::string words = focused_ ? std::string(kEditing)
                              : listing != nullptr
                                  ? fmt::format("As document {} prints it · O: OpenCL C", listing->document)
                                  : "F2 or a double click edits · Ctrl+Enter runs it on the GPU";
    context.ui.canvas.text({content.x, y}, fit_text(context.ui.canvas, words, quiet, content.width), quiet);
    return;
  }
  const TextStyle link{Font::text_bold, Role::acts, Align::right, 12};
  Ui& ui = context.ui;
  float right = content.right();
  const auto pressed = [&](std::string_view id, std::string_view label, std::string_view tooltip, bool on) {
    const float width = ui.canvas.text_width(label, link);
    const Rect rect{right - width - 8, y - 6, width + 16, 26};
    const ItemState item = ui.item(id, rect, tooltip);
    if (on || item.hovered) ui.canvas.fill_rect(rect, Role::acts_pale, 5);
    ui.canvas.text({right, y}, label, link);
    right = rect.x - 10;
    return item.clicked;
  };
  // After "Revert", the keyboard returns to the text, where Ctrl+Z restores the edit.
  if (pressed("revert", "Revert",
              is_exercise(context.state, program_)
                  ? "Restores the text of the exercise; Ctrl+Z restores your text"
                  : "Restores the text of the file; Ctrl+Z restores the edit",
              false)) {
    buffer_.replace_all(context.session.original(program_).text);
    hand_over(context);
    focused_ = true;
  }
  if (pressed("show-original", "Original", context.actions.describe(actions::show_original),
              context.state.show_original))
    context.commands.actions.push_back(actions::show_original);
  const std::string left = context.state.show_original ? count_changes(original_) + " · + new, − original"
                           : !context.activity.save_error.empty()
                               ? "Edited, not kept: " + context.activity.save_error
                           : focused_                             ? std::string(kEditing)
                           : is_exercise(context.state, program_) ? std::string("Your text of the exercise")
                           : context.state.kernel_file.empty() ? std::string("Edited; saved with the scene")
                                                               : std::string("Ctrl+S saves the file");
  ui.canvas.text({content.x, y}, fit_text(ui.canvas, left, quiet, right - content.x), quiet);
}

std::unique_ptr<Panel> make_source_panel() { return std::make_unique<SourcePanel>(); }

// Draws the rows of the source panel: code, messages below their lines, margins, selection and cursor.

void SourcePanel::draw_code(PanelContext& context, const Rect& area) {
  Canvas& canvas = context.ui.canvas;
  canvas.push_clip(area);
  const auto first = static_cast<std::size_t>(scroll_ / kRow);
  for (std::size_t i = first; i < rows_.size(); ++i) {
    const Rect row{area.x, area.y + static_cast<float>(i) * kRow - scroll_, area.width, kRow};
    if (row.y >= area.bottom()) break;
    draw_row(context, rows_[i], row);
  }
  if (!original_.changes.empty()) draw_changes(context, area);
  if (focused_) {
    code().draw_brackets(canvas, area, scroll_, buffer_);
    code().draw_cursor(canvas, place_of(buffer_.cursor(), area));
  }
  canvas.pop_clip();
  if (focused_) canvas.stroke_rect(area, Role::acts, 2);
  if (context.ui.places != nullptr)
    context.ui.places->push_back({"source-text", area, !context.ui.blocked, true, context.ui.blocked});
  draw_completions(context, area);
  interact(context, area);
}

void SourcePanel::draw_row(PanelContext& context, const CodeRow& row, const Rect& rect) {
  Canvas& canvas = context.ui.canvas;
  const SourceLine& line = lines_[row.line];
  if (row.kind == CodeRow::Kind::message) return code().draw_message(canvas, row, rect);
  if (row.kind == CodeRow::Kind::removed) return draw_removed(canvas, row, rect);
  const bool linked = line.number != 0 && context.link.line == line.number;
  const bool at_cursor = is_cursor_line(row);
  if (line.next || linked)
    canvas.fill_rect(rect, Role::acts_pale);
  else if (at_cursor)
    canvas.fill_rect(rect, Role::ground);
  if (is_listed(line)) canvas.fill_rect({rect.x, rect.y, 3, rect.height}, Role::acts);
  if (focused_) code().draw_selection(canvas, row, rect, buffer_);
  draw_matches(canvas, row, rect);
  code().draw_letters(canvas, row, rect);
  for (const Diagnostic& message : line.messages) code().underline(canvas, row, rect, message);
  if (row.first()) draw_margins(canvas, line, rect, line.next || linked || at_cursor);
}

void SourcePanel::draw_margins(Canvas& canvas, const SourceLine& line, const Rect& rect, bool lit) {
  const float middle = rect.centre().y;
  // On the marked line, the palest colour would not be legible.
  const Role quiet = lit ? Role::second_ink : Role::masked;
  const TextStyle number{Font::code, quiet, Align::right, 11};
  if (line.number == 0) return;  // the line is not in the kernel file
  canvas.text({rect.x + kGutter - 10, top_for_centre(middle, number)}, std::to_string(line.number), number);
  if (line.breakpoint) canvas.fill_circle({rect.x + 9, middle}, 5, Role::costs);
  if (!line.condition.empty() && !line.next) {
    const TextStyle mark{Font::text_bold, Role::card, Align::centre, 11};
    canvas.text({rect.x + 9, top_for_centre(middle, mark)}, "?", mark);
  }
  if (line.next) {
    // The mark is narrower beside a number with three digits.
    const float digits = canvas.text_width(std::to_string(line.number), number);
    const float x = rect.x + (line.breakpoint ? 6 : 5);
    const float wide = std::clamp(kGutter - 16 - digits, 4.0f, 9.0f);
    const Point arrow[] = {{x, middle - 5}, {x + wide, middle}, {x, middle + 5}};
    canvas.fill_polygon(arrow, line.breakpoint ? Role::card : Role::acts);
  }
  const float heat_x = rect.right() - margin_ + runs_width_;
  if (line.cost > 0) {
    const TextStyle style{Font::text_bold, Role::costs, Align::right, 11};
    const Rect bar{heat_x, rect.y + 3, std::max(3.0f, kHeatWidth * line.heat), kRow - 6};
    canvas.fill_rect(bar, Role::costs_pale, 2);
    canvas.fill_rect({bar.x, bar.y, 3, bar.height}, Role::costs, 1);
    canvas.text({rect.right() - 11, top_for_centre(middle, style)}, count_text(line.cost), style);
  }
  if (line.runs > 0) {
    const TextStyle style{Font::text, quiet, Align::right, 11};
    canvas.text({heat_x - 5, top_for_centre(middle, style)}, "×" + count_text(line.runs), style);
  }
}

Rect SourcePanel::place_of(TextPlace place, const Rect& area) const {
  return code().place_of(place, area, scroll_);
}

void SourcePanel::draw_completions(PanelContext& context, const Rect& area) {
  if (context.ui.blocked || !focused_) return;
  const Rect cursor = place_of(buffer_.cursor(), area);
  if (cursor.y < area.y || cursor.bottom() > area.bottom() + 1) return;  // outside the visible area
  if (!completion_.draw(context.ui, buffer_, {cursor.x, cursor.y}, kRow, area)) return;
  cursor_moved_ = true;
  hand_over(context);
}

}  // namespace lockstep::gui
