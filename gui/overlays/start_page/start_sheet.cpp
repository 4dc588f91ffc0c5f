#include "gui/overlays/start_page/start_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/base/files/path_text.hpp"
#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/lesson/reading/library.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstLesson = "first-steps";
constexpr float kStartWidth = 900, kStartPadding = 24, kDoorGap = 14, kDoorPadding = 14;
constexpr float kStartHead = 62, kDoorHead = 34, kDoorFacts = 26, kDoorLine = 19;
constexpr float kLinkRow = 28, kLinkRows = 2, kStartFoot = 34, kRecentHead = 24, kRecentRow = 26;
constexpr std::size_t kMaxRecent = 5;
constexpr TextStyle kStartTitle{Font::text_bold, Role::ink, Align::left, 20};
constexpr TextStyle kDoorTitle{Font::text_bold, Role::ink, Align::left, 16};
constexpr TextStyle kDoorKey{Font::text_bold, Role::on_acts, Align::centre, 13};
constexpr TextStyle kStartLink{Font::text, Role::acts, Align::left, 13};

std::string_view intro() {
  return "See how a GPU adds and scans, lane by lane. Where would you like to begin?";
}

StartDoor first_steps(LessonPlayer& lessons) {
  StartDoor door{"start-first-steps", "First steps", "", "",
                 [](Commands& commands) { commands.files.push_back("lesson:" + std::string(kFirstLesson)); }};
  const auto folder = find_lesson(kFirstLesson);
  const auto loaded = folder ? load_lesson(*folder) : tl::unexpected(folder.error());
  if (!loaded) return door;
  const Lesson& lesson = loaded->lesson;
  const std::size_t seen = std::min(lessons.progress(folder->id()).seen.size(), lesson.pages.size());
  door.text = lesson.summary;
  door.facts = seen > 0 ? fmt::format("{} of {} seen", seen, plural(lesson.pages.size(), "page"))
                        : fmt::format("{}, alone", plural(lesson.minutes, "minute"));
  return door;
}

StartDoor lectures() {
  return {"start-lectures", "Lectures",
          "Pages of text, each with a run beside it and questions that this run answers. F5 presents them.",
          plural(lesson_folders().size(), "lesson"), [](Commands& commands) {
            commands.edit([](AppState& state) {
              close_lesson(state);
              state.tab = LessonChoice::kPage;
              state.overlay = {};
            });
          }};
}

StartDoor my_kernel() {
  return {"start-kernel", "My kernel",
          "Opens an OpenCL C or CUDA file of your own: say how it is launched, and step through it.",
          ".cl, .cu, or a saved scene",
          [](Commands& commands) { commands.actions.push_back(actions::open_file); }};
}

void open_lecturers(Commands& commands) {
  commands.edit([](AppState& state) { state.overlay = {"lecturers", 0}; });
}

// Draws a line of text that can be pressed. Returns whether the line was pressed.
bool draw_link(Ui& ui, std::string_view id, const Rect& room, std::string_view text) {
  const std::string fitting = fit_text(ui.canvas, text, kStartLink, room.width - 12);
  const Rect rect{room.x, room.y, ui.canvas.text_width(fitting, kStartLink) + 12, room.height};
  const ItemState state = ui.item(id, rect);
  if (state.hovered) ui.canvas.fill_rect(rect, Role::acts_pale, 4);
  ui.canvas.text({rect.x + 6, top_for_centre(rect.centre().y, kStartLink)}, fitting, kStartLink);
  return state.clicked;
}

}  // namespace

std::array<StartDoor, kStartDoors> start_doors(LessonPlayer& lessons) {
  return {first_steps(lessons), lectures(), my_kernel()};
}

void StartSheet::begin(ActionContext& context) {
  context.activity.playing = false;
  doors_ = start_doors(context.lessons);
  recent_ = context.recent.paths();
  if (recent_.size() > kMaxRecent) recent_.resize(kMaxRecent);
}

bool StartSheet::press(const KeyPress& press, ActionContext& context) {
  if (press.ctrl || (press.shift && press.key != Key::t)) return false;  // "(T)" may be typed with Shift
  switch (press.key) {
    case Key::enter:
    case Key::digit1:
      doors_[0].open(context.commands);
      return true;
    case Key::digit2:
      doors_[1].open(context.commands);
      return true;
    case Key::digit3:
      doors_[2].open(context.commands);
      return true;
    case Key::l:
      open_lecturers(context.commands);
      return true;
    case Key::t:
      context.commands.actions.push_back(actions::start_tour);
      return true;
    case Key::n:
      context.commands.actions.push_back(actions::new_kernel);
      return true;
    case Key::p:
      context.commands.actions.push_back(actions::open_program);
      return true;
    default:
      return false;
  }
}

// Returns the height of the longest text in a door of this width.
float StartSheet::text_height(const Canvas& canvas, float width) const {
  std::size_t most = 0;
  for (const StartDoor& door : doors_)
    most = std::max(most, wrap_text(canvas, door.text, kText, width).size());
  return kDoorLine * static_cast<float>(most);
}

