#include "gui/pages/gpu/device_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "gui/background_jobs/benchmark/device_choice.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kDeviceListName{Font::text_bold, Role::ink, Align::left, 13};
constexpr float kDeviceMark = 24, kDeviceListLine = 26;

std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Draws the restrictions of the selected device and notes on it as a line that can be unfolded, so that the
// kernels below stay visible.
float draw_remarks(PanelContext& context, const Rect& area, float y, const std::vector<std::string>& remarks,
                   bool& open) {
  if (remarks.empty()) return y;
  Canvas& canvas = context.ui.canvas;
  constexpr TextStyle link{Font::text_bold, Role::acts, Align::left, 12};
  const std::string label = (open ? "▾ " : "▶ ") + plural(remarks.size(), "note") + " on this device";
  const Rect row{area.x - 4, y - 1, canvas.text_width(label, link) + 8, 22};
  const ItemState state =
      context.ui.item("device-remarks", row, "Missing features of the device, and notes on its driver");
  if (state.hovered) canvas.fill_rect(row, Role::acts_pale, 4);
  canvas.text({area.x, top_for_centre(row.centre().y, link)}, label, link);
  if (state.clicked) open = !open;
  y = row.bottom() + 2;
  if (!open) return y;
  for (const std::string& remark : remarks) {
    canvas.fill_circle({area.x + 3, y + 9}, 1.5f, Role::waiting);
    y = context.ui.paragraph({area.x + 12, y + 1, area.width - 12, 150}, sentence(remark), kQuiet);
  }
  return y;
}

// Draws the properties of the device. Returns the y below them.
float draw_description(PanelContext& context, const Rect& area, const measure::Device& device) {
  const std::string details = fmt::format(
      "{} · {} · {} compute units · {:.3g} GiB, {} KiB local", device.platform, measure::name(device.kind),
      device.compute_units, static_cast<double>(device.global_bytes) / (1 << 30), device.local_bytes >> 10);
  return context.ui.paragraph({area.x, area.y, area.width, 36}, details, kQuiet);
}

std::vector<std::string> remarks_on(const measure::Device& device) {
  std::vector<std::string> remarks = device.lacks;
  remarks.insert(remarks.end(), device.notes.begin(), device.notes.end());
  return remarks;
}

void draw_radio(Canvas& canvas, Point mark, bool chosen, bool hovered) {
  canvas.fill_circle(mark, 7, chosen || hovered ? Role::acts : Role::waiting);
  canvas.fill_circle(mark, 5.5f, Role::card);
  if (chosen) canvas.fill_circle(mark, 3.5f, Role::acts);
}

float draw_one_of_them(PanelContext& context, const Rect& area, float y, const measure::Device& device,
                       const std::string& key, bool chosen, bool& shows_remarks) {
  const Rect text{area.x + kDeviceMark, y + 20, area.width - kDeviceMark, 0};
  context.ui.canvas.text({text.x, y}, fit_text(context.ui.canvas, device.name, kDeviceListName, text.width),
                         kDeviceListName);
  float below = draw_description(context, text, device);
  const Rect row{area.x - 6, y - 4, area.width + 12, below - y + 2};
  const ItemState state = context.ui.item("device" + std::to_string(device.index), row, "Run on this device");
  draw_radio(context.ui.canvas, {area.x + 8, y + 8}, chosen, state.hovered);
  if (state.clicked) context.commands.edit([key](AppState& app) { app.benchmark.device = key; });
  if (chosen) below = draw_remarks(context, text, below + 1, remarks_on(device), shows_remarks);
  return below + 10;
}

float draw_sharing_one(PanelContext& context, const Rect& area, float y, const measure::Device& device,
                       const std::string& key, bool ticked) {
  const std::string label = fmt::format("{}: {}", device.index, device.name);
  if (context.ui.check_box("device" + std::to_string(device.index), {area.x, y, area.width, kDeviceListLine},
                           fit_text(context.ui.canvas, label, kText, area.width - kDeviceMark - 6), ticked,
                           "Gets a part of each array; at least one device stays ticked"))
    context.commands.edit([key](AppState& app) { toggle_sharing(app.benchmark, key); });
  return draw_description(context, {area.x + kDeviceMark, y + kDeviceListLine, area.width - kDeviceMark, 0},
                          device) +
         6;
}

float draw_how(PanelContext& context, const Rect& area, float y) {
  const BenchmarkChoice& choice = context.state.benchmark;
  const auto split = context.ui.segments(
      "split-", {area.x + kDeviceMark, y, 230, 26}, {"by position", "by speed"}, choice.by_speed ? 1 : 0,
      {"Reductions: equal parts. Scans: the first device has both ends of the array, so that no device waits",
       "The same parts in proportion to the speed of each device, which is measured first with equal parts"});
  if (split)
    context.commands.edit([by_speed = *split == 1](AppState& app) { app.benchmark.by_speed = by_speed; });
  y += 32;
  if (context.ui.check_box(
          "each-alone", {area.x + kDeviceMark, y, area.width - kDeviceMark, kDeviceListLine},
          "each alone, too", choice.each_alone,
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

float draw_device_list(PanelContext& context, const Rect& area, float y, const BenchmarkSnapshot& seen,
                       bool& shows_remarks) {
  const BenchmarkChoice& choice = context.state.benchmark;
  const bool shares = seen.devices && !sharing_devices(*seen.devices, choice).empty();
  context.ui.heading({area.x, y, area.width, 20}, shares ? "Devices" : "Device");
  y += 26;
  if (seen.discovering) {
    context.ui.canvas.text({area.x, y}, "searching for OpenCL devices …", kQuiet);
    return y + 36;
  }
  if (!seen.devices) return context.ui.paragraph({area.x, y, area.width, 160}, seen.no_devices, kText) + 16;
  const std::vector<measure::Device>& devices = *seen.devices;
  const std::vector<std::string> keys = device_keys(devices);
  const measure::Device* chosen = chosen_device(devices, choice.device);
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const bool ticked = std::ranges::find(choice.shared_by, keys[i]) != choice.shared_by.end();
    y = shares
            ? draw_sharing_one(context, area, y, devices[i], keys[i], ticked)
            : draw_one_of_them(context, area, y, devices[i], keys[i], &devices[i] == chosen, shows_remarks);
  }
  if (devices.size() > 1) y = draw_share_box(context, area, y, keys, shares);
  if (shares) y = draw_how(context, area, y);
  if (!seen.tuning_problem.empty())
    y = context.ui.paragraph({area.x, y, area.width, 160},
                             "Built-in tuning values are used: " + seen.tuning_problem, kQuiet) +
        4;
  return y + 8;
}

}  // namespace lockstep::gui
