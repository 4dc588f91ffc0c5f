// The panel with one sentence about the next instruction or line, the counters so far, and the findings.
#include <algorithm>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/figures/tools/drawing.hpp"
#include "gui/pages/step/model/inspector_model.hpp"
#include "gui/pages/step/page.hpp"
#include "gui/questions/hiding.hpp"
#include "gui/widgets/scroll_area.hpp"
#include "sim/explain/cures/other_outcome.hpp"
#include "sim/figure_rows/cell_rows.hpp"

namespace lockstep::gui {
namespace {

class Inspector final : public Panel {
 public:
  std::string_view help() const override {
    return "The next step in words, the counters so far, and errors of the kernel.";
  }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const Rect content = inside(card);
    if (content.height < kLow) return draw_low(context, content);
    float y = draw_problem(context, content);
    y = draw_failing_schedule(context, content, y);
    y = draw_now(context, {content.x, y, content.width, content.bottom() - y});
    y = draw_counters(context, content, y);
    draw_findings(context, content, y);
    draw_run_button(context, content);
  }

 private:
  static constexpr float kButton = 78;  // height of the button, including the line of text below it
  static constexpr float kLow = 530;    // a card that is lower than this can be scrolled
  static constexpr float kFinding = 24, kNote = 54, kRemedies = 32, kCellLink = 42;
  static constexpr std::string_view kNotShown =
      "Wrong on purpose, but correct for this n and work-group size: see its first lines.";

  // Whether the card is so low that the button has no line of text below it.
  static bool is_lowest(const Rect& content) { return content.height < 300; }

  // Draws a low card, in which the findings come before the counters, and everything except the button
  // can be scrolled.
  void draw_low(PanelContext& context, const Rect& content) {
    constexpr float no_limit = 4000, some_findings = kButton + 8 * kFinding + 120;
    const Rect list{content.x, content.y, content.width,
                    content.height - (is_lowest(content) ? 40 : kButton - 6)};
    const float top = scroll_.begin(context.ui, list);
    const Rect all{content.x, top, content.width, no_limit};
    float y = draw_problem(context, all);
    y = draw_failing_schedule(context, all, y);
    y = draw_now(context, {all.x, y, all.width, no_limit});
    if (context.session.run() != nullptr) {
      const float below = draw_findings(context, {all.x, y, all.width, some_findings}, y);
      y = draw_counters(context, all, divider(context.ui.canvas, all, below + 4));
    }
    scroll_.end(context.ui, y);
    draw_run_button(context, content);
  }

  // Draws why the kernel cannot run. The last successful run stays visible.
  float draw_problem(PanelContext& context, const Rect& content) {
    const auto& failure = context.session.failure();
    if (!failure) return content.y;
    Canvas& canvas = context.ui.canvas;
    canvas.text({content.x, content.y}, "This cannot run", {Font::text_bold, Role::costs, Align::left, 13});
    const std::size_t count = failure->diagnostics.size();
    const std::string text =
        count == 0 ? failure->message
        : count == 1
            ? "The kernel has an error, shown under its line: " + diagnostic_text(failure->diagnostics[0])
            : "The kernel has " + std::to_string(count) +
                  " messages, shown under their lines. First: " + diagnostic_text(failure->diagnostics[0]);
    const Rect area{content.x, content.y + 22, content.width, 140};
    float y = context.ui.paragraph(area, text, {Font::text, Role::ink, Align::left, 13});
    if (context.state.has_own_kernel() && !context.state.launch && count == 0)
      y = context.ui.paragraph(
          {content.x, y + 2, content.width, 60},
          "\"Launch: form …\" in the bar above launches the file as a kernel of its own.",
          {Font::text, Role::second_ink, Align::left, 12});
    if (context.session.run() != nullptr) {
      y = context.ui.paragraph({content.x, y + 2, content.width, 40}, "Below: the last successful run.",
                               {Font::text, Role::second_ink, Align::left, 12});
    }
    return divider(canvas, content, y + 4);
  }

