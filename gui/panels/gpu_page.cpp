// The Run on GPU tab: what to run on the left, the table that fills row by row on the right. Everything slow
// happens in the BenchmarkRunner's thread.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gui/panels/gpu_view.hpp"
#include "gui/panels/panels.hpp"
#include "gui/text_metrics.hpp"

namespace lockstep::gui {
namespace {

constexpr float kSide = 380, kGap = 12, kRow = 30;
constexpr TextStyle kQuiet{Font::text, Role::second_ink, Align::left, 12};
constexpr TextStyle kText{Font::text, Role::ink, Align::left, 13};

constexpr std::array<std::uint64_t, 7> kSizes{
    std::uint64_t{1} << 10, 1 << 14, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 28};

struct Column {
  std::string_view title, tooltip;
  std::string ResultRow::*value;
  float share;  // of the table's width
};
constexpr Column kColumns[] = {
    {"n", "Elements", &ResultRow::n, 0.08f},
    {"median", "Median device time of all runs: the kernels' own execution", &ResultRow::median, 0.1f},
    {"min", "Fastest run", &ResultRow::min, 0.09f},
    {"max", "Slowest run", &ResultRow::max, 0.09f},
    {"Gelem/s", "Elements by the median time, in 10⁹ a second", &ResultRow::gelem, 0.09f},
    {"GB/s", "Bytes that the problem must move, by the median time", &ResultRow::gbps, 0.08f},
    {"of copy", "Share of what this device reaches copying one buffer to another", &ResultRow::share, 0.09f},
    {"speed-up", "Over the first row of the same n", &ResultRow::speed_up, 0.09f},
};

std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

template <class T>
void toggle(std::vector<T>& values, const T& value) {
  if (std::erase(values, value) == 0) values.push_back(value);
}

class GpuPage final : public View {
 public:
  std::string_view help() const override {
    return "Run the same kernels on a real device: every result is checked before a time is shown.";
  }

  void draw(const Rect& page, ViewContext& context) override {
    context.benchmark.discover();
    const BenchmarkSnapshot seen = context.benchmark.snapshot();
    const Rect side{page.x, page.y, kSide, page.height};
    const Rect table{side.right() + kGap, page.y, page.width - kSide - kGap, page.height};
    context.ui.card(side);
    context.ui.card(table);
    draw_choices(context, inside(side), seen);
    draw_results(context, inside(table), seen);
  }

 private:
  void draw_choices(ViewContext& context, const Rect& content, const BenchmarkSnapshot& seen) {
    const Rect list{content.x, content.y, content.width, content.height - 100};
    context.ui.canvas.push_clip({list.x - 8, list.y - 2, list.width + 16, list.height});
    float y = draw_devices(context, list, seen);
    y = draw_algorithms(context, list, y);
    y = draw_sizes(context, list, y);
    draw_numbers(context, list, y);
    context.ui.canvas.pop_clip();
    draw_run(context, {content.x, content.bottom() - 72, content.width, 72}, seen);
  }

  float draw_devices(ViewContext& context, const Rect& area, const BenchmarkSnapshot& seen) {
    context.ui.heading(area, "Device");
    float y = area.y + 26;
    if (seen.discovering) {
      context.ui.canvas.text({area.x, y}, "looking for OpenCL devices …", kQuiet);
      return y + 36;
    }
    if (!seen.devices) {
      return context.ui.paragraph({area.x, y, area.width, 160}, seen.no_devices, kText) + 16;
    }
    const opencl::Device* chosen = chosen_device(*seen.devices, context.state.benchmark.device);
    for (const opencl::Device& device : *seen.devices)
      y = draw_device(context, device, &device == chosen, area, y);
    return y + 8;
  }

  float draw_device(ViewContext& context, const opencl::Device& device, bool chosen, const Rect& area,
                    float y) {
    Canvas& canvas = context.ui.canvas;
    const std::string details = fmt::format(
        "{} · {} · {} compute units · {:.3g} GiB, {} KiB local", device.platform, opencl::name(device.kind),
        device.compute_units, static_cast<double>(device.global_bytes) / (1 << 30), device.local_bytes >> 10);
    std::vector<std::string> remarks = device.lacks;
    remarks.insert(remarks.end(), device.notes.begin(), device.notes.end());
    const float text_x = area.x + 24, width = area.width - 24;
    const float top = y;
    canvas.text({text_x, y},
                fit_text(canvas, device.name, {Font::text_bold, Role::ink, Align::left, 13}, width),
                {Font::text_bold, Role::ink, Align::left, 13});
    y = context.ui.paragraph({text_x, y + 20, width, 36}, details, kQuiet);
    for (const std::string& remark : remarks) {
      canvas.fill_circle({text_x + 3, y + 9}, 1.5f, Role::waiting);
      y = context.ui.paragraph({text_x + 12, y + 1, width - 12, 150}, sentence(remark), kQuiet);
    }
    const Rect row{area.x - 6, top - 4, area.width + 12, y - top + 6};
    const ItemState state =
        context.ui.item("device" + std::to_string(device.index), row, "Run on this device");
    const Point mark{area.x + 8, top + 8};
    canvas.fill_circle(mark, 7, chosen || state.hovered ? Role::acts : Role::waiting);
    canvas.fill_circle(mark, 5.5f, Role::card);
    if (chosen) canvas.fill_circle(mark, 3.5f, Role::acts);
    if (state.clicked) {
      context.commands.edit([name = device.name](AppState& app) { app.benchmark.device = name; });
    }
    return y + 10;
  }

