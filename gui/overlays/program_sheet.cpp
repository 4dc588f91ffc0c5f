#include "gui/overlays/program_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/features.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/text/command_words.hpp"
#include "core/base/text/text.hpp"
#include "core/base/text/visible_text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "runtime/journal/launch_numbers.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

constexpr float kProgramPadding = 22, kProgramField = 28, kProgramRow = 36, kProgramLabel = 128,
                kProgramLine = 17;
constexpr TextStyle kProgramText{Font::code, Role::ink, Align::left, 12};
constexpr std::size_t kMaxLines = 2000;
constexpr const char *kCommandField = "command", *kFolderField = "folder", *kLaunchesField = "launches",
                     *kLimitField = "limit";

// Returns the length in bytes of the longest prefix of the text that fits in the width; at
// least one character.
std::size_t fitting_bytes(const Canvas& canvas, std::string_view text, const TextStyle& style, float width) {
  std::size_t bytes = 0;
  for (std::size_t next = 0; next < text.size();) {
    next_code_point(text, next);
    if (bytes > 0 && canvas.text_width(text.substr(0, next), style) > width) break;
    bytes = next;
  }
  return bytes;
}

}  // namespace

Result<std::uint64_t> read_seconds(const std::string& text) {
  if (text.find_first_not_of(' ') == std::string::npos) return 0;
  const auto count = parse_count(text);
  if (!count || *count > ProgramCommand::kMaxSeconds)
    return failure("Time limit: enter a whole number of seconds up to 86400; 0 means no limit.");
  return *count;
}

std::string problem_of(const ProgramCommand& command) {
  if (std::string why_not = missing(Feature::programs); !why_not.empty()) return why_not;
  const auto words = command_words(command.command);
  if (!words) return words.error().message;
  if (words->empty()) return "Enter the program and its arguments.";
  std::error_code ignored;
  if (!command.folder.empty() && !fs::is_directory(system_path(command.folder), ignored))
    return fmt::format("The working directory {} does not exist.", command.folder);
  if (const auto valid = runtime::parse_launch_numbers(command.launches); !valid)
    return as_sentence(valid.error().message);
  return {};
}

std::vector<std::string> fitting_lines(const Canvas& canvas, const std::string& text, const TextStyle& style,
                                       float width) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (canvas.text_width(line, style) <= width) {
      lines.push_back(line);
      continue;
    }
    for (const std::string& part : wrap_text(canvas, line, style, width))
      for (std::string_view rest = part; !rest.empty();) {
        const std::size_t bytes = fitting_bytes(canvas, rest, style, width);
        lines.emplace_back(rest.substr(0, bytes));
        rest.remove_prefix(bytes);
      }
  }
  return lines;
}

void ProgramSheet::begin(ActionContext& context) {
  context.activity.playing = had_keyboard_ = left_ = wanted_ = false;
  const ProgramStatus& last = context.program.status();
  const bool has_run = last.phase != ProgramStatus::Phase::none;
  ProgramCommand command = context.state.program.value_or(has_run ? last.command : ProgramCommand{});
  std::error_code ignored;
  if (command.folder.empty()) command.folder = path_text(fs::current_path(ignored));
  fields_.clear();
  fields_[kCommandField].set(command.command, true);
  fields_[kFolderField].set(command.folder, false);
  fields_[kLaunchesField].set(command.launches, false);
  fields_[kLimitField].set(std::to_string(command.seconds), false);
  focused_ = kCommandField;
  model_ = context.state.model;
  refused_.clear();
}

ProgramCommand ProgramSheet::typed() const {
  ProgramCommand command;
  command.command = fields_.at(kCommandField).text();
  command.launches = fields_.at(kLaunchesField).text();
  command.seconds = read_seconds(fields_.at(kLimitField).text()).value_or(0);
  const std::string& folder = fields_.at(kFolderField).text();
  std::error_code error;
  if (!folder.empty()) command.folder = path_text(normal_path(absolute_path(system_path(folder), error)));
  return command;
}

