#include "gui/pages/gpu/choices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gui/canvas/text_layout.hpp"
#include "gui/canvas/text_metrics.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/gpu/device_choice.hpp"
#include "gui/pages/gpu/device_list.hpp"
#include "gui/pages/gpu/model.hpp"

namespace lockstep::gui {
namespace {

constexpr float kChoicesLine = 26;

template <class T>
void toggle(std::vector<T>& values, const T& value) {
  if (std::erase(values, value) == 0) values.push_back(value);
}

// No list means all of them.
bool is_ticked(const AppState& state, const std::string& id) {
  const std::vector<std::string>& ticked = state.benchmark.algorithms;
  return ticked.empty() || std::ranges::find(ticked, id) != ticked.end();
}

// All ids that are ticked, one by one.
std::vector<std::string>& ticked_one_by_one(AppState& state) {
  std::vector<std::string>& ticked = state.benchmark.algorithms;
  if (ticked.empty()) ticked = benchmark_ids();
  return ticked;
}

std::string without_family(const std::string& id) { return id.substr(id.find('/') + 1); }

std::vector<GpuChoices::Entry> kernels_of(const AppState& state, Algorithm::Family family) {
  std::vector<GpuChoices::Entry> entries;
  for (const Algorithm& algorithm : catalogue()) {
    if (algorithm.family != family) continue;
    const bool edited = state.edited_texts.contains(algorithm.id);
    entries.push_back(
        {algorithm.id, without_family(algorithm.id) + (edited ? " · edited" : ""), algorithm.summary});
  }
  return entries;
}

std::vector<GpuChoices::Entry> ways_of(Algorithm::Family family) {
  std::vector<GpuChoices::Entry> entries;
  for (const host::Way& way : host::host_ways())
    if (way.family == family)
      entries.push_back({way.id, without_family(way.id) + (way.is_there() ? "" : " · missing"),
                         way.summary + (way.is_there() ? "" : " " + way.missing)});
  return entries;
}

}  // namespace

void GpuChoices::draw(ViewContext& context, const Rect& content, const BenchmarkSnapshot& seen) {
  const float foot = seen.running ? 100 : 58;  // the button, and how far it got
  const Rect list{content.x, content.y, content.width, content.height - foot};
  float y = scroll_.begin(context.ui, list);
  y = draw_device_list(context, list, y, seen);
  const opencl::Device* device =
      seen.devices ? chosen_device(*seen.devices, context.state.benchmark.device) : nullptr;
  y = draw_sizes(context, list, y, device);
  y = draw_numbers(context, list, y);
  scroll_.end(context.ui, draw_algorithms(context, list, y));
  draw_run(context, {content.x, content.bottom() - 72, content.width, 72}, seen);
}

float GpuChoices::draw_sizes(ViewContext& context, const Rect& area, float y, const opencl::Device* device) {
  context.ui.heading({area.x, y, area.width, 20}, "Elements n");
  y += 24;
  const std::vector<SizeOffer>& offers = sizes_.offers(context.state, device);
  constexpr std::size_t columns = 4;
  const float width = area.width / columns;
  const auto cell = [&](std::size_t i) {
    return Rect{area.x + width * static_cast<float>(i % columns),
                y + kChoicesLine * static_cast<float>(i / columns), width, kChoicesLine};
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
                           "All sizes that fit the device and this machine; once more: only the smallest"))
    context.commands.edit([sizes = all_that_fit(offers)](AppState& app) { app.benchmark.sizes = sizes; });
  return y + kChoicesLine * static_cast<float>(offers.size() / columns + 1) + 12;
}

float GpuChoices::draw_number(ViewContext& context, Point at, const Number& number) {
  const float width = context.ui.chip_width(number.label, format_count(number.value));
  if (const auto value = context.ui.number_chip(number.id, {at.x, at.y, width, 28}, number.label,
                                                number.value, number.choices, number.tooltip))
    context.commands.edit([v = *value, set = number.set](AppState& app) { set(app.benchmark, v); });
  return at.x + width + 8;
}