  float draw_algorithms(ViewContext& context, const Rect& area, float y) {
    context.ui.heading({area.x, y, area.width, 20}, "Algorithms");
    y += 24;
    const std::vector<std::string>& ticked = context.state.benchmark.algorithms;
    for (const Algorithm& algorithm : catalogue()) {
      const bool on = ticked.empty() || std::ranges::find(ticked, algorithm.id) != ticked.end();
      const bool edited = context.state.edited_texts.contains(algorithm.id);
      const Rect row{area.x, y, area.width, 26};
      if (context.ui.check_box(algorithm.id, row, algorithm.id + (edited ? " · edited" : ""), on,
                               algorithm.summary)) {
        context.commands.edit([id = algorithm.id](AppState& app) {
          std::vector<std::string>& chosen = app.benchmark.algorithms;
          if (chosen.empty()) {
            for (const Algorithm& entry : catalogue()) chosen.push_back(entry.id);
          }
          toggle(chosen, id);
        });
      }
      y += 26;
    }
    return y + 12;
  }

  float draw_sizes(ViewContext& context, const Rect& area, float y) {
    context.ui.heading({area.x, y, area.width, 20}, "Elements n");
    y += 24;
    const float width = area.width / 4;
    for (std::size_t i = 0; i < kSizes.size(); ++i) {
      const Rect cell{area.x + width * static_cast<float>(i % 4), y + 26 * static_cast<float>(i / 4), width,
                      26};
      const std::vector<std::uint64_t>& sizes = context.state.benchmark.sizes;
      const bool on = std::ranges::find(sizes, kSizes[i]) != sizes.end();
      if (context.ui.check_box("size" + std::to_string(i), cell, format_count(kSizes[i]), on,
                               "Run with this many elements")) {
        context.commands.edit([n = kSizes[i]](AppState& app) {
          toggle(app.benchmark.sizes, n);
          std::ranges::sort(app.benchmark.sizes);
        });
      }
    }
    return y + 64;
  }

