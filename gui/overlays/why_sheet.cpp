#include "gui/overlays/why_sheet.hpp"

#include <algorithm>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

constexpr float kWhySheetPadding = 24, kWhyMaxWidth = 860, kHeading = 38;
constexpr TextStyle kBody{Font::text, Role::ink, Align::left, 13};

std::size_t item_count(const std::vector<WhySection>& sections) {
  std::size_t count = 0;
  for (const WhySection& section : sections) count += section.items.size();
  return count;
}

}  // namespace

void WhySheet::prepare(const PanelContext& context) {
  const Session::RunStatus status = context.session.status(context.state);
  const Run* run = status == Session::RunStatus::current ? context.session.run() : nullptr;
  if (run == nullptr) {
    run_ = 0;
    note_ = status == Session::RunStatus::failed ? "" : "simulating …";
    sections_.clear();
    if (status == Session::RunStatus::failed) sections_ = prepare_why_not(*context.session.failure());
    return;
  }
  const sim::Explanation* explanation = context.session.explanation();
  if (run->number == run_ && explained_ == (explanation != nullptr)) return;
  if (run->number != run_) chosen_ = 0;
  run_ = run->number;
  explained_ = explanation != nullptr;
  sections_ = prepare_why(*run->trace, run->verdict, explanation);
  if (!run->notes.empty()) sections_.insert(sections_.begin(), prepare_notes(run->notes));
  if (WhySection warnings = prepare_warnings(*run); !warnings.items.empty())
    sections_.push_back(std::move(warnings));
  note_ = explained_ ? "" : "Searching for repairs …";
  if (explained_ && !sim::has_errors(run->trace->findings()) && !run->verdict.is_wrong()) {
    note_ = "This run found no errors.";
    if (run->verdict.kind == sim::RunVerdict::Kind::not_checked) note_ += " " + std::string(sim::kNotChecked);
  }
}

void WhySheet::take_keys(PanelContext& context) {
  const std::size_t count = item_count(sections_);
  if (count == 0) return;
  chosen_ = std::min(chosen_, count - 1);
  for (const Action action : context.page_actions) {
    if (action == actions::row_down) chosen_ = std::min(chosen_ + 1, count - 1);
    if (action == actions::row_up) chosen_ -= chosen_ == 0 ? 0 : 1;
    reveal_ |= action == actions::row_down || action == actions::row_up;
    if (action != actions::open_row) continue;
    std::size_t index = 0;
    for (const WhySection& section : sections_)
      for (const WhyItem& item : section.items)
        if (index++ == chosen_) open(item, context);
  }
}

void WhySheet::open(const WhyItem& item, PanelContext& context) const {
  if (!item.position) return;
  context.commands.go_to(*item.position);
  context.commands.close_overlay();
}

void WhySheet::draw(const OverlayFrame& frame, PanelContext& context) {
  const Rect& window = frame.window;
  prepare(context);
  take_keys(context);
  const float width = std::min(kWhyMaxWidth, window.width - 32);
  const float wanted = scroll_.content_height() + kHeading + 2 * kWhySheetPadding;
  const float height = std::min(window.height - 48, std::max(240.0f, wanted));
  const Rect box{(window.width - width) / 2, std::max(24.0f, (window.height - height) / 3), width, height};
  Ui& ui = context.ui;
  ui.sheet(window, box);
  click_.follow(ui, box);
  const Rect content{box.x + kWhySheetPadding, box.y + kWhySheetPadding - 4, width - 2 * kWhySheetPadding,
                     height - 2 * kWhySheetPadding + 8};
  ui.canvas.text({content.x, content.y}, "Why?", {Font::text_bold, Role::ink, Align::left, 18});
  ui.canvas.text({content.right(), content.y + 5}, "↑ ↓ select · Enter shows the moment · Esc closes",
                 {Font::text, Role::second_ink, Align::right, 12});
  const Rect list{content.x, content.y + kHeading, content.width, content.height - kHeading};
  height_ = list.height;
  float y = begin_ = scroll_.begin(ui, list);
  std::size_t index = 0;
  for (const WhySection& section : sections_) y = draw_section(context, list, y, section, index);
  if (!note_.empty()) y = ui.paragraph({list.x, y, list.width, 40}, note_, kQuiet);
  scroll_.end(ui, y);
  reveal_ = false;
  if (ui.mouse_pressed(window) && !box.contains(ui.mouse())) context.commands.close_overlay();
}