  // Draws the name of the schedule that was selected because the kernel fails with it, and a button that
  // selects the previous schedule again.
  float draw_failing_schedule(PanelContext& context, const Rect& content, float y) {
    if (!context.state.schedule_before) return y;
    const Run* run = context.session.run();
    const bool fails = run != nullptr && (run->verdict.is_wrong() || sim::has_errors(run->trace->findings()));
    const std::string text =
        "Run with " + sim::schedule_words(context.state.schedule) + (fails ? ", which fails." : ".");
    y = context.ui.paragraph({content.x, y, content.width, 60}, text,
                             {Font::text_bold, Role::costs, Align::left, 13});
    if (context.ui.button("usual-schedule", {content.x, y + 4, content.width, 26},
                          "Back to the schedule before",
                          "Runs the kernel again with " + words_of(*context.state.schedule_before)))
      context.commands.actions.push_back(actions::fail_schedule);
    return divider(context.ui.canvas, content, y + 38);
  }
  static std::string words_of(const sim::Schedule& schedule) {
    return schedule == sim::Schedule{} ? "lanes in lockstep, in fixed order" : sim::schedule_words(schedule);
  }

  float divider(Canvas& canvas, const Rect& content, float y) {
    canvas.line({content.x, y}, {content.right(), y}, Role::line);
    return y + 14;
  }

  float draw_now(PanelContext& context, const Rect& area) {
    const bool busy = context.session.busy();
    if (context.session.run() == nullptr && !busy) return area.y;
    context.ui.heading(area, "Now", busy ? "simulating …" : "");
    if (!busy && !context.predict.is_on()) draw_predict(context, area);
    if (context.session.run() == nullptr) return area.y + 30;
    const float y = draw_sentence(context, {area.x, area.y + 24, area.width, 116});
    return divider(context.ui.canvas, area, std::max(y, area.y + 84) + 8);
  }

  // Draws the whole sentence. A long sentence is drawn in smaller type, and if necessary in a larger area.
  // Returns the y below the sentence.
  static float draw_sentence(PanelContext& context, const Rect& place) {
    const std::string& sentence = context.moment.sentence;
    constexpr float spacing = 1.4f;
    TextStyle style{Font::text, Role::ink, Align::left, 14};
    const auto height = [&] {
      const auto lines = wrap_text(context.ui.canvas, sentence, style, place.width).size();
      return spacing * style.size * static_cast<float>(lines);
    };
    while (style.size > 12 && height() > place.height + (spacing - 1) * style.size) style.size -= 1;
    return context.ui.paragraph({place.x, place.y, place.width, std::max(place.height, height())}, sentence,
                                style, spacing);
  }

  float draw_counters(PanelContext& context, const Rect& content, float y) {
    if (context.session.run() == nullptr) return y;
    Canvas& canvas = context.ui.canvas;
    context.ui.heading({content.x, y, content.width, 20}, "So far");
    canvas.text({content.right(), y}, "this " + std::string(name(context.state.step)),
                {Font::text, Role::second_ink, Align::right, 12});
    y += 26;
    const std::vector<CounterRow> rows = prepare_counters(context.moment.so_far, context.moment.this_step,
                                                          context.session.run()->request.schedule.lanes,
                                                          &context.session.run()->trace->counted().total);
    const float value_x = content.right() - change_width(canvas, content, rows);
    // In short windows the rows are lower, so that the findings below have enough space.
    const bool is_checked = context.session.run()->verdict.kind != sim::RunVerdict::Kind::not_checked;
    const std::size_t found = context.session.run()->trace->findings().size();
    const std::size_t warnings =
        context.session.run()->warnings[context.session.shown_program(context.state)].size();
    const std::size_t listed = found + warnings + (is_checked ? 1 : 0);
    const bool note =
        found == 0 && !context.session.run()->verdict.is_wrong() && is_wrong_on_purpose(context.state);
    const float kept = 44 + remedies_room(context) +
                       (note ? kNote : kFinding * static_cast<float>(std::min<std::size_t>(listed, 3)));
    const float room = content.bottom() - kButton - kept - y;
    const float height = std::clamp(room / static_cast<float>(rows.size()), 19.0f, 25.0f);
    for (const CounterRow& row : rows) {
      if (y + height > content.bottom() - kButton) break;
      canvas.text({content.x, y}, row.title, {Font::text, Role::second_ink, Align::left, 13});
      canvas.text({value_x, y}, row.so_far, {Font::text_bold, Role::ink, Align::right, 14});
      canvas.text({content.right(), y + 1}, row.change, {Font::text_bold, row.change_role, Align::right, 12});
      context.ui.hint(row.title, {content.x, y - 4, content.width, height}, row.tooltip);
      y += height;
    }
    if (context.session.run()->request.schedule.lanes == sim::LaneSchedule::independent) {
      y = 6 +
          context.ui.paragraph({content.x, y, content.width, 60},
                               "Lanes run independently: the costs of a warp are counted only in lockstep.",
                               {Font::text, Role::second_ink, Align::left, 12});
    }
    return divider(canvas, content, y + 4);
  }

