// The panel with the sentence of the scene and its picture. The panel can play the passes of an
// access in order.
#include <fmt/format.h>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/figures/lab/report_table.hpp"
#include "gui/pages/lab/page.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr double kSecondsAPass = 0.8;
constexpr float kSentenceHeight = 84, kPlayWidth = 140, kTimeWidth = 130;
constexpr float kBetweenTables = 16;
constexpr TextStyle kProblem{Font::text, Role::costs, Align::left, 14};

// Draws tables below each other. Returns the y below the last table.
float draw_tables(Canvas& canvas, const std::vector<lab::ReportTable>& tables, Point at, float width) {
  for (const lab::ReportTable& table : tables) {
    const float height = report_table_height(canvas, table, width);
    draw_report_table(canvas, {at.x, at.y, width, height}, table);
    at.y += height + kBetweenTables;
  }
  return tables.empty() ? at.y : at.y - kBetweenTables;
}

class LabPicturePanel final : public Panel {
 public:
  LabPicturePanel(LabRunner& runner, bool alone) : runner_(runner), alone_(alone) {}
  std::string_view help() const override { return "The scene on the chosen device model."; }

  float wanted_height(PanelContext&, float width) override {
    return lab_figure_height(figure_, width - 40) + kSentenceHeight;
  }
  void draw(const Rect& card, PanelContext& context) override {
    runner_.want(lab_request(context.state));
    context.ui.card(card);
    const Rect content = inside(card);
    for (const Action action : context.page_actions) act(action);
    const auto answer = runner_.answer();
    if (answer == nullptr) {
      context.ui.paragraph(content, "Counting …", kQuiet);
      return;
    }
    if (!answer->report) {
      context.ui.paragraph(content, answer->report.error().message, kProblem);
      return;
    }
    if (answer != shown_) prepare(answer);
    draw_report(context, content, *answer->report);
  }

 private:
  void prepare(const std::shared_ptr<const LabAnswer>& answer) {
    shown_ = answer;
    figure_ = prepare_lab_figure(*answer->report);
    view_ = {};
    playing_since_.reset();
  }

  void act(Action action) {
    const auto passes = static_cast<int>(max_passes(figure_));
    if (action == actions::next_pass && passes > 1) {
      playing_since_.reset();
      view_.pass = view_.pass + 1 >= passes ? -1 : view_.pass + 1;
    }
    if (action == actions::play_passes && passes > 1) {
      wants_play_ = !playing_since_;
      if (!wants_play_) playing_since_.reset();
    }
  }

  void play(PanelContext& context) {
    if (wants_play_) playing_since_ = context.ui.seconds();
    wants_play_ = false;
    if (!playing_since_) return;
    const int pass = static_cast<int>((context.ui.seconds() - *playing_since_) / kSecondsAPass);
    const bool over = pass >= static_cast<int>(max_passes(figure_));
    view_.pass = over ? -1 : pass;
    if (over)
      playing_since_.reset();
    else
      context.activity.redraw_in = kSecondsAPass / 4;
  }

  void draw_report(PanelContext& context, const Rect& content, const lab::Report& report) {
    play(context);
    const float buttons = draw_buttons(context, content);
    const float y =
        context.ui.paragraph({content.x, content.y, content.width - buttons, 60}, report.sentence, kSentence);
    const Rect area{content.x - 4, y + 10, content.width + 8, content.bottom() - y - 10};
    const float top = scroll_.begin(context.ui, area);
    const float width = content.width - 6;
    const Rect place{content.x, top, width, lab_figure_height(figure_, width, area.height)};
    FigureInput input;
    input.link = context.link;
    input.pointer = context.ui.pointer(area);
    const FigureOutput output = draw_lab_figure(context.ui.canvas, place, figure_, view_, input, area.height);
    if (output.hovered.lane) context.next_link.lane = output.hovered.lane;
    if (output.hovered.bank) context.next_link.bank = output.hovered.bank;
    // Without a picture of an access, the tables contain the result.
    const bool has_tables = alone_ && (figure_.is_empty() || figure_.cache_lines);
    const float below = figure_.is_empty() ? top : place.bottom() + kBetweenTables;
    scroll_.end(context.ui,
                has_tables ? draw_tables(context.ui.canvas, report.tables, {content.x, below}, place.width)
                           : place.bottom());
    if (!output.tooltip.empty()) context.ui.tooltip(output.tooltip);
  }

  // Draws the buttons at the right edge, and returns their width.
  float draw_buttons(PanelContext& context, const Rect& content) {
    float right = content.right();
    if (max_passes(figure_) > 1) {
      const Rect place{right - kPlayWidth, content.y - 4, kPlayWidth, 28};
      if (context.ui.button("play-passes", place, playing_since_ ? "■ Stop" : "▶ Play the passes",
                            context.actions.describe(actions::play_passes)))
        context.commands.actions.push_back(actions::play_passes);
      right = place.x - 8;
    }
    const auto kernels = lab::kernels_of_scene(lab_scene(context.state).name);
    if (!kernels.empty()) {
      const Rect place{right - kTimeWidth, content.y - 4, kTimeWidth, 28};
      if (context.ui.button("time-kernels", place, "Time the kernels",
                            "Chooses the kernels of this scene on Run on GPU, and shows that page"))
        context.commands.edit([kernels](AppState& app) { choose_lab_kernels(app, kernels); });
      right = place.x - 8;
    }
    return content.right() - right;
  }

  LabRunner& runner_;
  bool alone_;
  std::shared_ptr<const LabAnswer> shown_;
  LabFigure figure_;
  LabFigureView view_;
  ScrollArea scroll_;
  std::optional<double> playing_since_;
  bool wants_play_ = false;
};

class LabTablesPanel final : public Panel {
 public:
  explicit LabTablesPanel(LabRunner& runner) : runner_(runner) {}
  std::string_view help() const override { return "The scene on all device models, and its kernels."; }

  float wanted_height(PanelContext& context, float width) override {
    constexpr float padding = 36;
    const auto answer = runner_.answer();
    if (answer == nullptr || !answer->report) return 0;
    float height = padding;
    for (const lab::ReportTable& table : answer->report->tables)
      height += report_table_height(context.ui.canvas, table, width - padding) + kBetweenTables;
    return height;
  }
  void draw(const Rect& card, PanelContext& context) override {
    runner_.want(lab_request(context.state));
    context.ui.card(card);
    const Rect content = inside(card);
    const auto answer = runner_.answer();
    if (answer == nullptr || !answer->report) return;
    const Rect area{content.x - 8, content.y, content.width + 16, content.height};
    const float top = scroll_.begin(context.ui, area);
    const auto& tables = answer->report->tables;
    scroll_.end(context.ui, draw_tables(context.ui.canvas, tables, {content.x, top}, content.width - 6));
  }

 private:
  LabRunner& runner_;
  ScrollArea scroll_;
};

}  // namespace

std::unique_ptr<Panel> make_lab_picture_panel(LabRunner& runner, bool alone) {
  return std::make_unique<LabPicturePanel>(runner, alone);
}
std::unique_ptr<Panel> make_lab_tables_panel(LabRunner& runner) {
  return std::make_unique<LabTablesPanel>(runner);
}

}  // namespace lockstep::gui
