#include "gui/pages/gpu/choices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/action_table.hpp"
#include "gui/pages/gpu/model.hpp"
#include "gui/pages/gpu/size_choice.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kDeviceListName{Font::text_bold, Role::ink, Align::left, 13};
constexpr float kMark = 24, kDeviceListLine = 26;

std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Its properties and, for the chosen device, its restrictions; returns the y below.
float draw_description(PanelContext& context, const Rect& area, const opencl::Device& device, bool chosen) {
  Canvas& canvas = context.ui.canvas;
  const std::string details = fmt::format(
      "{} · {} · {} compute units · {:.3g} GiB, {} KiB local", device.platform, opencl::name(device.kind),
      device.compute_units, static_cast<double>(device.global_bytes) / (1 << 30), device.local_bytes >> 10);
  float y = context.ui.paragraph({area.x, area.y, area.width, 36}, details, kQuiet);
  if (!chosen) return y;
  std::vector<std::string> remarks = device.lacks;
  remarks.insert(remarks.end(), device.notes.begin(), device.notes.end());
  for (const std::string& remark : remarks) {
    canvas.fill_circle({area.x + 3, y + 9}, 1.5f, Role::waiting);
    y = context.ui.paragraph({area.x + 12, y + 1, area.width - 12, 150}, sentence(remark), kQuiet);
  }
  return y;
}

void draw_radio(Canvas& canvas, Point mark, bool chosen, bool hovered) {
  canvas.fill_circle(mark, 7, chosen || hovered ? Role::acts : Role::waiting);
  canvas.fill_circle(mark, 5.5f, Role::card);
  if (chosen) canvas.fill_circle(mark, 3.5f, Role::acts);
}

float draw_one_of_them(PanelContext& context, const Rect& area, float y, const opencl::Device& device,
                       const std::string& key, bool chosen) {
  const Rect text{area.x + kMark, y + 20, area.width - kMark, 0};
  context.ui.canvas.text({text.x, y}, fit_text(context.ui.canvas, device.name, kDeviceListName, text.width),
                         kDeviceListName);
  const float below = draw_description(context, text, device, chosen);
  const Rect row{area.x - 6, y - 4, area.width + 12, below - y + 6};
  const ItemState state = context.ui.item("device" + std::to_string(device.index), row, "Run on this device");
  draw_radio(context.ui.canvas, {area.x + 8, y + 8}, chosen, state.hovered);
  if (state.clicked) context.commands.edit([key](AppState& app) { app.benchmark.device = key; });
  return below + 10;
}

float draw_sharing_one(PanelContext& context, const Rect& area, float y, const opencl::Device& device,
                       const std::string& key, bool ticked) {
  const std::string label = fmt::format("{}: {}", device.index, device.name);
  if (context.ui.check_box("device" + std::to_string(device.index), {area.x, y, area.width, kDeviceListLine},
                           fit_text(context.ui.canvas, label, kText, area.width - kMark - 6), ticked,
                           "Gets a part of each array; at least one device stays ticked"))
    context.commands.edit([key](AppState& app) { toggle_sharing(app.benchmark, key); });
  return draw_description(context, {area.x + kMark, y + kDeviceListLine, area.width - kMark, 0}, device,
                          false) +
         6;
}

float draw_how(PanelContext& context, const Rect& area, float y) {
  const BenchmarkChoice& choice = context.state.benchmark;
  const auto split = context.ui.segments(
      "split-", {area.x + kMark, y, 230, 26}, {"by position", "by speed"}, choice.by_speed ? 1 : 0,
      {"Reductions: equal parts. Scans: the first device has both ends of the array, so that no device waits",
       "The same parts in proportion to the speed of each device, which is measured first with equal parts"});
  if (split)
    context.commands.edit([by_speed = *split == 1](AppState& app) { app.benchmark.by_speed = by_speed; });
  y += 32;
  if (context.ui.check_box(
          "each-alone", {area.x + kMark, y, area.width - kMark, kDeviceListLine}, "each alone, too",
          choice.each_alone,
          "Adds a row for each device with the whole array, to show the speed-up of sharing"))
    context.commands.edit([on = !choice.each_alone](AppState& app) { app.benchmark.each_alone = on; });
  return y + kDeviceListLine + 4;
}

float draw_share_box(PanelContext& context, const Rect& area, float y, const std::vector<std::string>& keys,
                     bool on) {
  if (context.ui.check_box("share-array", {area.x, y, area.width, kDeviceListLine},
                           "share each array among several devices", on,
                           "Each ticked device reduces or scans a part of the array, all at the same time. "
                           "The parts are copied to "
                           "the devices before timing; times of shared rows are on the host's clock"))
    context.commands.edit(
        [keys, on](AppState& app) { app.benchmark.shared_by = on ? std::vector<std::string>{} : keys; });
  return y + kDeviceListLine + 4;
}

}  // namespace

