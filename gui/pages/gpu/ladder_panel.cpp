#include "gui/pages/gpu/ladder_panel.hpp"

#include <algorithm>

#include "gui/background_jobs/benchmark/device_choice.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/gpu/ladder_model.hpp"
#include "gui/pages/gpu/published_panel.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::gui {
namespace {

constexpr float kLadderBar = 9, kNumbers = 120, kGain = 62, kLadderGap = 12, kNameGap = 16;
constexpr TextStyle kLadderName{Font::text, Role::ink, Align::left, 13};
constexpr TextStyle kIdea{Font::text, Role::ink, Align::left, 12};
constexpr TextStyle kLadderWhy{Font::text, Role::second_ink, Align::left, 12};
constexpr TextStyle kLadderHead{Font::text, Role::second_ink, Align::right, 12};

// Returns the width of the column of names. The counts below the names get the space that they need, up to a
// limit that leaves space for the bars.
float name_width(const Canvas& canvas, const LadderModel::Family& family, float room) {
  float names = 0, counts = 0;
  for (const LadderRow& row : family.rows) {
    names = std::max(names, canvas.text_width(row.label, kLadderName));
    counts = std::max(counts, canvas.text_width(row.counts, kLadderWhy));
  }
  return std::max(names, std::min(counts, 0.45f * room)) + kNameGap;
}

// The positions of the columns of a row.
struct LadderColumns {
  float name, bars, times, gain, predicted_gain;  // left edges of names and bars, right edges of numbers
  float bar_width;
};

LadderColumns columns_of(const Canvas& canvas, const Rect& area, const LadderModel::Family& family) {
  LadderColumns columns{};
  columns.name = area.x;
  columns.bars = area.x + name_width(canvas, family, area.width);
  columns.predicted_gain = area.right();
  columns.gain = columns.predicted_gain - kGain - kLadderGap;
  columns.times = columns.gain - kGain;
  columns.bar_width = std::max(40.0f, columns.times - kNumbers / 2 - kLadderGap - columns.bars);
  return columns;
}

void draw_bar(Canvas& canvas, float x, float y, float width, double share, bool measured) {
  if (share <= 0) return;
  const float length = std::max(2.0f, width * static_cast<float>(share));
  canvas.fill_rect({x, y, length, kLadderBar}, measured ? Role::acts : Role::acted, 2);
}

void draw_numbers(Canvas& canvas, const LadderColumns& at, float y, const LadderRow& row) {
  const auto number = [&](float right, float line, const std::string& text, bool measured, Role role) {
    canvas.text({right, line}, text, {measured ? Font::text_bold : Font::text, role, Align::right, 12});
  };
  number(at.times, y, row.measured, row.measured_share > 0,
         row.measured_share > 0 ? Role::ink : Role::second_ink);
  number(at.times, y + 15, row.predicted, false, Role::second_ink);
  number(at.gain, y, row.gain, true, row.is_slower ? Role::costs : Role::good);
  number(at.predicted_gain, y, row.predicted_gain, false, Role::second_ink);
}

float draw_row(PanelContext& context, const Rect& area, const LadderColumns& at, float y,
               const LadderRow& row) {
  Canvas& canvas = context.ui.canvas;
  canvas.text({at.name, y}, row.label, kLadderName);
  canvas.text({at.name, y + 17}, fit_text(canvas, row.counts, kLadderWhy, at.bars - at.name - kNameGap),
              kLadderWhy);
  draw_bar(canvas, at.bars, y + 3, at.bar_width, row.measured_share, true);
  draw_bar(canvas, at.bars, y + 17, at.bar_width, row.predicted_share, false);
  draw_numbers(canvas, at, y, row);
  context.ui.hint("ladder-" + row.id, {area.x, y, area.width, 32}, row.details);
  y += 34;
  y = context.ui.paragraph({at.bars, y, area.right() - at.bars, 60}, row.idea, kIdea) + 2;
  if (!row.why.empty())
    y = context.ui.paragraph({at.bars, y, area.right() - at.bars, 60}, row.why, kLadderWhy) + 4;
  canvas.line({area.x, y + 1}, {area.right(), y + 1}, Role::line, 0.5f);
  return y + 9;
}

float draw_family(PanelContext& context, const Rect& area, const LadderModel::Family& family) {
  Canvas& canvas = context.ui.canvas;
  const LadderColumns at = columns_of(canvas, area, family);
  canvas.text({area.x, area.y}, family.title, kTitle);
  canvas.fill_rect({at.bars, area.y + 4, 14, kLadderBar}, Role::acts, 2);
  canvas.text({at.bars + 20, area.y}, "measured", kLadderWhy);
  canvas.fill_rect({at.bars + 90, area.y + 4, 14, kLadderBar}, Role::acted, 2);
  canvas.text({at.bars + 110, area.y}, "predicted", kLadderWhy);
  canvas.text({at.times, area.y}, "time", kLadderHead);
  canvas.text({at.gain, area.y}, "gain", kLadderHead);
  canvas.text({at.predicted_gain, area.y}, "predicted", kLadderHead);
  float y = area.y + 24;
  for (const LadderRow& row : family.rows) y = draw_row(context, area, at, y, row);
  return y;
}

// Returns the n of the ladder: the largest n of the last run; before the first run, the n of the document or
// the largest ticked n.
std::uint64_t n_of(const AppState& state, const BenchmarkSnapshot& seen) {
  std::uint64_t n = 0;
  for (const measure::BenchRequest& request : seen.requests) n = std::max(n, request.request.n);
  if (n != 0) return n;
  if (const PublishedLadder* document = find_published_ladder(state.benchmark.ladder)) return document->n;
  for (const std::uint64_t size : state.benchmark.sizes) n = std::max(n, size);
  return n == 0 ? std::uint64_t{1} << 20 : n;
}

// Returns the request of the last run, so that the rows of this run belong to the ladder; before the first
// run, returns the request of the next run.
PlanRequest request_of(const AppState& state, const BenchmarkSnapshot& seen) {
  PlanRequest request;
  request.n = n_of(state, seen);
  request.group_size =
      seen.requests.empty() ? state.benchmark.group_size : seen.requests.front().request.group_size;
  request.op = seen.rows.empty() ? state.op : seen.rows.front().op;
  request.type = seen.rows.empty() ? state.type : seen.rows.front().type;
  const auto is_exclusive = [](const measure::BenchRow& row) { return row.exclusive; };
  request.exclusive = seen.rows.empty() ? state.exclusive : std::ranges::any_of(seen.rows, is_exclusive);
  return request;
}

std::optional<measure::Device> device_of(const AppState& state, const BenchmarkSnapshot& seen) {
  if (!seen.rows.empty() && seen.device.max_group_size != 0) return seen.device;
  const measure::Device* chosen =
      seen.devices ? chosen_device(*seen.devices, state.benchmark.device) : nullptr;
  return chosen ? std::optional(*chosen) : std::nullopt;
}

// Ticks all rungs and runs them. For a document's ladder, also selects the n of the document.
void measure_all(Commands& commands) {
  commands.edit([](AppState& app) {
    app.benchmark.algorithms.clear();
    const PublishedLadder* document = find_published_ladder(app.benchmark.ladder);
    if (document != nullptr) app.benchmark.sizes = {document->n};
    std::vector<std::vector<const Algorithm*>> ladders = main_ladders();
    if (document != nullptr) ladders = {ladder_of(*document)};
    for (const auto& rungs : ladders)
      for (const Algorithm* rung : rungs) app.benchmark.algorithms.push_back(rung->id);
  });
  commands.actions.push_back(actions::run_on_gpu);
}

// Draws the heading and the button. Returns the y below them.
float draw_head(PanelContext& context, const Rect& area, const LadderModel& model,
                const BenchmarkSnapshot& seen) {
  Canvas& canvas = context.ui.canvas;
  constexpr float button = 190;
  const bool offer = !model.all_measured && seen.devices.has_value();
  const float width = area.width - (offer ? button + kLadderGap : 0);
  canvas.text({area.x, area.y}, model.heading, kTitle);
  const float y = context.ui.paragraph({area.x, area.y + 20, width, 80}, model.note, kLadderWhy);
  if (offer && context.ui.button(
                   "measure-ladder", {area.right() - button, area.y, button, 32}, "Measure the ladders",
                   "Ticks all rungs and runs them on the device, with the ticked sizes or the document's n",
                   false, !seen.running))
    measure_all(context.commands);
  return y + 16;
}

// Returns the ladder of the document; none if no document's ladder is shown, or if it has not been counted.
// `may_count`: whether the ladder may be counted now.
std::optional<PublishedModel> published_model(LadderRunner& ladder, const PublishedLadder* document,
                                              bool may_count) {
  const auto reports = document != nullptr ? ladder.published(may_count) : nullptr;
  if (!reports) return std::nullopt;
  for (const sim::PublishedReport& report : *reports)
    if (report.ladder == document) return prepare_published(report);
  return std::nullopt;
}

// Draws the choice between the ladders to the fastest kernels and the ladder of a document.
float draw_choice(PanelContext& context, const Rect& area) {
  std::vector<std::string> labels{"fastest"}, documents{""},
      tooltips{"From the naive kernel to the fastest, for reductions and scans"};
  for (const PublishedLadder& ladder : published_ladders()) {
    documents.push_back(ladder.document);
    labels.push_back(ladder.document);
    tooltips.push_back(ladder.title + ": " + ladder.document_title +
                       ", beside its published times and rates");
  }
  const auto chosen = static_cast<std::size_t>(std::ranges::find(documents, context.state.benchmark.ladder) -
                                               documents.begin());
  const Rect place{area.x, area.y, std::min(area.width, 84 * static_cast<float>(labels.size())), 26};
  if (const auto taken = context.ui.segments("ladder-", place, labels, chosen, tooltips))
    context.commands.edit([document = documents[*taken]](AppState& app) { app.benchmark.ladder = document; });
  return place.bottom() + 14;
}

// Draws the rungs with measured and predicted times. Returns the y below them.
float draw_ladders(PanelContext& context, const Rect& area, const BenchmarkSnapshot& seen,
                   LadderRunner& ladder) {
  const auto answer = ladder.answer();
  if (!answer) {
    context.ui.canvas.text(
        {area.x, area.y},
        seen.running ? "The work of each rung is counted after the run." : "Counting the work of each rung …",
        kLadderWhy);
    return area.y + 30;
  }
  const measure::BenchReport measured = bench_report(seen);
  const LadderModel model = prepare_ladder(
      sim::make_ladder_report(answer->request, answer->counts, measured.rows.empty() ? nullptr : &measured));
  float y = draw_head(context, area, model, seen);
  for (const LadderModel::Family& family : model.families)
    y = draw_family(context, {area.x, y, area.width, 0}, family) + 18;
  return y;
}

}  // namespace

