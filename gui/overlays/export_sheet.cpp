#include "gui/overlays/export_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "core/base/files/path_text.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr float kExportSheetPadding = 24, kExportSheetWidth = 620, kExportHeight = 412, kExportSheetRow = 44,
                kLabels = 96;
constexpr std::array<std::uint64_t, 4> kDelays{200, 500, 1000, 2000};
constexpr TextStyle kQuietExportSheet{Font::text, Role::second_ink, Align::left, 13};

void label(Ui& ui, const Rect& row, std::string_view text) {
  ui.canvas.text({row.x, top_for_centre(row.y + 13, kQuietExportSheet)}, text, kQuietExportSheet);
}

// Returns the format that is `by` positions after the chosen format in the list of offered formats,
// which wraps around.
ExportFormat neighbour(const std::vector<PageExport>& offered, ExportFormat chosen, int by) {
  const auto count = static_cast<int>(offered.size());
  const auto at = static_cast<int>(std::ranges::find(offered, chosen, &PageExport::format) - offered.begin());
  return offered[static_cast<std::size_t>((at + by + count) % count)].format;
}

}  // namespace

void ExportSheet::begin(ActionContext& context) {
  context.activity.playing = wanted_ = false;
  const std::vector<PageExport> offered = context.page.exports(context.state);
  const bool is_offered = std::ranges::find(offered, choice_.format, &PageExport::format) != offered.end();
  if (!is_offered && !offered.empty()) choice_.format = offered.front().format;
  choice_.from = 0;
  choice_.to = context.session.size();
  choice_.by = context.state.step;
  folder_ = context.folder.path();
  named_.clear();
  typing_ = false;
}

void ExportSheet::leave(ActionContext& context) {
  if (job_) {
    job_->cancel();
  } else {
    context.state.overlay = {};
  }
}

void ExportSheet::change_format(int by, const Page& page, const AppState& state) {
  const std::vector<PageExport> offered = page.exports(state);
  if (!offered.empty()) choice_.format = neighbour(offered, choice_.format, by);
}

void ExportSheet::change_step(int by) {
  const auto count = static_cast<int>(std::size(kSteps));
  const auto at = static_cast<int>(std::ranges::find(kSteps, choice_.by) - std::begin(kSteps));
  choice_.by = kSteps[std::clamp(at + by, 0, count - 1)];
}

bool ExportSheet::press(const KeyPress& press, ActionContext& context) {
  if (job_ || press.ctrl) return true;
  if (press.key == Key::enter) wanted_ = true;
  if (press.key == Key::left || press.key == Key::right)
    change_format(press.key == Key::right ? 1 : -1, context.page, context.state);
  if (press.key == Key::up || press.key == Key::down) change_step(press.key == Key::down ? 1 : -1);
  if (press.key == Key::space) choice_.only_stage = !choice_.only_stage;
  return true;
}

void ExportSheet::start_pictures(ActionContext& context) {
  PictureRequest request;
  request.path = path_;
  request.only_stage = choice_.only_stage && context.page.shows_run();
  if (is_series(choice_.format)) {
    request.from = choice_.from;
    request.to = choice_.to;
  }
  request.by = choice_.by;
  request.delay_ms = choice_.delay_ms;
  request.kernel_dir = context.kernel_dir;
  AppState shown = context.state;
  shown.overlay = {};  // so that pictures do not contain this sheet
  job_ = context.make_pictures(std::move(shown), std::move(request));
}

void ExportSheet::start(ActionContext& context) {
  AppState& state = context.state;
  const auto wanted = export_as(context.page, state, choice_.format);
  if (!wanted) return;
  if (path_.empty())
    path_ = export_path(folder_, context.page, choice_, state, context.session.moment(state).position);
  if (!named_.empty() || context.folder.is_guessed()) context.folder.remember(path_);
  if (!wanted->write) return start_pictures(context);
  const Result<void> written = wanted->write(context, path_, std::nullopt);
  context.activity.notify(written ? "Exported " + path_ + "." : written.error().message);
  state.overlay = {};
}

void ExportSheet::go_on(ActionContext& context) {
  if (std::exchange(wanted_, false)) start(context);
  if (!job_) return;
  job_->go_on();
  const PictureProgress progress = job_->progress();
  if (!progress.finished) return;
  job_.reset();
  context.state.overlay = {};
  const std::string said =
      progress.cancelled ? fmt::format("Cancelled after {} of {} pictures.", progress.done, progress.count)
      : progress.error.empty() ? "Exported " + path_ + "."
                               : progress.error;
  context.activity.notify(said);
}