void ProgramSheet::take_keys(const TypedInput& typed) {
  if (!focused_.empty()) fields_[focused_].type(typed);
  for (const KeyPress& press : typed.keys) {
    left_ |= press.key == Key::escape;
    if (press.key == Key::tab) focused_.clear();
    wanted_ |= press.key == Key::enter && !focused_.empty();
  }
}

void ProgramSheet::field(Ui& ui, const std::string& key, const Rect& rect, std::string_view hint) {
  const std::string id = "program-" + key;
  if (ui.focus == id && ui.focus_moved) focused_ = key;
  if (fields_[key].draw(ui, id, rect, focused_ == key, hint)) focused_ = key;
}

float ProgramSheet::draw_fields(PanelContext& context, const Rect& content) {
  Ui& ui = context.ui;
  float y = content.y;
  const auto label = [&](float x, std::string_view text) {
    ui.canvas.text({x, top_for_centre(y + kProgramField / 2, kQuiet)}, text, kQuiet);
  };
  const float x = content.x + kProgramLabel, width = content.width - kProgramLabel;
  label(content.x, "Command");
  field(ui, kCommandField, {x, y, width, kProgramField}, "./my_program 1024");
  y += kProgramRow;
  label(content.x, "Working directory");
  field(ui, kFolderField, {x, y, width, kProgramField}, "The folder in which the program starts");
  y += kProgramRow;
  label(content.x, "Device model");
  std::vector<std::string> names, labels;
  std::size_t chosen = 0;
  for (const sim::DeviceModel& model : sim::device_models()) {
    if (model.name == model_) chosen = names.size();
    names.push_back(model.name);
    labels.push_back(model.title + " · " + model.name);
  }
  if (const auto other = ui.combo_box("program-model", {x, y, 218, kProgramField}, "", labels[chosen], labels,
                                      chosen, "The device that the program finds"))
    model_ = names[*other];
  label(x + 230, "record launches");
  field(ui, kLaunchesField, {x + 326, y, 108, kProgramField}, "all");
  label(x + 446, "time limit, s");
  field(ui, kLimitField, {x + 524, y, 72, kProgramField}, "none");
  return y + kProgramRow;
}

void ProgramSheet::draw_status(PanelContext& context, const Rect& row) const {
  const ProgramStatus& status = context.program.status();
  std::string text;
  Role role = Role::second_ink;
  const auto limit = read_seconds(fields_.at(kLimitField).text());
  const std::string problem = limit ? problem_of(typed()) : limit.error().message;
  if (status.phase == ProgramStatus::Phase::running) {
    text = fmt::format("{} is running: {} so far.", status.name.empty() ? "The program" : status.name,
                       plural(status.launches, "launch"));
    role = Role::acts;
  } else if (!problem.empty() && !fields_.at(kCommandField).text().empty()) {
    text = problem;
    role = Role::costs;
  } else if (status.phase == ProgramStatus::Phase::ended) {
    text = status.sentence;
    if (!status.problem.empty() && status.problem != status.sentence) text += " " + status.problem;
    role = status.succeeded && status.problem.empty() ? Role::second_ink : Role::costs;
  } else {
    const std::string why_not = missing(Feature::programs);
    text = why_not.empty()
               ? "The program runs in a process of its own, with Lockstep as its only OpenCL device."
               : why_not;
  }
  context.ui.paragraph(row, text, {Font::text, role, Align::left, 13}, 1.3f);
}

