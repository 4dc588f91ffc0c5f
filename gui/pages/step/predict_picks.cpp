#include "gui/pages/step/predict_picks.hpp"

#include <algorithm>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

// Returns the item of a question that corresponds to a lane. With independent lanes, each work-item is a
// warp with one lane.
std::uint64_t item_of(const quiz::Question& question, const LaneId& lane) {
  return question.form == quiz::Form::warps ? lane.warp : lane.lane;
}

LaneId lane_of(const quiz::Question& question, std::uint64_t item, unsigned lane) {
  const auto number = static_cast<std::uint32_t>(item);
  return question.form == quiz::Form::warps ? LaneId{number, lane} : LaneId{question.warp, number};
}

// Draws a box for each bank; a click enters the bank as the answer.
void draw_bank_choice(PanelContext& context, const Rect& area) {
  Ui& ui = context.ui;
  const unsigned banks = context.predict.trace().model().local.banks;
  constexpr float least = 24, high = 28;
  auto columns = std::clamp(static_cast<unsigned>(area.width / least), 1u, std::max(1u, banks));
  // The number of columns divides the number of banks, so that all rows have the same length.
  while (banks % columns != 0) --columns;
  const float pitch = std::min(44.0f, area.width / static_cast<float>(columns));
  const std::string& typed = context.predict.draft().typed();
  const bool stops = std::exchange(ui.stops, false);
  for (unsigned bank = 0; bank < banks; ++bank) {
    const Rect box{area.x + pitch * static_cast<float>(bank % columns),
                   area.y + (high + 4) * static_cast<float>(bank / columns), pitch - 3, high};
    if (box.bottom() > area.bottom()) break;
    const std::string number = std::to_string(bank);
    const ItemState item = ui.item("bank-" + number, box, "bank " + number);
    const bool chosen = typed == number;
    ui.canvas.fill_rect(box, chosen ? Role::acts : item.hovered ? Role::acts_pale : Role::card, 4);
    if (!chosen) ui.canvas.stroke_rect(box, Role::line, 1, 4);
    const TextStyle style{chosen ? Font::text_bold : Font::text, chosen ? Role::on_acts : Role::ink,
                          Align::centre, 12};
    ui.canvas.text({box.centre().x, top_for_centre(box.centre().y, style)}, number, style);
    if (item.clicked) context.predict.draft().set_number(bank);
  }
  ui.stops = stops;
}

}  // namespace

std::optional<std::uint64_t> asked_item(const Prediction& predict, const LaneId& lane) {
  const quiz::Question* question = predict.asked();
  if (question == nullptr) return std::nullopt;
  const bool fits = question->form == quiz::Form::warps ||
                    (question->form == quiz::Form::lanes && lane.warp == question->warp);
  const std::uint64_t item = item_of(*question, lane);
  return fits && item < question->items ? std::optional(item) : std::nullopt;
}

std::optional<std::uint64_t> asked_item(const Prediction& predict, const CellId& cell) {
  const quiz::Question* question = predict.asked();
  if (question == nullptr || question->form != quiz::Form::cells || !question->memory) return std::nullopt;
  const auto item = question->memory->index_of(cell);
  return item && *item < question->items ? item : std::nullopt;
}

std::vector<LaneId> picked_lanes(const Prediction& predict, std::size_t lanes_of_warp) {
  std::vector<LaneId> lanes;
  const quiz::Question* question = predict.asked();
  if (question == nullptr) return lanes;
  const auto& items = predict.walk().draft().items();
  if (question->form == quiz::Form::lanes)
    for (const std::uint64_t item : items) lanes.push_back(lane_of(*question, item, 0));
  if (question->form == quiz::Form::warps)
    for (const std::uint64_t item : items)
      for (std::size_t lane = 0; lane < lanes_of_warp; ++lane)
        lanes.push_back(lane_of(*question, item, static_cast<unsigned>(lane)));
  return lanes;
}

std::vector<CellId> picked_cells(const Prediction& predict) {
  std::vector<CellId> cells;
  const quiz::Question* question = predict.asked();
  if (question == nullptr || question->form != quiz::Form::cells || !question->memory) return cells;
  for (const std::uint64_t item : predict.walk().draft().items())
    cells.push_back(question->memory->cell(item));
  return cells;
}

void link_cursor(const Prediction& predict, Link& link) {
  const quiz::Question* question = predict.asked();
  const auto& cursor = predict.walk().draft().cursor();
  if (question == nullptr || !cursor) return;
  if (question->form == quiz::Form::lanes && !link.lane) link.lane = lane_of(*question, *cursor, 0);
  if (question->form == quiz::Form::cells && question->memory && !link.cell)
    link.cell = question->memory->cell(*cursor);
}

void draw_hidden_access(PanelContext& context, const Rect& content) {
  const quiz::Question* question = context.predict.asked();
  const bool of_bank = question != nullptr && question->kind == quiz::QuestionKind::bank;
  context.ui.heading(content, of_bank ? "Local memory: which bank?" : "Memory");
  const Rect body{content.x, content.y + 28, content.width, std::max(0.0f, content.height - 28)};
  if (of_bank) return draw_bank_choice(context, body);
  context.ui.paragraph(body, "The next access is shown after you answer.",
                       {Font::text, Role::second_ink, Align::left, 13});
}

}  // namespace lockstep::gui