  // Returns the width of the column with the changes of this step. In narrow windows, this is
  // the minimum width.
  static float change_width(const Canvas& canvas, const Rect& content, const std::vector<CounterRow>& rows) {
    constexpr float wide = 68, least = 50;
    if (content.width > 240) return wide;
    float needed = least;
    for (const CounterRow& row : rows)
      needed = std::max(needed,
                        14 + canvas.text_width(row.change, {Font::text_bold, Role::ink, Align::right, 12}));
    return std::min(needed, wide);
  }

  // Draws the findings. Returns the y below them.
  float draw_findings(PanelContext& context, const Rect& content, float y) {
    const Run* run = context.session.run();
    const float bottom = content.bottom() - kButton - remedies_room(context);
    if (run == nullptr || y + 20 > bottom) return y;
    const auto& findings = run->trace->findings();
    Canvas& canvas = context.ui.canvas;
    context.ui.heading({content.x, y, content.width, 20}, "Findings");
    if (hiding_of(context.predict, context.moment.position).future) {
      canvas.text({content.right(), y}, "hidden up to the end",
                  {Font::text, Role::second_ink, Align::right, 13});
      return y + 26;
    }
    draw_why(context, content.x + 66, y);
    const FindingsSummary summary =
        summarise_findings(*run, context.session.status(context.state) == Session::RunStatus::current);
    // The space beside the heading and the button may be sufficient only for the last part of the
    // summary, "not checked".
    const TextStyle sum{Font::text_bold, summary.role, Align::right, 13};
    const std::size_t part = summary.text.rfind(" · ");
    const bool is_short =
        part != std::string::npos && canvas.text_width(summary.text, sum) > content.width - 118;
    canvas.text({content.right(), y}, is_short ? "not checked" : summary.text, sum);
    y += 26;
    if (!summary.is_current) return y;  // the findings belong to a different text
    if (!run->notes.empty() && y + 22 <= bottom) {
      const std::string note = as_sentence(run->notes.front());
      const TextStyle style{Font::text, Role::costs, Align::left, 13};
      context.ui.hint("launch-note", {content.x - 6, y - 4, content.width + 12, 24}, note);
      canvas.text(
          {content.x, y},
          drawing::fit_parts(canvas, "▲ the arguments may be in the wrong order", style, content.width),
          style);
      y += kFinding;
    }
    if (run->verdict.is_wrong() && y + 22 <= bottom) {
      if (!findings.empty() && y + kFinding + 22 > bottom) {
        draw_more(context, {content.x, y, content.width, kFinding}, findings.size() + 1);
        return draw_remedies(context, {content.x, y + kFinding - 2, content.width, 26});
      }
      y = draw_wrong_result(context, content, y);
    }
    if (findings.empty() && !run->verdict.is_wrong() && is_wrong_on_purpose(context.state)) {
      const Rect area{content.x, y, content.width, std::max(0.0f, bottom - y)};
      if (area.height >= kNote - 4)
        y = context.ui.paragraph(area, kNotShown, {Font::text, Role::second_ink, Align::left, 12});
    }
    for (std::size_t i = 0; i < findings.size() && y + 22 <= bottom; ++i) {
      if (i + 1 < findings.size() && y + kFinding + 22 > bottom) {
        draw_more(context, {content.x, y, content.width, kFinding}, findings.size() - i);
        y += kFinding;
        break;
      }
      const Rect row{content.x - 6, y - 4, content.width + 12, 24};
      const auto cell_id = sim::cell_of(*run->trace, findings[i]);
      const float cell = cell_id ? kCellLink : 0;
      const Rect title{row.x, row.y, row.width - cell, row.height};
      const ItemState state = context.ui.item("finding" + std::to_string(i), title, findings[i].message);
      const bool now = findings[i].step == context.moment.position;
      const bool is_error = findings[i].severity == Severity::error;
      if (now || state.hovered) canvas.fill_rect(row, is_error ? Role::costs_pale : Role::acts_pale, 4);
      if (state.hovered && findings[i].first.present) context.next_link.line = findings[i].first.range.line;
      draw_cell_link(context, row, "finding-cell" + std::to_string(i), cell_id, findings[i].step);
      const TextStyle style{Font::text, is_error ? Role::costs : Role::second_ink, Align::left, 13};
      const std::string listed = (is_error ? "▲ " : "") + finding_title(findings[i]);
      canvas.text({content.x, y}, drawing::fit_parts(canvas, listed, style, content.width - cell), style);
      if (state.clicked) context.commands.go_to(findings[i].step);
      y += kFinding;
    }
    // The buttons belong to the finding at the playhead, so they are directly below the findings.
    y = draw_remedies(context, {content.x, y - 2, content.width, 26});
    y = draw_right_result(context, content, y);
    y = draw_warnings(context, content, y);
    return draw_finding_now(context, {content.x, y, content.width, content.bottom() - kButton - y});
  }

