#include "gui/dialogs/export_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr float kExportSheetPadding = 24, kExportSheetWidth = 620, kHeight = 372, kExportSheetRow = 44,
                kLabels = 96;
constexpr std::array<std::uint64_t, 4> kDelays{200, 500, 1000, 2000};
constexpr TextStyle kQuietExportSheet{Font::text, Role::second_ink, Align::left, 13};

void label(Ui& ui, const Rect& row, std::string_view text) {
  ui.canvas.text({row.x, top_for_centre(row.y + 13, kQuietExportSheet)}, text, kQuietExportSheet);
}

// What is being shown is not asked for again.
std::string explanation_of_step(ExportFormat format) {
  switch (format) {
    case ExportFormat::svg:
      return "The stage at the playhead, as a drawing for slides.";
    case ExportFormat::png:
      return "One picture, of this moment.";
    case ExportFormat::png_series:
      return "A numbered picture for each step.";
    case ExportFormat::gif:
      return "One animated picture.";
    case ExportFormat::csv:
    case ExportFormat::json:
      break;
  }
  return "How often each line ran, and what it cost.";
}

std::string explanation(ExportFormat format, const AppState& state) {
  const bool drawing = format == ExportFormat::svg || format == ExportFormat::png;
  if (shows_pair(state)) return "Both figures side by side, at this step.";
  if (state.tab == Tab::gpu && drawing) return "The bars of what was measured.";
  if (state.tab == Tab::gpu) return "The table, as lockstep bench writes it.";
  if (state.tab == Tab::theory && format == ExportFormat::svg) return "The curves, as a drawing.";
  if (state.tab == Tab::compare && !drawing) return "The table, in the order that is shown.";
  return state.tab == Tab::step ? explanation_of_step(format) : "A picture of the window.";
}

}  // namespace

void ExportSheet::begin(OverlayContext& context) {
  context.activity.playing = wanted_ = false;
  const std::vector<ExportFormat> formats = formats_of(context.state);
  if (std::ranges::find(formats, choice_.format) == formats.end()) choice_.format = formats.front();
  choice_.from = 0;
  choice_.to = context.session.size();
  choice_.by = context.state.step;
}

void ExportSheet::leave(OverlayContext& context) {
  if (job_) {
    job_->cancel();
  } else {
    context.state.overlay = {};
  }
}

void ExportSheet::change_format(int by, const AppState& state) {
  const std::vector<ExportFormat> formats = formats_of(state);
  const auto count = static_cast<int>(formats.size());
  const auto at = static_cast<int>(std::ranges::find(formats, choice_.format) - formats.begin());
  choice_.format = formats[static_cast<std::size_t>((at + by + count) % count)];
}

void ExportSheet::change_step(int by) {
  const auto count = static_cast<int>(std::size(kSteps));
  const auto at = static_cast<int>(std::ranges::find(kSteps, choice_.by) - std::begin(kSteps));
  choice_.by = kSteps[std::clamp(at + by, 0, count - 1)];
}

bool ExportSheet::press(const KeyPress& press, OverlayContext& context) {
  if (job_) return true;
  if (press.key == Key::enter) wanted_ = true;
  if (press.key == Key::left || press.key == Key::right)
    change_format(press.key == Key::right ? 1 : -1, context.state);
  if (press.key == Key::up || press.key == Key::down) change_step(press.key == Key::down ? 1 : -1);
  if (press.key == Key::space) choice_.only_stage = !choice_.only_stage;
  return true;
}

void ExportSheet::start_pictures(const AppState& state, const std::string& kernel_dir) {
  PictureRequest request;
  request.path = path_;
  request.only_stage = choice_.only_stage && state.tab == Tab::step;
  if (is_series(choice_.format)) {
    request.from = choice_.from;
    request.to = choice_.to;
  }
  request.by = choice_.by;
  request.delay_ms = choice_.delay_ms;
  request.kernel_dir = kernel_dir;
  AppState shown = state;
  shown.overlay = {};  // this sheet is in no picture
  job_ = std::make_unique<PictureJob>(std::move(shown), std::move(request));
}

void ExportSheet::start(OverlayContext& context) {
  AppState& state = context.state;
  path_ = export_path(choice_, state, context.session.moment(state).position);
  if (is_picture(choice_.format, state)) return start_pictures(state, context.kernel_dir);
  const Result<void> written = export_page(
      choice_.format, {state, context.session, context.counting, context.benchmark, context.pair}, path_);
  context.commands.notices.push_back(written ? "Exported " + path_ : written.error().message);
  state.overlay = {};
}