void StartSheet::draw_door(std::size_t index, const Rect& rect, PanelContext& context) const {
  Ui& ui = context.ui;
  const StartDoor& door = doors_[index];
  const ItemState state = ui.item(door.id, rect);
  const bool is_first = index == 0;
  if (state.hovered) ui.canvas.fill_rect(rect, Role::acts_pale, 8);
  ui.canvas.stroke_rect(rect, is_first || state.hovered ? Role::acts : Role::line, is_first ? 2 : 1, 8);
  const Rect key{rect.x + kDoorPadding, rect.y + 12, 22, 22};
  ui.canvas.fill_rect(key, Role::acts, 5);
  ui.canvas.text({key.centre().x, top_for_centre(key.centre().y, kDoorKey)}, std::to_string(index + 1),
                 kDoorKey);
  const float x = rect.x + kDoorPadding, room = rect.width - 2 * kDoorPadding;
  ui.canvas.text({key.right() + 10, top_for_centre(key.centre().y, kDoorTitle)}, door.title, kDoorTitle);
  float y = rect.y + kDoorHead + 8;
  for (const std::string& line : wrap_text(ui.canvas, door.text, kText, room)) {
    ui.canvas.text({x, y}, line, kText);
    y += kDoorLine;
  }
  ui.canvas.text({x, rect.bottom() - kDoorFacts}, fit_text(ui.canvas, door.facts, kQuiet, room), kQuiet);
  if (state.clicked) door.open(context.commands);
}

// Draws each link below the door that it belongs to.
void StartSheet::draw_links(const Rect& content, float y, PanelContext& context) const {
  const float third = (content.width + kDoorGap) / 3;
  const auto room = [&](float index) {
    return Rect{content.x + index * third, y, third - kDoorGap, kLinkRow - 4};
  };
  Ui& ui = context.ui;
  if (draw_link(ui, "start-tour", room(0), "Tour of the window, one minute (T)"))
    context.commands.actions.push_back(actions::start_tour);
  if (draw_link(ui, "start-lecturers", room(1), "For lecturers: plans, exams (L)"))
    open_lecturers(context.commands);
  if (draw_link(ui, "start-program", room(2), "Run an OpenCL program (P)"))
    context.commands.actions.push_back(actions::open_program);
  Rect below = room(2);
  below.y += kLinkRow;
  if (draw_link(ui, "start-new-kernel", below, "New kernel: a small reduction (N)"))
    context.commands.actions.push_back(actions::new_kernel);
}

void StartSheet::draw_recent(const Rect& content, float y, std::size_t rows, PanelContext& context) const {
  Ui& ui = context.ui;
  ui.canvas.text({content.x, y}, "Opened last", kTitle);
  y += kRecentHead;
  for (std::size_t i = 0; i < rows; ++i, y += kRecentRow) {
    const fs::path path = system_path(recent_[i]);
    const Rect rect{content.x, y, content.width, kRecentRow - 2};
    const ItemState state = ui.item("start-recent-" + std::to_string(i), rect);
    if (state.hovered) ui.canvas.fill_rect(rect, Role::acts_pale, 4);
    const std::string name = fit_text(ui.canvas, path_text(path.filename()), kText, rect.width * 0.5f);
    ui.canvas.text({rect.x + 6, top_for_centre(rect.centre().y, kText)}, name, kText);
    const float note = rect.x + 6 + ui.canvas.text_width(name, kText) + 12;
    ui.canvas.text({note, top_for_centre(rect.centre().y, kQuiet)},
                   fit_text(ui.canvas, path_text(path.parent_path()), kQuiet, rect.right() - 6 - note),
                   kQuiet);
    if (!state.clicked) continue;
    context.commands.close_overlay();
    context.commands.files.push_back(recent_[i]);
  }
}

void StartSheet::draw(const OverlayFrame& frame, PanelContext& context) {
  Ui& ui = context.ui;
  const Rect& window = frame.window;
  const float width = std::min(kStartWidth, window.width - 16), inner = width - 2 * kStartPadding;
  const float door_width = (inner - 2 * kDoorGap) / 3;
  const float door_height =
      kDoorHead + 8 + text_height(ui.canvas, door_width - 2 * kDoorPadding) + 6 + kDoorFacts;
  const float least = 2 * kStartPadding + kStartHead + door_height + 8 + kLinkRows * kLinkRow + kStartFoot;
  // A short window shows fewer recent files or none. Ctrl+O also lists these files.
  const float left = window.height - 16 - least - 8 - kRecentHead;
  const auto rows = std::min(recent_.size(), static_cast<std::size_t>(std::max(0.0f, left / kRecentRow)));
  const float recent = rows > 0 ? 8 + kRecentHead + kRecentRow * static_cast<float>(rows) : 0;
  const float height = least + recent;
  const Rect box{(window.width - width) / 2, std::max(0.0f, (window.height - height) / 2), width, height};
  ui.sheet(window, box);
  const Rect content{box.x + kStartPadding, box.y + kStartPadding, inner, height - 2 * kStartPadding};
  ui.canvas.text({content.x, content.y - 4}, "Welcome to Lockstep", kStartTitle);
  ui.canvas.text({content.x, content.y + 28}, fit_text(ui.canvas, intro(), kSentence, inner), kSentence);
  float y = content.y + kStartHead;
  for (std::size_t i = 0; i < doors_.size(); ++i)
    draw_door(i, {content.x + static_cast<float>(i) * (door_width + kDoorGap), y, door_width, door_height},
              context);
  y += door_height + 8;
  draw_links(content, y, context);
  if (rows > 0) draw_recent(content, y + kLinkRows * kLinkRow + 8, rows, context);
  const Rect close{content.right() - 170, content.bottom() - 28, 170, 30};
  const std::string note = "1 2 3 or Tab and Enter choose · File, Start page opens this again";
  ui.canvas.text({content.x, top_for_centre(close.centre().y, kQuiet)},
                 fit_text(ui.canvas, note, kQuiet, close.x - 12 - content.x), kQuiet);
  const bool closed = ui.button("start-close", close, "To the window (Esc)", "");
  if (closed || (ui.mouse_pressed(window) && !box.contains(ui.mouse()))) context.commands.close_overlay();
}

std::unique_ptr<Overlay> make_start_sheet() { return std::make_unique<StartSheet>(); }

}  // namespace lockstep::gui