  // Draws the link "Cell" at the end of a finding's row. The link shows which work-items wrote
  // and read the cell.
  static void draw_cell_link(PanelContext& context, const Rect& row, const std::string& id,
                             const std::optional<CellId>& cell, std::uint64_t position) {
    if (!cell) return;
    const TextStyle link{Font::text_bold, Role::acts, Align::centre, 12};
    const Rect place{row.right() - kCellLink, row.y, kCellLink, row.height};
    const ItemState state = context.ui.item(id, place, "Who wrote this cell, and who read it");
    if (state.hovered) context.ui.canvas.fill_rect(place, Role::acts_pale, 4);
    context.ui.canvas.text({place.centre().x, top_for_centre(place.centre().y, link)}, "Cell", link);
    if (!state.clicked) return;
    context.commands.go_to(position);
    context.commands.edit([cell](AppState& app) { show_history(app, *cell); });
  }

  // Returns the first wrong element of the result.
  static std::optional<CellId> wrong_cell(const Run& run) {
    const auto& expectation = run.trace->plan().expectation;
    if (!run.verdict.first || !expectation) return std::nullopt;
    return CellId{static_cast<std::uint32_t>(expectation->result_buffer), run.verdict.first->index};
  }

  // Draws the compiler's warnings about the shown kernel file. The sheet "Why?" explains the warnings.
  float draw_warnings(PanelContext& context, const Rect& content, float y) {
    const std::vector<Diagnostic>& warnings =
        context.session.run()->warnings[context.session.shown_program(context.state)];
    const float bottom = content.bottom() - kButton;
    for (std::size_t i = 0; i < warnings.size() && y + 22 <= bottom; ++i) {
      if (i + 1 < warnings.size() && y + kFinding + 22 > bottom) {
        draw_more(context, {content.x, y, content.width, kFinding}, warnings.size() - i);
        return y + kFinding;
      }
      const Rect row{content.x - 6, y - 4, content.width + 12, 24};
      const ItemState state =
          context.ui.item("warning" + std::to_string(i), row, as_sentence(warnings[i].message));
      if (state.hovered) {
        context.ui.canvas.fill_rect(row, Role::ground, 4);
        context.next_link.line = warnings[i].line;
      }
      const TextStyle style{Font::text, Role::warns, Align::left, 13};
      const std::string title =
          "▲ warning · line " + std::to_string(warnings[i].line) + " · " + warnings[i].message;
      // The source also shows the message below its line.
      context.ui.canvas.text({content.x, y},
                             drawing::fit_parts(context.ui.canvas, title, style, content.width), style);
      if (state.clicked) context.commands.actions.push_back(actions::show_why);
      y += kFinding;
    }
    return y;
  }