void ExportSheet::go_on(OverlayContext& context) {
  if (std::exchange(wanted_, false)) start(context);
  if (!job_) return;
  job_->go_on();
  const PictureProgress progress = job_->progress();
  if (!progress.finished) return;
  job_.reset();
  context.state.overlay = {};
  const std::string said =
      progress.cancelled ? fmt::format("Cancelled after {} of {} pictures.", progress.done, progress.count)
      : progress.error.empty() ? "Exported " + path_
                               : progress.error;
  context.commands.notices.push_back(said);
}

float ExportSheet::draw_moments(PanelContext& context, const Rect& row) {
  Ui& ui = context.ui;
  const std::uint64_t end = context.session.size(), here = context.moment.position;
  label(ui, row, "moments");
  float x = row.x + kLabels;
  const auto number = [&](std::string_view id, std::string_view name, std::uint64_t value,
                          const std::vector<std::uint64_t>& choices, std::string_view tooltip) {
    const float width = ui.combo_box_width(name, std::to_string(value));
    const auto taken = ui.number_box(id, {x, row.y, width, 26}, name, value, choices, tooltip);
    x += width + 8;
    return taken;
  };
  if (const auto taken = number("export-from", "from", choice_.from, {0, here}, "The first moment"))
    choice_.from = std::min(*taken, end);
  if (const auto taken = number("export-to", "to", choice_.to, {here, end}, "The last moment"))
    choice_.to = std::min(*taken, end);
  if (choice_.format == ExportFormat::gif) {
    const std::vector<std::uint64_t> delays(kDelays.begin(), kDelays.end());
    if (const auto taken =
            number("export-delay", "ms each", choice_.delay_ms, delays, "How long each is shown"))
      choice_.delay_ms = static_cast<unsigned>(std::clamp<std::uint64_t>(*taken, 20, 60000));
  }
  const Rect step{row.x, row.y + kExportSheetRow, row.width, 26};
  label(ui, step, "step by ↑ ↓");
  std::vector<std::string> names;
  std::size_t chosen = 0;
  for (const sim::Trace::Step by : kSteps) {
    if (by == choice_.by) chosen = names.size();
    names.emplace_back(gui::name(by));
  }
  if (const auto taken = ui.segments("export-step", {step.x + kLabels, step.y, 300, 26}, names, chosen, {}))
    choice_.by = kSteps[*taken];
  return step.y + kExportSheetRow;
}

float ExportSheet::draw_choices(PanelContext& context, const Rect& content) {
  Ui& ui = context.ui;
  const AppState& state = context.state;
  Rect row{content.x, content.y, content.width, 26};
  label(ui, row, "format ← →");
  const std::vector<ExportFormat> formats = formats_of(state);
  std::vector<std::string> names;
  for (const ExportFormat format : formats) names.emplace_back(title(format));
  const auto at = static_cast<std::size_t>(std::ranges::find(formats, choice_.format) - formats.begin());
  if (const auto taken = ui.segments("export-format", {row.x + kLabels, row.y, 420, 26}, names, at, {}))
    choice_.format = formats[*taken];
  row.y += kExportSheetRow;
  if (is_picture(choice_.format, state) && state.tab == Tab::step) {
    label(ui, row, "what  Space");
    if (const auto taken = ui.segments("export-what", {row.x + kLabels, row.y, 260, 26},
                                       {"the stage", "the whole window"}, choice_.only_stage ? 0 : 1, {}))
      choice_.only_stage = *taken == 0;
    row.y += kExportSheetRow;
  }
  if (is_series(choice_.format)) row.y = draw_moments(context, row);
  return row.y;
}

float ExportSheet::draw_progress(Ui& ui, const Rect& row) {
  const PictureProgress progress = job_->progress();
  const std::string words = progress.count == 0
                                ? std::string("simulating …")
                                : fmt::format("{} of {} pictures", progress.done, progress.count);
  const TextStyle style{Font::text, Role::ink, Align::left, 13};
  ui.canvas.text({row.x, row.y}, words, style);
  const Rect bar{row.x, row.y + 24, row.width, 8};
  const float share =
      progress.count == 0 ? 0 : static_cast<float>(progress.done) / static_cast<float>(progress.count);
  ui.canvas.fill_rect(bar, Role::line, 4);
  ui.canvas.fill_rect({bar.x, bar.y, std::max(8.0f, bar.width * share), bar.height}, Role::acts, 4);
  return bar.bottom() + 16;
}

