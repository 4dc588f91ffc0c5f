// The panel with the points of the task, and with its tests and the reasons why they give no points.
#include <algorithm>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/assignment/failing_case.hpp"
#include "gui/pages/assignment/model.hpp"
#include "gui/pages/assignment/page.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kTitleRow = 24, kReasonRow = 17, kBetweenTests = 12, kMarkWidth = 20, kWhy = 64, kHead = 38,
                kDetails = 18;
constexpr float kMaxMessage = 2000;  // maximum height in px
constexpr TextStyle kReason{Font::text, Role::second_ink, Align::left, 12};

struct Mark {
  std::string_view sign;
  Role role;
};
Mark mark_of(TestRow::Mark mark) {
  switch (mark) {
    case TestRow::Mark::passed:
      return {"✓", Role::good};
    case TestRow::Mark::failed:
      return {"✗", Role::costs};
    case TestRow::Mark::waiting:
    case TestRow::Mark::later:
      break;
  }
  return {"·", Role::second_ink};
}

// Returns the reason with its place in the text, and the case in which the test failed.
std::string reason_text(const TestRow& row) {
  std::string text = row.reason;
  if (!row.example.empty()) text += (text.empty() ? "" : "\n") + ("With " + row.example + ".");
  return text;
}

std::vector<std::string> lines_of(const Canvas& canvas, const TestRow& row, float width) {
  std::vector<std::string> lines;
  const std::string text = reason_text(row);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    for (std::string& line :
         wrap_text(canvas, std::string_view(text).substr(begin, end - begin), kReason, width))
      lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

float text_width(const TestRow& row, float width) {
  return width - kMarkWidth - (row.why == TestRow::Why::nowhere ? 0 : kWhy + 10);
}

class TestsPanel final : public Panel {
 public:
  explicit TestsPanel(AssignmentWork& work) : work_(work) {}

  std::string_view help() const override {
    return "Your points, and the tests of the task: each says why it gives none. Why? shows the run at the "
           "wrong value.";
  }

  float wanted_height(PanelContext& context, float width) override {
    const assignment::Task* const task = work_.task(context.state);
    if (task == nullptr) return 0;
    float height = head_height(standing_of(context.state, work_, *task)) + 40;
    for (const TestRow& row : test_rows(work_, *task))
      height += row_height(context.ui.canvas, row, width - 40);
    return height;
  }

  void draw(const Rect& card, PanelContext& context) override {
    Ui& ui = context.ui;
    ui.card(card);
    const assignment::Task* const task = work_.task(context.state);
    if (task == nullptr) return;
    const Rect content = inside(card);
    draw_points({content.x, content.y - 4, content.width, 28}, *task, context);
    const float head = head_height(standing_of(context.state, work_, *task));
    const Rect body{content.x, content.y + head, content.width, content.height - head};
    float y = scroll_.begin(ui, body);
    if (const TestAnswer* const answer = work_.answer(context.state, *task); answer && !answer->result)
      y = ui.paragraph({body.x, y, body.width - 8, kMaxMessage}, answer->result.error().message,
                       {Font::text, Role::costs, Align::left, 13}) +
          kBetweenTests;
    for (const TestRow& row : test_rows(work_, *task)) {
      const float height = row_height(ui.canvas, row, body.width - 8);
      draw_test({body.x, y, body.width - 8, height}, row, *task, context);
      y += height;
    }
    scroll_.end(ui, y);
  }

 private:
  static float head_height(const TaskStanding& standing) {
    return kHead + (standing_details(standing).empty() ? 0 : kDetails);
  }
  static float row_height(const Canvas& canvas, const TestRow& row, float width) {
    const auto lines = static_cast<float>(lines_of(canvas, row, text_width(row, width)).size());
    return kTitleRow + kReasonRow * lines + kBetweenTests;
  }

  void draw_points(const Rect& row, const assignment::Task& task, PanelContext& context) {
    Ui& ui = context.ui;
    constexpr float save = 130;
    if (ui.button("save-submission", {row.right() - save, row.y, save, row.height}, "Save submission",
                  context.actions.describe(actions::save_submission)))
      context.commands.actions.push_back(actions::save_submission);
    const float right = row.right() - save - 8;
    const TaskStanding standing = standing_of(context.state, work_, task);
    const TextStyle bold{Font::text_bold, standing.is_solved ? Role::good : Role::ink, Align::left, 14};
    const std::string words = (standing.is_solved ? "✓ " : "") + standing_text(standing);
    ui.canvas.text({row.x, top_for_centre(row.centre().y, bold)},
                   fit_text(ui.canvas, words, bold, right - row.x), bold);
    ui.canvas.text({row.x, row.bottom() + 2},
                   fit_text(ui.canvas, standing_details(standing), kQuiet, row.width), kQuiet);
  }

  void draw_test(const Rect& rect, const TestRow& row, const assignment::Task& task, PanelContext& context) {
    Ui& ui = context.ui;
    const Mark mark = mark_of(row.mark);
    const TextStyle sign{Font::text_bold, mark.role, Align::left, 13};
    ui.canvas.text({rect.x, rect.y}, mark.sign, sign);
    const TextStyle points{Font::text, Role::second_ink, Align::right, 13};
    ui.canvas.text({rect.right(), rect.y}, row.points, points);
    const float room = rect.width - kMarkWidth - ui.canvas.text_width(row.points, points) - 12;
    const TextStyle title{Font::text_bold, row.mark == TestRow::Mark::later ? Role::second_ink : Role::ink,
                          Align::left, 13};
    const float x = rect.x + kMarkWidth;
    const std::string shown = fit_text(ui.canvas, row.test->title, title, room);
    ui.canvas.text({x, rect.y}, shown, title);
    if (shown != row.test->title)
      ui.hint("test " + row.test->name, {x, rect.y, room, kTitleRow - 4}, row.test->title);
    float y = rect.y + kTitleRow - 3;
    for (const std::string& line : lines_of(ui.canvas, row, text_width(row, rect.width))) {
      ui.canvas.text({x, y}, line, kReason);
      y += kReasonRow;
    }
    if (row.why == TestRow::Why::nowhere) return;
    const bool is_run = row.why == TestRow::Why::run;
    if (ui.button("why " + row.test->name, {rect.right() - kWhy, rect.y + kTitleRow - 4, kWhy, 26}, "Why?",
                  is_run ? "Opens this run on Step, at the first error or wrong value"
                         : "Goes to the line in your text"))
      explain(row, task, context);
  }

  void explain(const TestRow& row, const assignment::Task& task, PanelContext& context) {
    if (row.why == TestRow::Why::text) return context.commands.actions.push_back(actions::why_failed);
    AppState opened = context.state;
    const auto done = open_failing_case(opened, *work_.loaded(), work_.files(), task, *row.result);
    if (!done) return context.commands.notices.push_back(done.error().message);
    context.commands.notices.push_back(opened_case_text(*row.result));
    context.commands.edit([opened = std::move(opened)](AppState& state) { state = opened; });
  }

  AssignmentWork& work_;
  ScrollArea scroll_;
};

}  // namespace

std::unique_ptr<Panel> make_tests_panel(AssignmentWork& work) { return std::make_unique<TestsPanel>(work); }

}  // namespace lockstep::gui