void ProgramSheet::draw_text(PanelContext& context, const Rect& area) {
  Ui& ui = context.ui;
  const ProgramStatus& status = context.program.status();
  const bool is_report = shown_ == Shown::report && !status.report.empty();
  const std::string& text = is_report ? status.report : status.output;
  if (text != text_ || area.width != text_width_) {
    text_ = text;
    text_width_ = area.width;
    std::string visible;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      visible += visible_text(text.substr(at, end - at)) + "\n";
      at = end + 1;
    }
    lines_ = fitting_lines(ui.canvas, visible, kProgramText, area.width - 28);
    if (lines_.size() > kMaxLines) lines_.erase(lines_.begin(), lines_.end() - kMaxLines);
    // Shows the end of the output, where new output appears, or the top of the report.
    scroll_.move(is_report ? -1e9f : 1e9f);
  }
  ui.canvas.fill_rect(area, Role::ground, 6);
  const Rect inner{area.x + 10, area.y + 8, area.width - 14, area.height - 16};
  const float top = scroll_.begin(ui, inner);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const float y = top + kProgramLine * static_cast<float>(i);
    if (y + kProgramLine >= inner.y && y <= inner.bottom())
      ui.canvas.text({inner.x, y}, lines_[i], kProgramText);
  }
  scroll_.end(ui, top + kProgramLine * static_cast<float>(lines_.size()));
  if (lines_.empty() && status.phase != ProgramStatus::Phase::none)
    ui.canvas.text({inner.x, inner.y}, "The program has written nothing.", kQuiet);
}

void ProgramSheet::draw_buttons(PanelContext& context, const Rect& row) {
  Ui& ui = context.ui;
  const bool runs = context.program.is_running();
  const bool can_run = read_seconds(fields_.at(kLimitField).text()) && problem_of(typed()).empty();
  const Rect run{row.right() - 130, row.y, 130, 34}, stop{run.x - 108, row.y, 100, 34},
      close{stop.x - 108, row.y, 100, 34};
  if (ui.button("program-close", close, "Close", "Esc; a program that runs continues")) left_ = true;
  if (ui.button("program-stop", stop, "Stop", "End the program", false, runs))
    context.commands.stop_program = true;
  const bool again = context.program.status().phase != ProgramStatus::Phase::none;
  wanted_ |= ui.button("program-run", run, again ? "Run again" : "Run", "Start the program (Enter)", true,
                       can_run && !runs);
  if (!std::exchange(wanted_, false) || !can_run || runs) return;
  context.commands.edit([model = model_](AppState& app) { app.model = model; });
  context.commands.program = typed();
  shown_ = Shown::report;
  focused_.clear();
}

void ProgramSheet::draw(const OverlayFrame& frame, PanelContext& context) {
  Ui& ui = context.ui;
  const Rect& window = frame.window;
  const float width = std::min(980.0f, window.width - 24), height = std::min(680.0f, window.height - 24);
  const Rect box{(window.width - width) / 2, (window.height - height) / 2, width, height};
  ui.sheet(window, box);
  const Rect content{box.x + kProgramPadding, box.y + kProgramPadding, width - 2 * kProgramPadding,
                     height - 2 * kProgramPadding};
  ui.canvas.text({content.x, content.y}, "Run an OpenCL program",
                 {Font::text_bold, Role::ink, Align::left, 18});
  if (had_keyboard_ && !ui.popup_open()) take_keys(ui.typed);
  float y = draw_fields(context, {content.x, content.y + 36, content.width, 0});
  draw_status(context, {content.x, y, content.width, 36});
  y += 40;
  const auto shown =
      ui.segments("program-shown", {content.x, y, 220, kProgramField}, {"Report", "Output"},
                  static_cast<std::size_t>(shown_),
                  {"Launches, transfers, findings, and what the program forgot", "What the program wrote"});
  if (shown) shown_ = static_cast<Shown>(*shown);
  y += kProgramRow;
  draw_text(context, {content.x, y, content.width, content.bottom() - 46 - y});
  draw_buttons(context, {content.x, content.bottom() - 36, content.width, 36});
  had_keyboard_ = true;
  if (!left_)
    context.activity.keyboard = KeyboardOwner::sheet;  // single letters are typed, not used as commands
  if (left_) context.commands.close_overlay();
}

std::unique_ptr<Overlay> make_program_sheet() { return std::make_unique<ProgramSheet>(); }

}  // namespace lockstep::gui