float GpuChoices::draw_numbers(ViewContext& context, const Rect& area, float y) {
  const BenchmarkChoice& choice = context.state.benchmark;
  float x = draw_number(context, {area.x, y},
                        {"gpu-group",
                         "work-group",
                         choice.group_size,
                         {32, 64, 128, 256, 512, 1024},
                         "Work-items in a work-group. Tuned kernels choose their own: their rows say which.",
                         [](BenchmarkChoice& app, std::uint64_t v) { app.group_size = v; }});
  const auto count = [](std::uint64_t v) {
    return static_cast<unsigned>(std::clamp<std::uint64_t>(v, 1, 10'000));
  };
  x = draw_number(context, {x, y},
                  {"repetitions",
                   "runs",
                   choice.repetitions,
                   {1, 5, 10, 20, 50, 100},
                   "Timed runs of each row: median and spread are over these",
                   [count](BenchmarkChoice& app, std::uint64_t v) { app.repetitions = count(v); }});
  draw_number(context, {x, y},
              {"warm-ups",
               "warm-up",
               choice.warm_ups,
               {1, 3, 10, 50},
               "Runs of each row before those, which are checked but not timed: the first may still be "
               "compiling, and clocks still rising",
               [count](BenchmarkChoice& app, std::uint64_t v) { app.warm_ups = count(v); }});
  return y + 44;
}

float GpuChoices::draw_algorithms(ViewContext& context, const Rect& area, float y) {
  const float width = area.width / 2;
  const float left =
      draw_family(context, {area.x, y, width - 8, 0}, "Reductions", Algorithm::Family::reduction);
  const float right = draw_family(context, {area.x + width, y, width, 0}, "Scans", Algorithm::Family::scan);
  return std::max(left, right) + 12;
}

float GpuChoices::draw_family(ViewContext& context, const Rect& column, const std::string& title,
                              Algorithm::Family family) {
  const float y = draw_group(context, column, {title, title, kernels_of(context.state, family)});
  return draw_group(context, {column.x, y + 8, column.width, 0},
                    {title + "-ways", "Without OpenCL", ways_of(family)});
}

// The group's own box, which ticks all below it, and the names without the family.
float GpuChoices::draw_group(ViewContext& context, const Rect& column, const Group& group) {
  const bool all = std::ranges::all_of(
      group.entries, [&](const Entry& entry) { return is_ticked(context.state, entry.id); });
  float y = column.y;
  if (context.ui.check_box(group.id, {column.x, y, column.width, kChoicesLine}, group.title, all,
                           "All of them, or none"))
    context.commands.edit([entries = group.entries, all](AppState& app) {
      std::vector<std::string>& ticked = ticked_one_by_one(app);
      for (const Entry& entry : entries) {
        std::erase(ticked, entry.id);
        if (!all) ticked.push_back(entry.id);
      }
    });
  y += kChoicesLine + 2;
  context.ui.canvas.line({column.x, y - 2}, {column.right(), y - 2}, Role::line);
  for (const Entry& entry : group.entries) {
    if (context.ui.check_box(entry.id, {column.x, y, column.width, kChoicesLine}, entry.label,
                             is_ticked(context.state, entry.id), entry.summary))
      context.commands.edit([id = entry.id](AppState& app) { toggle(ticked_one_by_one(app), id); });
    y += kChoicesLine;
  }
  return y;
}

void GpuChoices::draw_run(ViewContext& context, const Rect& area, const BenchmarkSnapshot& seen) {
  Canvas& canvas = context.ui.canvas;
  const Rect button{area.x, area.y + 30, area.width, 40};
  if (!seen.running) {
    const bool able = (seen.devices || !seen.no_devices.empty()) && !context.state.benchmark.sizes.empty();
    if (context.ui.button("run-benchmark", button, "Run", describe(Action::run_on_gpu), true, able)) {
      context.commands.actions.push_back(Action::run_on_gpu);
    }
    return;
  }
  canvas.text({area.x, area.y - 6}, fit_text(canvas, seen.what, kQuiet, area.width), kQuiet);
  const Rect track{area.x, area.y + 14, area.width, 6};
  canvas.fill_rect(track, Role::line, 3);
  canvas.fill_rect(
      {track.x, track.y, std::max(6.0f, track.width * static_cast<float>(seen.progress)), track.height},
      Role::acts, 3);
  if (context.ui.button("cancel-benchmark", button, "Cancel",
                        "Stops within a second; the rows that are finished stay")) {
    context.benchmark.cancel();
  }
}

}  // namespace lockstep::gui