  void draw_numbers(ViewContext& context, const Rect& area, float y) {
    const BenchmarkChoice& choice = context.state.benchmark;
    const float group_width = context.ui.chip_width("work-group", format_count(choice.group_size));
    if (const auto value = context.ui.number_chip("gpu-group", {area.x, y, group_width, 28}, "work-group",
                                                  choice.group_size, {32, 64, 128, 256, 512, 1024},
                                                  "Work-items in a work-group (CUDA: threads in a block)")) {
      context.commands.edit([v = *value](AppState& app) { app.benchmark.group_size = v; });
    }
    const float runs_width = context.ui.chip_width("repetitions", format_count(choice.repetitions));
    if (const auto value = context.ui.number_chip(
            "repetitions", {area.x + group_width + 8, y, runs_width, 28}, "repetitions", choice.repetitions,
            {1, 5, 10, 20, 50, 100}, "Timed runs of each row")) {
      context.commands.edit([v = *value](AppState& app) {
        app.benchmark.repetitions = static_cast<unsigned>(std::clamp<std::uint64_t>(v, 1, 10'000));
      });
    }
  }

  void draw_run(ViewContext& context, const Rect& area, const BenchmarkSnapshot& seen) {
    Canvas& canvas = context.ui.canvas;
    const Rect button{area.x, area.y + 30, area.width, 40};
    if (!seen.running) {
      const bool able = seen.devices && !context.state.benchmark.sizes.empty();
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
    if (context.ui.button("cancel-benchmark", button, "Cancel", "Stops after the run that is going on")) {
      context.benchmark.cancel();
    }
  }

  void draw_results(ViewContext& context, const Rect& content, const BenchmarkSnapshot& seen) {
    Canvas& canvas = context.ui.canvas;
    const std::string right =
        seen.copy_gbps > 0 ? fmt::format("copy on this device: {:.0f} GB/s", seen.copy_gbps) : "";
    context.ui.heading(content, seen.device_name.empty() ? "Results" : "Results · " + seen.device_name,
                       right);
    const std::vector<ResultRow> rows = prepare_results(seen);
    if (rows.empty()) {
      context.ui.paragraph(
          {content.x, content.y + 30, std::min(560.0f, content.width), 120},
          "Choose algorithms and sizes, then Run. Each kernel runs on the device as it stands in the "
          "source panel; its result is checked against the sequential reference, and only a right "
          "result gets a time.",
          {Font::text, Role::second_ink, Align::left, 13});
      return;
    }
    float y = draw_header(context, {content.x, content.y + 34, content.width, kRow});
    for (const ResultRow& row : rows) {
      if (y + kRow > content.bottom()) break;
      y = draw_row(context, row, {content.x, y, content.width, kRow});
    }
    if (!seen.copy_reason.empty() && y + 30 < content.bottom()) {
      canvas.text({content.x, y + 10}, fit_text(canvas, seen.copy_reason, kQuiet, content.width), kQuiet);
      y += 30;
    }
    draw_bars(context, rows, {content.x, y + 26, content.width, content.bottom() - y - 26});
  }

  // The first column takes what the others leave, the last one the status.
  template <class Draw>
  void for_columns(const Rect& row, Draw draw) {
    float x = row.x + row.width * 0.2f;
    for (const Column& column : kColumns) {
      const float width = row.width * column.share;
      draw(column, x + width);
      x += width;
    }
  }

  float draw_header(ViewContext& context, const Rect& row) {
    Canvas& canvas = context.ui.canvas;
    canvas.text({row.x, row.y}, "algorithm", kQuiet);
    for_columns(row, [&](const Column& column, float right) {
      TextStyle style = kQuiet;
      style.align = Align::right;
      canvas.text({right, row.y}, column.title, style);
      context.ui.item(column.title, {right - 70, row.y - 4, 70, 22}, column.tooltip);
    });
    canvas.text({row.right(), row.y}, "check", {Font::text, Role::second_ink, Align::right, 12});
    canvas.line({row.x, row.y + 22}, {row.right(), row.y + 22}, Role::line);
    return row.y + 24;
  }

  float draw_row(ViewContext& context, const ResultRow& row, const Rect& rect) {
    Canvas& canvas = context.ui.canvas;
    const float middle = rect.centre().y;
    canvas.text({rect.x, top_for_centre(middle, kText)},
                fit_text(canvas, row.algorithm, kText, rect.width * 0.24f), kText);
    for_columns(rect, [&](const Column& column, float right) {
      const bool main = column.value == &ResultRow::gbps;
      const TextStyle style{main ? Font::text_bold : Font::text, Role::ink, Align::right, 13};
      canvas.text({right, top_for_centre(middle, style)}, row.*column.value, style);
    });
    const Role role = row.mood == ResultRow::Mood::good  ? Role::good
                      : row.mood == ResultRow::Mood::bad ? Role::costs
                                                         : Role::second_ink;
    const TextStyle status{Font::text_bold, role, Align::right, 12};
    canvas.text({rect.right(), top_for_centre(middle, status)}, row.status, status);
    context.ui.item("result-" + row.algorithm + row.n, {rect.right() - 90, rect.y, 90, rect.height},
                    row.details);
    canvas.line({rect.x, rect.bottom()}, {rect.right(), rect.bottom()}, Role::line, 0.5f);
    if (row.reason.empty()) return rect.bottom();
    TextStyle reason = kQuiet;
    reason.role = role;
    canvas.text({rect.x + 12, rect.bottom() + 4}, fit_text(canvas, row.reason, reason, rect.width - 12),
                reason);
    return rect.bottom() + 24;
  }

  void draw_bars(ViewContext& context, const std::vector<ResultRow>& rows, const Rect& area) {
    Canvas& canvas = context.ui.canvas;
    const bool any = std::ranges::any_of(rows, [](const ResultRow& row) { return row.bar > 0; });
    if (!any || area.height < 70) return;
    context.ui.heading(area, "GB/s");
    float y = area.y + 26;
    const float left = area.x + 260, width = area.width - 260 - 70;
    for (const ResultRow& row : rows) {
      if (y + 20 > area.bottom()) break;
      if (row.bar <= 0) continue;
      canvas.text({left - 12, y}, row.algorithm + " · " + row.n, {Font::text, Role::ink, Align::right, 12});
      canvas.fill_rect({left, y + 1, std::max(2.0f, width * static_cast<float>(row.bar)), 13}, Role::acts, 2);
      canvas.text({left + width * static_cast<float>(row.bar) + 8, y}, row.gbps,
                  {Font::text_bold, Role::ink, Align::left, 12});
      y += 22;
    }
  }
};

}  // namespace

std::unique_ptr<View> make_gpu_page() { return std::make_unique<GpuPage>(); }

}  // namespace lockstep::gui