float WhySheet::draw_section(PanelContext& context, const Rect& column, float y, const WhySection& section,
                             std::size_t& index) {
  context.ui.canvas.text({column.x, y}, section.title, {Font::text_bold, Role::ink, Align::left, 14});
  y += 28;
  for (const WhyItem& item : section.items) y = draw_item(context, column, y, item, index++);
  return y + 12;
}

float WhySheet::draw_item(PanelContext& context, const Rect& column, float y, const WhyItem& item,
                          std::size_t index) {
  Ui& ui = context.ui;
  const float inner = column.width - 24;
  std::vector<std::vector<std::string>> paragraphs;
  float height = 12 + (item.title.empty() ? 0 : 22);
  for (const std::string& sentence : item.sentences) {
    paragraphs.push_back(wrap_text(ui.canvas, sentence, kBody, inner));
    height += 19.0f * static_cast<float>(paragraphs.back().size()) + 4;
  }
  const bool has_buttons = !item.repaired.empty() || item.fails_with || item.cell;
  const Rect text{column.x, y, column.width, height - (has_buttons ? 6.0f : 0.0f)};
  if (has_buttons) height += 34;
  const Rect row{column.x, y, column.width, height};
  if (index == chosen_ && reveal_) scroll_.reveal(height_, y - begin_, y - begin_ + height);
  // Items are not Tab stops, because arrow keys move the selection. Dragging over an item selects its text.
  const bool stops = std::exchange(ui.stops, false), over_item = ui.over_item;
  const ItemState state = ui.item("why" + std::to_string(index), text, "");
  ui.stops = stops;
  ui.over_item = over_item;
  if (state.hovered || index == chosen_) ui.canvas.fill_rect(row, Role::ground, 6);
  if (index == chosen_) ui.canvas.fill_rect({row.x, row.y + 6, 3, row.height - 12}, Role::acts, 1.5f);
  float line_y = y + 6;
  if (!item.title.empty()) {
    const TextStyle title{Font::text_bold, item.role, Align::left, 13};
    ui.canvas.text({row.x + 12, line_y}, item.title, title);
    const float used = ui.canvas.text_width(item.title, title) + 16;
    const TextStyle code{Font::code, Role::second_ink, Align::left, 12};
    ui.canvas.text({row.x + 12 + used, line_y + 1}, fit_text(ui.canvas, item.code, code, inner - used), code);
    line_y += 22;
  }
  for (const auto& lines : paragraphs) {
    for (const std::string& line : lines) {
      ui.canvas.text({row.x + 12, line_y}, line, kBody);
      line_y += 19;
    }
    line_y += 4;
  }
  if (has_buttons) draw_buttons(context, {row.x + 12, line_y + 2, inner, 26}, item, index);
  if (state.clicked && !click_.is_drag()) open(item, context);
  return y + height + 6;
}

void WhySheet::draw_buttons(PanelContext& context, const Rect& row, const WhyItem& item, std::size_t index) {
  Ui& ui = context.ui;
  Rect place = row;
  const auto button = [&](std::string_view id, std::string_view label, std::string_view tooltip) {
    place.width = ui.canvas.text_width(label, kBody) + 28;
    const bool pressed = ui.button(std::string(id) + std::to_string(index), place, label, tooltip);
    place.x += place.width + 8;
    return pressed;
  };
  if (!item.repaired.empty() && shows_text(context.state, context.session, item.repaired_from) &&
      button("repair-", "Apply the cure", "Changes the kernel's text; Ctrl+Z takes it back"))
    apply_repair(context, item.repaired);
  if (item.fails_with && button("fail-", "Show the schedule that fails",
                                "Runs the kernel again with " + sim::schedule_words(*item.fails_with)))
    context.commands.actions.push_back(actions::fail_schedule);
  if (item.cell &&
      button("history-", "Who wrote this cell?", "All writes and reads of it, with their moments"))
    context.commands.edit([cell = *item.cell, position = item.position](AppState& app) {
      if (position) app.position = position;
      show_history(app, cell);
      app.overlay = {};
    });
}

std::vector<ActionGroup> WhySheet::actions() const {
  const auto row = [](Action action, Key key, std::string label, std::string what) {
    return ActionRow{action, {{key}}, std::move(label), std::move(what), [action](ActionContext& context) {
                       context.to_panels(action);
                     }};
  };
  return {{"In the sheet Why?",
           std::string(name()),
           {row(actions::row_down, Key::down, "↓", "Next finding or line"),
            row(actions::row_up, Key::up, "↑", "Previous finding or line"),
            row(actions::open_row, Key::enter, "Enter", "Go to its moment")}}};
}

std::unique_ptr<Overlay> make_why_sheet() { return std::make_unique<WhySheet>(); }

}  // namespace lockstep::gui