  // Draws the wrong result as the first finding. A click shows the moment from which the result is wrong.
  float draw_wrong_result(PanelContext& context, const Rect& content, float y) {
    const sim::RunVerdict& verdict = context.session.run()->verdict;
    const Rect row{content.x - 6, y - 4, content.width + 12, 24};
    const std::string tip = verdict.message + (verdict.from ? " " + verdict.from->sentence : "");
    const std::uint64_t known = verdict.from ? verdict.from->position : context.session.run()->trace->size();
    const auto cell_id = wrong_cell(*context.session.run());
    const float cell = cell_id ? kCellLink : 0;
    const ItemState state =
        context.ui.item("wrong-result", {row.x, row.y, row.width - cell, row.height}, tip);
    if (state.hovered || known == context.moment.position)
      context.ui.canvas.fill_rect(row, Role::costs_pale, 4);
    draw_cell_link(context, row, "wrong-cell", cell_id, known);
    if (state.hovered && verdict.from && verdict.from->line != 0) context.next_link.line = verdict.from->line;
    const TextStyle style{Font::text, Role::costs, Align::left, 13};
    context.ui.canvas.text(
        {content.x, y},
        drawing::fit_parts(context.ui.canvas, "▲ " + wrong_result_title(*context.session.run()), style,
                           content.width - cell),
        style);
    if (state.clicked) context.commands.go_to(known);
    return y + kFinding;
  }

  // Draws that the result is right. A click shows the end of the run with the result.
  static float draw_right_result(PanelContext& context, const Rect& content, float y) {
    const std::string title = right_result_title(*context.session.run());
    const Run& run = *context.session.run();
    const bool has_warnings = !run.warnings[context.session.shown_program(context.state)].empty();
    const float room = content.bottom() - kButton - y - (has_warnings ? kFinding : 0);
    if (title.empty() || room < 22) return y;
    const sim::RightResult& right = run.verdict.right;
    const TextStyle style{Font::text, Role::good, Align::left, 13};
    const auto lines = wrap_text(context.ui.canvas, "✓ " + title, style, content.width).size();
    const float height = std::min(kFinding + 19 * static_cast<float>(lines - 1), room);
    const std::string tip =
        (title.starts_with("Right: ") ? "" : title + "\n") +
        (right.elements == 1 ? "Computed: " + right.computed + "; expected: " + right.expected
                             : "Every element of the result equals the expected one.");
    const Rect row{content.x - 6, y - 4, content.width + 12, height};
    const ItemState state = context.ui.item("right-result", row, tip);
    if (state.hovered) context.ui.canvas.fill_rect(row, Role::ground, 4);
    context.ui.paragraph({content.x, y, content.width, height}, "✓ " + title, style);
    if (state.clicked) context.commands.go_to(run.trace->size());
    return y + height;
  }

  // Draws the finding at the playhead as a sentence, if there is enough space.
  float draw_finding_now(PanelContext& context, const Rect& area) {
    const auto& findings = context.session.run()->trace->findings();
    const auto now = std::ranges::find(findings, context.moment.position, &sim::Finding::step);
    const TextStyle style{Font::text, Role::ink, Align::left, 13};
    if (now == findings.end()) return area.y;
    const std::string text = finding_sentence(*now);
    const auto lines = wrap_text(context.ui.canvas, text, style, area.width).size();
    if (static_cast<float>(lines) * style.size * 1.45f > area.height) return area.y;
    return context.ui.paragraph(area, text, style);
  }

  static float remedies_room(PanelContext& context) {
    return find_remedies(context.state, context.session, context.moment).at_finding ? kRemedies : 0;
  }

  // Draws a button for each remedy, side by side below the findings.
  static float draw_remedies(PanelContext& context, const Rect& row) {
    const Remedies found = find_remedies(context.state, context.session, context.moment);
    const bool both = found.cure != nullptr && found.other != nullptr;
    Rect place{row.x, row.y, both ? row.width / 2 - 3 : row.width, 26};
    if (found.cure != nullptr) {
      if (context.ui.button("apply-cure", place, "Apply the cure", found.cure->sentence))
        apply_repair(context, found.cure->repaired);
      place.x = place.right() + 6;
    }
    if (found.other != nullptr &&
        context.ui.button("fail-schedule", place, "Make it fail",
                          "Runs the kernel again with " + sim::schedule_words(found.other->schedule) +
                              ", where its result is wrong"))
      context.commands.actions.push_back(actions::fail_schedule);
    // The place of the buttons stays free while the remedies are searched for, so that nothing moves.
    const bool is_searching = found.at_finding && context.session.explanation() == nullptr;
    return row.y + 2 + (found.cure != nullptr || found.other != nullptr || is_searching ? kRemedies : 0);
  }