float ExportSheet::draw_moments(PanelContext& context, const Rect& row) {
  Ui& ui = context.ui;
  const std::uint64_t end = context.session.size(), here = context.moment.position;
  label(ui, row, "moments");
  float x = row.x + kLabels;
  const auto number = [&](std::string_view id, std::string_view name, std::uint64_t value,
                          const std::vector<std::uint64_t>& choices, std::string_view tooltip,
                          const CountRange& range) {
    const float width = ui.combo_box_width(name, std::to_string(value));
    const auto taken = ui.number_box(id, {x, row.y, width, 26}, name, value, choices, tooltip, range);
    x += width + 8;
    return taken;
  };
  if (const auto taken = number("export-from", "from", choice_.from, {0, here}, "The first moment", {0, end}))
    choice_.from = *taken;
  if (const auto taken = number("export-to", "to", choice_.to, {here, end}, "The last moment", {0, end}))
    choice_.to = *taken;
  if (choice_.format == ExportFormat::gif) {
    const std::vector<std::uint64_t> delays(kDelays.begin(), kDelays.end());
    if (const auto taken = number("export-delay", "ms each", choice_.delay_ms, delays,
                                  "How long each picture is shown", {20, 60'000}))
      choice_.delay_ms = static_cast<unsigned>(*taken);
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
  const std::vector<PageExport> offered = context.page.exports(state);
  std::vector<std::string> names;
  for (const PageExport& one : offered) names.emplace_back(title(one.format));
  const auto at = static_cast<std::size_t>(std::ranges::find(offered, choice_.format, &PageExport::format) -
                                           offered.begin());
  if (const auto taken = ui.segments("export-format", {row.x + kLabels, row.y, 420, 26}, names, at, {}))
    choice_.format = offered[*taken].format;
  row.y += kExportSheetRow;
  if (at < offered.size() && !offered[at].write && context.page.shows_run()) {
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

// Suggests a path until the user types a different path. The extension of the path follows the format.
void ExportSheet::choose_path(const PanelContext& context) {
  path_ = named_.empty() ? export_path(folder_, context.page, choice_, context.state, context.moment.position)
                         : with_ending(named_, choice_.format);
  if (!typing_ && field_.text() != path_) field_.set(path_, false);
}

void ExportSheet::type(const TypedInput& typed) {
  if (field_.type(typed)) named_ = field_.text();
  for (const KeyPress& press : typed.keys) {
    typing_ = typing_ && press.key != Key::escape && press.key != Key::enter && press.key != Key::tab;
    wanted_ |= press.key == Key::enter;
  }
}

void ExportSheet::draw_path(PanelContext& context, const Rect& row) {
  Ui& ui = context.ui;
  label(ui, row, "file");
  const bool had_keyboard = typing_;
  const Rect place{row.x + kLabels, row.y, row.width - kLabels, 28};
  if (field_.draw(ui, "export-path", place, typing_, "Folder and name of the file")) {
    typing_ = true;
  } else if (ui.pressed_outside(place)) {
    typing_ = false;
  }
  if (had_keyboard && typing_) type(ui.typed);
  if (typing_) context.activity.keyboard = KeyboardOwner::sheet;
  std::error_code ignored;
  const std::filesystem::path folder = system_path(path_).parent_path();
  const bool no_folder = !folder.empty() && !std::filesystem::is_directory(folder, ignored);
  const std::string_view note = no_folder ? "This folder does not exist."
                                : std::filesystem::exists(system_path(path_), ignored)
                                    ? "This file exists; Export replaces it."
                                    : "";
  const TextStyle style{Font::text, no_folder ? Role::costs : Role::second_ink, Align::left, 12};
  ui.canvas.text({place.x, place.bottom() + 6}, note, style);
}

void ExportSheet::draw_buttons(PanelContext& context, const Rect& content, bool can) {
  Ui& ui = context.ui;
  const float bottom = content.bottom() - 34;
  if (!job_) draw_path(context, {content.x, bottom - 62, content.width, 28});
  const Rect go{content.right() - 150, bottom, 150, 34}, cancel{go.x - 118, bottom, 106, 34};
  if (ui.button("export-cancel", cancel, job_ ? "Cancel" : "Close", "Esc")) {
    if (job_) job_->cancel();
    if (!job_) context.commands.close_overlay();
  }
  if (ui.button("export-go", go, "Export", "Write the file (Enter)", true, can)) wanted_ = true;
}

void ExportSheet::draw(const OverlayFrame& frame, PanelContext& context) {
  const Rect& window = frame.window;
  Ui& ui = context.ui;
  const float width = std::min(kExportSheetWidth, window.width - 16),
              height = std::min(kExportHeight, window.height - 16);
  const Rect box{(window.width - width) / 2, (window.height - height) / 2, width, height};
  ui.sheet(window, box);
  const Rect content{box.x + kExportSheetPadding, box.y + kExportSheetPadding,
                     width - 2 * kExportSheetPadding, height - 2 * kExportSheetPadding};
  const auto wanted = export_as(context.page, context.state, choice_.format);
  const std::string_view what = wanted ? wanted->what : "This page has nothing to export.";
  ui.canvas.text({content.x, content.y}, "Export", {Font::text_bold, Role::ink, Align::left, 18});
  ui.canvas.text({content.x + kLabels, content.y + 4}, what, kQuietExportSheet);

  const Rect body{content.x, content.y + kExportSheetRow, content.width, content.height - kExportSheetRow};
  const Run* run = context.session.run();
  const bool is_recorded = run != nullptr && !run->is_beginning();
  bool can = !job_ && wanted && (is_recorded || !context.page.shows_run());
  if (job_) {
    draw_progress(ui, body);
  } else {
    const float y = draw_choices(context, body);
    choose_path(context);
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

}  // namespace lockstep::gui
