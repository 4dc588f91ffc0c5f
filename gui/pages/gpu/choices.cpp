#include "gui/pages/gpu/choices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/action_table.hpp"
#include "gui/pages/gpu/device_list.hpp"
#include "gui/pages/gpu/size_choice.hpp"
#include "gui/session/original_source.hpp"

namespace lockstep::gui {
namespace {

constexpr float kChoicesLine = 26;

template <class T>
void toggle(std::vector<T>& values, const T& value) {
  if (std::erase(values, value) == 0) values.push_back(value);
}

bool is_ticked(const AppState& state, const std::string& id) {
  const std::vector<std::string> ticked = benchmark_choice(state);
  return std::ranges::find(ticked, id) != ticked.end();
}

// Replaces the choice of kernels in the state, such as "all", by the list of their ids, and
// returns this list.
std::vector<std::string>& ticked_one_by_one(AppState& state) {
  state.benchmark.algorithms = benchmark_choice(state);
  return state.benchmark.algorithms;
}

// Which kernels run: the shown kernel, all kernels, or the ticked kernels.
enum class Chosen : std::uint8_t { shown, all, some };
Chosen chosen_kernels(const AppState& state) {
  const std::vector<std::string>& named = state.benchmark.algorithms;
  if (named == std::vector<std::string>{kShownAlgorithm}) return Chosen::shown;
  const std::vector<std::string> ticked = benchmark_choice(state), all = benchmark_ids();
  const bool every = std::ranges::all_of(
      all, [&](const std::string& id) { return std::ranges::find(ticked, id) != ticked.end(); });
  return every ? Chosen::all : Chosen::some;
}

// Returns a text about the run, for example "2 rows, about 4 s".
std::string run_line(const AppState& state, const BenchmarkSnapshot& seen) {
  const std::size_t kernels = benchmark_choice(state).size(), sizes = state.benchmark.sizes.size();
  if (kernels == 0) return "Tick a kernel to run.";
  if (sizes == 0) return "Tick a number of elements n.";
  const RunEstimate estimate = estimate_run(state, seen);
  return fmt::format("{} × {} = {}, {}", plural(kernels, "kernel"), plural(sizes, "size"),
                     plural(estimate.rows, "row"), measure::about(estimate.seconds));
}

std::string without_family(const std::string& id) { return id.substr(id.find('/') + 1); }

std::vector<GpuChoices::Entry> entries_of(const AppState& state, Algorithm::Family family, bool on_host) {
  std::vector<GpuChoices::Entry> shown;
  for (const BenchmarkEntry& entry : benchmark_entries()) {
    if (entry.family != family || entry.on_host != on_host) continue;
    const bool edited = replacing_text(state, entry.id).has_value(), missing = !entry.missing.empty();
    shown.push_back({entry.id,
                     without_family(entry.id) + (edited    ? " · edited"
                                                 : missing ? " · missing"
                                                           : ""),
                     entry.summary + (missing ? " " + entry.missing : "")});
  }
  return shown;
}

}  // namespace

void GpuChoices::draw(PanelContext& context, const Rect& content, const BenchmarkSnapshot& seen) {
  const float foot = seen.running ? 118 : 80;  // height of the button, and of the estimate or the progress
  const Rect list{content.x, content.y, content.width, content.height - foot};
  float y = scroll_.begin(context.ui, list);
  y = draw_device_list(context, list, y, seen, shows_remarks_);
  const measure::Device* device =
      seen.devices ? chosen_device(*seen.devices, context.state.benchmark.device) : nullptr;
  y = draw_kernels(context, list, y);
  y = draw_sizes(context, list, y, device);
  y = draw_numbers(context, list, y);
  ticked_.reset();
  const float bottom = draw_algorithms(context, list, y);
  // Scroll to the ticked kernels once for each opened entry. Wait until the list of devices above them is
  // complete, because it would otherwise move the kernels down.
  if (const std::string& entry = context.state.document;
      entry != opened_ && (seen.devices || !seen.no_devices.empty())) {
    if (!entry.empty() && ticked_) context.ui.wanted = ticked_;
    opened_ = entry;
    context.activity.redraw_in = 0;
  }
  scroll_.end(context.ui, bottom);
  draw_run(context, {content.x, content.bottom() - 72, content.width, 72}, seen);
}

// Draws the choice of kernels, which is always visible. Single kernels are ticked in the list below it.
float GpuChoices::draw_kernels(PanelContext& context, const Rect& area, float y) {
  context.ui.heading({area.x, y, area.width, 20}, "Kernels");
  y += 24;
  const std::vector<std::string> labels{"the one shown", "all", "those ticked below"};
  const auto taken =
      context.ui.segments("kernels-", {area.x, y, area.width, 26}, labels,
                          static_cast<std::size_t>(chosen_kernels(context.state)),
                          {context.state.algorithm + ", the kernel on the screen, with its edits",
                           "All kernels and host implementations: this takes minutes",
                           "The kernels that are ticked in the list below"});
  if (taken)
    context.commands.edit([to = static_cast<Chosen>(*taken)](AppState& app) {
      if (to == Chosen::shown) app.benchmark.algorithms = {kShownAlgorithm};
      if (to == Chosen::all) app.benchmark.algorithms.clear();
      if (to == Chosen::some) app.benchmark.algorithms = {app.algorithm};
    });
  return y + 40;
}

float GpuChoices::draw_sizes(PanelContext& context, const Rect& area, float y,
                             const measure::Device* device) {
  context.ui.heading({area.x, y, area.width, 20}, "Elements n");
  y += 24;
  const std::vector<SizeOffer>& offers = sizes_.offers(context.state, device);
  constexpr std::size_t columns = 4;
  const float width = area.width / columns;
  const auto cell = [&](std::size_t i) {
    const std::size_t column = i % columns, row = i / columns;
    return Rect{area.x + width * static_cast<float>(column), y + kChoicesLine * static_cast<float>(row),
                width, kChoicesLine};
  };
  for (std::size_t i = 0; i < offers.size(); ++i) {
    const SizeOffer& offer = offers[i];
    if (context.ui.check_box("size" + std::to_string(offer.n), cell(i), format_count(offer.n), offer.ticked,
                             offer.tooltip, offer.fit == SizeOffer::Fit::none))
      context.commands.edit([sizes = toggle_size(offers, offer.n, context.ui.shift_held())](AppState& app) {
        app.benchmark.sizes = sizes;
      });
  }
  if (context.ui.check_box("sizes-that-fit", cell(offers.size()), "all that fit", are_all_ticked(offers),
                           "All sizes that fit the device and this machine; click again: only the smallest"))
    context.commands.edit([sizes = all_that_fit(offers)](AppState& app) { app.benchmark.sizes = sizes; });
  const std::size_t rows = offers.size() / columns + 1;
  return y + kChoicesLine * static_cast<float>(rows) + 12;
}

float GpuChoices::draw_number(PanelContext& context, Point at, const Number& number) {
  const float width = context.ui.combo_box_width(number.label, format_count(number.value));
  if (const auto value = context.ui.number_box(number.id, {at.x, at.y, width, 28}, number.label, number.value,
                                               number.choices, number.tooltip, number.range))
    context.commands.edit([v = *value, set = number.set](AppState& app) { set(app.benchmark, v); });
  return at.x + width + 8;
}

float GpuChoices::draw_numbers(PanelContext& context, const Rect& area, float y) {
  const BenchmarkChoice& choice = context.state.benchmark;
  float x =
      draw_number(context, {area.x, y},
                  {"gpu-group",
                   "work-group",
                   choice.group_size,
                   {32, 64, 128, 256, 512, 1024},
                   "Work-items in a work-group. Tuned kernels use their own value, shown in their rows.",
                   [](BenchmarkChoice& app, std::uint64_t v) { app.group_size = v; }});
  const auto count = [](std::uint64_t v) { return static_cast<unsigned>(v); };
  constexpr CountRange counts{1, 10'000};
  x = draw_number(context, {x, y},
                  {"repetitions",
                   "runs",
                   choice.repetitions,
                   {1, 5, 10, 20, 50, 100},
                   "Timed runs of each row, for median and spread",
                   [count](BenchmarkChoice& app, std::uint64_t v) { app.repetitions = count(v); },
                   counts});
  draw_number(
      context, {x, y},
      {"warm-ups",
       "warm-up",
       choice.warm_ups,
       {1, 3, 10, 50},
       "Runs of each row before the timed ones: checked but not timed, because the first runs may include "
       "compilation and low clocks",
       [count](BenchmarkChoice& app, std::uint64_t v) { app.warm_ups = count(v); },
       counts});
  return y + 44;
}

float GpuChoices::draw_algorithms(PanelContext& context, const Rect& area, float y) {
  const float width = area.width / 2;
  const float left =
      draw_family(context, {area.x, y, width - 8, 0}, "Reductions", Algorithm::Family::reduction);
  const float right = draw_family(context, {area.x + width, y, width, 0}, "Scans", Algorithm::Family::scan);
  return std::max(left, right) + 12;
}

float GpuChoices::draw_family(PanelContext& context, const Rect& column, const std::string& title,
                              Algorithm::Family family) {
  const std::vector<Entry> kernels = entries_of(context.state, family, false),
                           on_host = entries_of(context.state, family, true);
  // The box of the family ticks or unticks all its entries, so that no hidden entry stays ticked.
  std::vector<Entry> all = kernels;
  all.insert(all.end(), on_host.begin(), on_host.end());
  const float y = draw_group(context, column, {title, title, kernels}, all);
  return draw_group(context, {column.x, y + 8, column.width, 0}, {title + "-ways", "Without OpenCL", on_host},
                    on_host);
}

// Draws the box of the group, which ticks all entries in `ticks`, and the entries of the group without the
// name of their family.
float GpuChoices::draw_group(PanelContext& context, const Rect& column, const Group& group,
                             const std::vector<Entry>& ticks) {
  const bool all =
      std::ranges::all_of(ticks, [&](const Entry& entry) { return is_ticked(context.state, entry.id); });
  float y = column.y;
  if (context.ui.check_box(group.id, {column.x, y, column.width, kChoicesLine}, group.title, all,
                           "All or none"))
    context.commands.edit([entries = ticks, all](AppState& app) {
      std::vector<std::string>& ticked = ticked_one_by_one(app);
      for (const Entry& entry : entries) {
        std::erase(ticked, entry.id);
        if (!all) ticked.push_back(entry.id);
      }
    });
  y += kChoicesLine + 2;
  context.ui.canvas.line({column.x, y - 2}, {column.right(), y - 2}, Role::line);
  for (const Entry& entry : group.entries) {
    const Rect row{column.x, y, column.width, kChoicesLine};
    const bool ticked = is_ticked(context.state, entry.id);
    if (ticked) {
      const float top = ticked_ ? std::min(ticked_->y, row.y) : row.y;
      const float below = ticked_ ? std::max(ticked_->bottom(), row.bottom()) : row.bottom();
      ticked_ = Rect{row.x, top, row.width, below - top};
    }
    if (context.ui.check_box(entry.id, row, entry.label, ticked, entry.summary))
      context.commands.edit([id = entry.id](AppState& app) { toggle(ticked_one_by_one(app), id); });
    y += kChoicesLine;
  }
  return y;
}

void GpuChoices::draw_run(PanelContext& context, const Rect& area, const BenchmarkSnapshot& seen) {
  Canvas& canvas = context.ui.canvas;
  const Rect button{area.x, area.y + 30, area.width, 40};
  if (!seen.running) {
    const bool able = (seen.devices || !seen.no_devices.empty()) && !context.state.benchmark.sizes.empty();
    canvas.text({area.x, area.y + 6}, fit_text(canvas, run_line(context.state, seen), kQuiet, area.width),
                kQuiet);
    if (context.ui.button("run-benchmark", button, "Run", context.actions.describe(actions::run_on_gpu), true,
                          able)) {
      context.commands.actions.push_back(actions::run_on_gpu);
    }
    return;
  }
  const std::string left =
      seen.seconds_left > 0 ? measure::about(seen.seconds_left) + " left" : std::string();
  const TextStyle right{Font::text, Role::second_ink, Align::right, kQuiet.size};
  const std::string rows =
      fmt::format("row {} of {}", std::min(seen.rows.size() + 1, seen.requests.size()), seen.requests.size());
  if (!seen.again) canvas.text({area.x, area.y - 24}, rows, kQuiet);
  canvas.text({area.right(), area.y - 24}, left, right);
  canvas.text({area.x, area.y - 6}, fit_text(canvas, seen.what, kQuiet, area.width), kQuiet);
  const Rect track{area.x, area.y + 14, area.width, 6};
  canvas.fill_rect(track, Role::line, 3);
  canvas.fill_rect(
      {track.x, track.y, std::max(6.0f, track.width * static_cast<float>(seen.progress)), track.height},
      Role::acts, 3);
  if (context.ui.button("cancel-benchmark", button, "Cancel", "Stops within a second; finished rows stay")) {
    benchmark_.cancel();
  }
}

}  // namespace lockstep::gui