  // Draws the number of findings that do not fit in the card. A click opens the sheet "Why?", which
  // lists all findings.
  void draw_more(PanelContext& context, const Rect& area, std::size_t count) {
    const TextStyle style{Font::text, Role::acts, Align::left, 13};
    const Rect row{area.x - 6, area.y - 4, area.width + 12, area.height};
    const ItemState state =
        context.ui.item("more-findings", row, context.actions.describe(actions::show_why));
    if (state.hovered) context.ui.canvas.fill_rect(row, Role::acts_pale, 4);
    context.ui.canvas.text({area.x, area.y}, "and " + std::to_string(count) + " more", style);
    if (state.clicked) context.commands.actions.push_back(actions::show_why);
  }

  static bool is_wrong_on_purpose(const AppState& state) {
    if (!state.kernel_file.empty() || state.edited_text() != nullptr) return false;
    const auto algorithm = find_algorithm(state.algorithm);
    return algorithm && (*algorithm)->hazard && (*algorithm)->hazard->broken;
  }

  void draw_why(PanelContext& context, float x, float y) {
    const TextStyle link{Font::text_bold, Role::acts, Align::left, 12};
    const Rect rect{x - 6, y - 4, context.ui.canvas.text_width("Why?", link) + 12, 24};
    const ItemState state = context.ui.item("why", rect, context.actions.describe(actions::show_why));
    if (state.hovered) context.ui.canvas.fill_rect(rect, Role::acts_pale, 5);
    context.ui.canvas.text({x, y + 1}, "Why?", link);
    if (state.clicked) context.commands.actions.push_back(actions::show_why);
  }

  static void draw_predict(PanelContext& context, const Rect& area) {
    constexpr std::string_view label = "Predict …";
    const TextStyle link{Font::text_bold, Role::acts, Align::right, 12};
    const float width = context.ui.canvas.text_width(label, link) + 12;
    const Rect rect{area.right() - width + 6, area.y - 4, width, 24};
    const std::string tip = context.actions.describe(actions::toggle_predict);
    const ItemState state = context.ui.item("predict", rect, tip);
    if (state.hovered) context.ui.canvas.fill_rect(rect, Role::acts_pale, 5);
    context.ui.canvas.text({area.right(), area.y + 1}, label, link);
    if (state.clicked) context.commands.actions.push_back(actions::toggle_predict);
  }

  void draw_run_button(PanelContext& context, const Rect& content) {
    const bool lowest = is_lowest(content);
    const Rect button{content.x, content.bottom() - (lowest ? 30 : 64), content.width,
                      lowest ? 30.0f : 40.0f};
    if (button.y < content.y + 60) return;
    Rect right = button;
    if (context.state.launch) {
      const float half = (button.width - 8) / 2;
      right = {button.x + half + 8, button.y, half, button.height};
      if (context.ui.button("change-launch", {button.x, button.y, half, button.height}, "Launch …",
                            "Change buffers, sizes and arguments: the launch form"))
        context.commands.edit([](AppState& app) { app.overlay = {"launch", 0}; });
    }
    if (context.ui.button("run", right, "Run on GPU", context.actions.describe(actions::run_on_gpu), true)) {
      context.commands.actions.push_back(actions::run_on_gpu);
    }
    if (lowest) return;
    const bool is_own = context.state.launch || context.state.shows_recording();
    const std::string note =
        is_own
            ? "compared with the simulator"
            : format_count(context.state.benchmark.sizes.empty() ? 0 : context.state.benchmark.sizes.back()) +
                  " elements, checked, then timed";
    context.ui.canvas.text({content.centre().x, content.bottom() - 14}, note,
                           {Font::text, Role::second_ink, Align::centre, 12});
  }

  ScrollArea scroll_;
};

}  // namespace

std::unique_ptr<Panel> make_inspector() { return std::make_unique<Inspector>(); }

}  // namespace lockstep::gui