float draw_device_list(PanelContext& context, const Rect& area, float y, const BenchmarkSnapshot& seen) {
  const BenchmarkChoice& choice = context.state.benchmark;
  const bool shares = seen.devices && !sharing_devices(*seen.devices, choice).empty();
  context.ui.heading({area.x, y, area.width, 20}, shares ? "Devices" : "Device");
  y += 26;
  if (seen.discovering) {
    context.ui.canvas.text({area.x, y}, "searching for OpenCL devices …", kQuiet);
    return y + 36;
  }
  if (!seen.devices) return context.ui.paragraph({area.x, y, area.width, 160}, seen.no_devices, kText) + 16;
  const std::vector<opencl::Device>& devices = *seen.devices;
  const std::vector<std::string> keys = device_keys(devices);
  const opencl::Device* chosen = chosen_device(devices, choice.device);
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const bool ticked = std::ranges::find(choice.shared_by, keys[i]) != choice.shared_by.end();
    y = shares ? draw_sharing_one(context, area, y, devices[i], keys[i], ticked)
               : draw_one_of_them(context, area, y, devices[i], keys[i], &devices[i] == chosen);
  }
  if (devices.size() > 1) y = draw_share_box(context, area, y, keys, shares);
  if (shares) y = draw_how(context, area, y);
  if (!seen.tuning_problem.empty())
    y = context.ui.paragraph({area.x, y, area.width, 160},
                             "Built-in tuning values are used: " + seen.tuning_problem, kQuiet) +
        4;
  return y + 8;
}

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

// The list of all ticked ids, each by its own name.
std::vector<std::string>& ticked_one_by_one(AppState& state) {
  state.benchmark.algorithms = benchmark_choice(state);
  return state.benchmark.algorithms;
}

// Which kernels a run has.
enum class Chosen : std::uint8_t { shown, all, some };
Chosen chosen_kernels(const AppState& state) {
  const std::vector<std::string>& named = state.benchmark.algorithms;
  if (named == std::vector<std::string>{kShownAlgorithm}) return Chosen::shown;
  const std::vector<std::string> ticked = benchmark_choice(state), all = benchmark_ids();
  const bool every = std::ranges::all_of(
      all, [&](const std::string& id) { return std::ranges::find(ticked, id) != ticked.end(); });
  return every ? Chosen::all : Chosen::some;
}

// "2 rows, about 4 s"
std::string run_line(const AppState& state, const BenchmarkSnapshot& seen) {
  const std::size_t kernels = benchmark_choice(state).size(), sizes = state.benchmark.sizes.size();
  if (kernels == 0) return "Tick a kernel to run.";
  if (sizes == 0) return "Tick a number of elements n.";
  const RunEstimate estimate = estimate_run(state, seen);
  return fmt::format("{} × {} = {}, {}", plural(kernels, "kernel"), plural(sizes, "size"),
                     plural(estimate.rows, "row"), opencl::about(estimate.seconds));
}

std::string without_family(const std::string& id) { return id.substr(id.find('/') + 1); }

std::vector<GpuChoices::Entry> entries_of(const AppState& state, Algorithm::Family family, bool on_host) {
  std::vector<GpuChoices::Entry> shown;
  for (const BenchmarkEntry& entry : benchmark_entries()) {
    if (entry.family != family || entry.on_host != on_host) continue;
    const bool edited = state.edited_texts.contains(entry.id), missing = !entry.missing.empty();
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
  const float foot = seen.running ? 118 : 80;  // the button, the estimate or the progress
  const Rect list{content.x, content.y, content.width, content.height - foot};
  float y = scroll_.begin(context.ui, list);
  y = draw_device_list(context, list, y, seen);
  const opencl::Device* device =
      seen.devices ? chosen_device(*seen.devices, context.state.benchmark.device) : nullptr;
  y = draw_kernels(context, list, y);
  y = draw_sizes(context, list, y, device);
  y = draw_numbers(context, list, y);
  scroll_.end(context.ui, draw_algorithms(context, list, y));
  draw_run(context, {content.x, content.bottom() - 72, content.width, 72}, seen);
}

// Which kernels run, where it is seen at once; single ones are ticked below.
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

float GpuChoices::draw_sizes(PanelContext& context, const Rect& area, float y, const opencl::Device* device) {
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
                           "All sizes that fit the device and this machine; click again: only the smallest"))
    context.commands.edit([sizes = all_that_fit(offers)](AppState& app) { app.benchmark.sizes = sizes; });
  return y + kChoicesLine * static_cast<float>(offers.size() / columns + 1) + 12;
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
  // The family's box ticks all that is below it, so that nothing stays ticked out of sight.
  std::vector<Entry> all = kernels;
  all.insert(all.end(), on_host.begin(), on_host.end());
  const float y = draw_group(context, column, {title, title, kernels}, all);
  return draw_group(context, {column.x, y + 8, column.width, 0}, {title + "-ways", "Without OpenCL", on_host},
                    on_host);
}

// The box of the group, which ticks all of `ticks`, and the entries without the family's name.
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
    if (context.ui.check_box(entry.id, {column.x, y, column.width, kChoicesLine}, entry.label,
                             is_ticked(context.state, entry.id), entry.summary))
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
    if (context.ui.button("run-benchmark", button, "Run", context.actions.describe(Action::run_on_gpu), true,
                          able)) {
      context.commands.actions.push_back(Action::run_on_gpu);
    }
    return;
  }
  const std::string left = seen.seconds_left > 0 ? opencl::about(seen.seconds_left) + " left" : std::string();
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
    context.benchmark.cancel();
  }
}

}  // namespace lockstep::gui
