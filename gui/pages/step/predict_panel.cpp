// The panel of Predict mode: the open question or the verdict on the last answer, the score, and the kinds of
// question that were answered wrongly most often.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/step/page.hpp"
#include "gui/questions/question_card.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kMaxKindsListed = 4;

// Returns a sentence that says where the question can be answered with clicks.
std::string_view how_to_click(const quiz::Question& question) {
  if (question.kind == quiz::QuestionKind::bank) return "Or click a bank in the memory card.";
  switch (question.form) {
    case quiz::Form::lanes:
      return "Click or drag over lanes here or in the lanes card.";
    case quiz::Form::warps:
      return "Click them here or in the lanes card.";
    case quiz::Form::cells:
      return "Click cells here or in the figure.";
    case quiz::Form::number:
    case quiz::Form::choice:
      break;
  }
  return {};
}

class PredictPanel final : public Panel {
 public:
  std::string_view help() const override {
    return "Questions about the next step of this run: the future is hidden until you have answered.";
  }
  float wanted_height(PanelContext& context, float) override {
    const bool has_question = context.predict.walk().question() != nullptr;
    return kHead + kFoot + 28 + (has_question ? card_.wanted_height() : walking_height_);
  }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const Rect content = inside(card);
    draw_head(context, content);
    const Rect middle{content.x, content.y + kHead, content.width,
                      std::max(0.0f, content.height - kHead - kFoot)};
    const QuestionWalk& walk = context.predict.walk();
    if (walk.question() != nullptr)
      draw_question(context, middle, walk);
    else
      draw_walking(context, middle, walk);
    draw_foot(context, {content.x, content.bottom() - 24, content.width, 24});
  }

 private:
  static constexpr float kHead = 26, kFoot = 34, kWalkingButton = 32;

  // Draws the score.
  static void draw_head(PanelContext& context, const Rect& content) {
    const PredictionScore& score = context.predict.score();
    std::string words;
    if (score.answered() > 0)
      words = std::to_string(score.right) + " of " + std::to_string(score.answered()) + " right · streak " +
              std::to_string(score.streak);
    context.ui.heading(content, "Predict", words);
    const std::string tip = "Answered on this machine, all runs together. The longest streak so far: " +
                            std::to_string(score.best_streak) + ".";
    if (!words.empty()) context.ui.hint("predict-score", {content.x, content.y - 4, content.width, 24}, tip);
  }

  void draw_question(PanelContext& context, const Rect& area, const QuestionWalk& walk) {
    if (std::exchange(shown_, walk.question()->text) != walk.question()->text ||
        std::exchange(was_asking_, walk.asks()) != walk.asks())
      card_.to_top();
    const ShownVerdict verdict{walk.verdict(), walk.was_shown()};
    const Prediction::Round& round = context.predict.round();
    const std::string closing = fmt::format(
        "That was the last question of this run: {} of {} right at the first try. Questions "
        "with wrong answers are asked again first.",
        round.right, round.answered);
    const CardState state{.verdict = walk.asks() ? nullptr : &verdict,
                          .complaint = context.predict.complaint(),
                          .hint = context.predict.hint(),
                          .is_last = !walk.asks() && walk.is_finished(),
                          .closing = closing,
                          .how = how_to_click(*walk.question())};
    switch (card_.draw(context.ui, area, context.predict.draft(), state)) {
      case CardWish::none:
        break;
      case CardWish::answer:
      case CardWish::go_on:
        context.commands.actions.push_back(actions::predict_answer);
        break;
      case CardWish::show:
        context.commands.actions.push_back(actions::predict_show);
        break;
      case CardWish::skip:
        context.commands.actions.push_back(actions::predict_skip);
        break;
    }
  }

  void draw_walking(PanelContext& context, const Rect& area, const QuestionWalk& walk) {
    Ui& ui = context.ui;
    ScrollArea& scroll = walking_;
    const Rect row{area.x, area.bottom() - kWalkingButton, area.width, kWalkingButton};
    const float room = area.height - kWalkingButton - 8;
    const float top = scroll.begin(ui, {area.x - 6, area.y, area.width + 12, std::max(0.0f, room)});
    const bool searching = context.predict.is_searching();
    const bool is_over = walk.is_finished();
    const std::string_view words =
        searching ? std::string_view("Looking for the next question …")
        : is_over ? std::string_view("There are no more questions up to the end of this run.")
                  : std::string_view("The run stops before the next question, however you step or play.");
    float y = ui.paragraph({area.x, top + 1, area.width - 4, 200}, words, kSentence, 1.4f) + 12;
    const std::string_view tip =
        is_over ? "Other questions, from the start of the run (Enter)" : "Goes to the next question (Enter)";
    if (ui.button("predict-answer", main_button(row), is_over ? "From the start" : "Next question", tip, true,
                  !searching && (!is_over || walk.opened() > 0)))
      context.commands.actions.push_back(actions::predict_answer);
    y = draw_most_wrong(context, {area.x, y, area.width - 4, 0});
    walking_height_ = y - top + kWalkingButton + 8;
    scroll.end(ui, y);
  }

  static float draw_most_wrong(PanelContext& context, const Rect& column) {
    Ui& ui = context.ui;
    const auto kinds = most_wrong(context.predict.score(), kMaxKindsListed);
    float y = column.y;
    if (!kinds.empty()) {
      ui.canvas.text({column.x, y}, "Wrong most often", kTitle);
      y += 20;
    }
    for (const auto& [kind, score] : kinds) {
      const auto known = quiz::find_kind(kind);
      const std::string what(known ? quiz::asks(*known) : kind);
      const std::string count =
          std::to_string(score.wrong) + " of " + std::to_string(score.right + score.wrong);
      const TextStyle right{Font::text_bold, Role::costs, Align::right, 12};
      const float room = column.width - ui.canvas.text_width(count, right) - 10;
      ui.canvas.text({column.right(), y}, count, right);
      y = ui.paragraph({column.x, y, room, 60}, what, kQuiet, 1.35f) + 4;
    }
    if (context.predict.score().answered() == 0) return y;
    if (ui.button("predict-forget", {column.x, y + 4, 118, 24}, "Forget the score",
                  "Deletes what this machine has stored of your answers"))
      context.predict.forget();
    return y + 32;
  }

  static void draw_foot(PanelContext& context, const Rect& row) {
    Ui& ui = context.ui;
    ui.canvas.text({row.x, top_for_centre(row.centre().y, kQuiet)}, "level", kQuiet);
    const std::vector<std::string> labels{"1", "2", "3"};
    const std::vector<std::string> tips{
        "Lanes, lines, cells and values", "Also passes, transactions, barriers, inputs and results",
        "Also data races, missing barriers, and which kernel moves fewer bytes"};
    const auto taken =
        ui.segments("predict-level", {row.x + 36, row.y, 100, row.height}, labels,
                    std::min<std::size_t>(context.state.predict.level, PredictChoice::kMaxLevel) - 1, tips);
    if (taken)
      context.commands.edit(
          [level = static_cast<unsigned>(*taken) + 1](AppState& app) { app.predict.level = level; });
    if (ui.button("predict-stop", {row.right() - 56, row.y, 56, row.height}, "Stop",
                  "Leaves Predict mode (Q or Esc)"))
      context.commands.edit([](AppState& app) { app.predict.on = false; });
  }

  QuestionCard card_;
  ScrollArea walking_;
  float walking_height_ = 160;
  std::string shown_;  // text of the shown question
  bool was_asking_ = false;
};

}  // namespace

std::unique_ptr<Panel> make_predict_panel() { return std::make_unique<PredictPanel>(); }

}  // namespace lockstep::gui