void LadderPanel::draw(PanelContext& context, const Rect& area, const BenchmarkSnapshot& seen) {
  // No counts are requested during a run, because counting uses all cores and would disturb the timing.
  const auto device_model = sim::find_device_model(context.state.model);
  const PublishedLadder* document = find_published_ladder(context.state.benchmark.ladder);
  if (!seen.running && device_model)
    ladder_.want(request_of(context.state, seen), **device_model, device_of(context.state, seen), document);
  float y = scroll_.begin(context.ui, area);
  y = draw_choice(context, {area.x, y, area.width, 0});
  const std::optional<PublishedModel> published = published_model(ladder_, document, !seen.running);
  // The parts of a document's ladder. A scene may select the profiler's table.
  constexpr std::string_view parts[] = {"ladder", "profiler"};
  const bool profile_first = front_card(context.state, parts) == "profiler";
  const auto profile = [&] {
    if (published) y = draw_published_profile(context, {area.x, y, area.width, 0}, *published);
  };
  if (profile_first) {
    profile();
    y += 26;
  }
  if (published) y = draw_published_tables(context, {area.x, y, area.width, 0}, *published) + 26;
  y = draw_ladders(context, {area.x, y, area.width, 0}, seen, ladder_);
  if (!profile_first) profile();
  scroll_.end(context.ui, y);
}

}  // namespace lockstep::gui