void ExportSheet::draw_buttons(PanelContext& context, const Rect& content, bool can) {
  Ui& ui = context.ui;
  const float bottom = content.bottom() - 34;
  std::error_code ignored;
  const std::string where = (std::filesystem::current_path(ignored) / path_).string();
  ui.canvas.text({content.x, bottom - 26},
                 fit_text(ui.canvas, "to " + where, kQuietExportSheet, content.width), kQuietExportSheet);
  const Rect go{content.right() - 150, bottom, 150, 34}, cancel{go.x - 118, bottom, 106, 34};
  if (ui.button("export-cancel", cancel, job_ ? "Cancel" : "Close", "Esc")) {
    if (job_) job_->cancel();
    if (!job_) context.commands.close_overlay();
  }
  if (ui.button("export-go", go, "Export", "Write it (Enter)", true, can)) wanted_ = true;
}

void ExportSheet::draw(const OverlayFrame& frame, PanelContext& context) {
  const Rect& window = frame.window;
  Ui& ui = context.ui;
  const float width = std::min(kExportSheetWidth, window.width - 16),
              height = std::min(kHeight, window.height - 16);
  const Rect box{(window.width - width) / 2, (window.height - height) / 2, width, height};
  ui.sheet(window, box);
  const Rect content{box.x + kExportSheetPadding, box.y + kExportSheetPadding,
                     width - 2 * kExportSheetPadding, height - 2 * kExportSheetPadding};
  ui.canvas.text({content.x, content.y}, "Export", {Font::text_bold, Role::ink, Align::left, 18});
  ui.canvas.text({content.x + kLabels, content.y + 4}, explanation(choice_.format, context.state),
                 kQuietExportSheet);

  const Rect body{content.x, content.y + kExportSheetRow, content.width, content.height - kExportSheetRow};
  const Run* run = context.session.run();
  bool can = !job_ && (run != nullptr || context.state.tab != Tab::step);
  if (job_) {
    draw_progress(ui, body);
  } else {
    const float y = draw_choices(context, body);
    path_ = export_path(choice_, context.state, context.moment.position);
    if (is_series(choice_.format) && run != nullptr) {
      const SeriesSize size = series_size(choice_, *run->trace);
      const TextStyle style{Font::text, size.count == 0 ? Role::costs : Role::ink, Align::left, 13};
      ui.canvas.text({content.x + kLabels, y - 8},
                     fit_text(ui.canvas, size.words, style, content.width - kLabels), style);
      can = can && size.count > 0;
    }
  }
  draw_buttons(context, content, can);
}

std::unique_ptr<Overlay> make_export_sheet() { return std::make_unique<ExportSheet>(); }

namespace {

std::string extension(ExportFormat format) {
  constexpr std::string_view extensions[] = {".svg", ".png", "-%03d.png", ".gif", ".csv", ".json"};
  return std::string(extensions[static_cast<std::size_t>(format)]);
}

bool is_taken(const std::string& path) {
  return std::filesystem::exists(is_numbered(path) ? numbered_path(path, 1) : path);
}

}  // namespace

std::string export_path(const ExportChoice& choice, const AppState& state, std::uint64_t position) {
  std::string stem;
  const bool is_table = choice.format == ExportFormat::csv || choice.format == ExportFormat::json;
  if (shows_pair(state)) {
    stem = "pair";
    // A row's key ends with a star where the edited text is meant.
    for (const std::string& key : state.compare.pair)
      stem += "-" + (key.ends_with('*') ? key.substr(0, key.size() - 1) + "-edited" : key);
    stem += fmt::format("-n{}", state.n);
    if (state.compare.step) stem += fmt::format("-{}", *state.compare.step);
  } else if (state.tab == Tab::compare) {
    stem = fmt::format("compare-n{}-L{}", state.n, state.group_size);
  } else if (state.tab == Tab::theory) {
    stem = fmt::format("{}-theory", state.algorithm);
  } else if (state.tab == Tab::gpu) {
    stem = "run-on-gpu";
  } else {
    stem = fmt::format("{}-n{}", state.algorithm, state.n);
    if (is_table) {
      stem += "-lines";
    } else if (is_series(choice.format)) {
      stem += fmt::format("-{}-to-{}", choice.from, choice.to);
    } else {
      stem += fmt::format("-{}", position);
    }
  }
  std::ranges::replace(stem, '/', '-');
  std::string path = stem + extension(choice.format);
  for (int i = 2; is_taken(path); ++i) path = fmt::format("{}-{}{}", stem, i, extension(choice.format));
  return path;
}

SeriesSize series_size(const ExportChoice& choice, const sim::Trace& trace) {
  const auto positions = series_positions(trace, choice.from, choice.to, choice.by);
  if (!positions) return {0, positions.error().message};
  const std::size_t count = positions->size();
  std::string words = fmt::format("{} {}", count, count == 1 ? "picture" : "pictures");
  if (choice.format == ExportFormat::gif)
    words += fmt::format(", played in {:.1f} s", static_cast<double>(count) * choice.delay_ms / 1000.0);
  return {count, words};
}

}  // namespace lockstep::gui
