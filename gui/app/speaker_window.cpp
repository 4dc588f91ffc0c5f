#include "gui/app/speaker_window.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "gui/app/headless.hpp"
#include "gui/talk/speaker_page.hpp"
#include "gui/widgets/canvas_imgui.hpp"
#include "gui/widgets/current_context.hpp"
#include "gui/widgets/texture.hpp"

namespace lockstep::gui {
namespace {

constexpr int kNotesWidth = 1120, kNotesHeight = 640, kPictureWidth = 854, kPictureHeight = 480;
constexpr auto kSoon = std::chrono::milliseconds(30);

}  // namespace

struct SpeakerWindow::Impl {
  ImGuiContext* context = nullptr;
  std::unique_ptr<SystemWindow> window;
  FontSet fonts;
  std::string kernel_dir;
  // Draws the next page without a window, for the picture.
  std::unique_ptr<Headless> next;
  std::optional<TalkPage> wanted;
  AppState shown_in;  // state of the window that determines the theme and the terms
  bool painted = false;
  std::uint64_t picture = 0;

  void begin_picture(const TalkPage& page, const AppState& state, std::string number);
  void paint();
  bool go_on();
  void draw(const TalkPlayer& talk, const AppState& state, Clock::time_point now);
  bool load(float scale);
};

Result<std::unique_ptr<SpeakerWindow>> SpeakerWindow::open(Window& audience, const std::string& kernel_dir) {
  auto impl = std::make_unique<Impl>();
  impl->kernel_dir = kernel_dir;
  impl->context = ImGui::CreateContext();
  std::unique_ptr<SpeakerWindow> speaker(new SpeakerWindow(std::move(impl)));
  auto opened =
      audience.open_second({kNotesWidth, kNotesHeight}, "Notes · Lockstep", *speaker->impl_->context);
  if (!opened) return failure(opened.error().message + " The notes are in the list of scenes (Ctrl+L).");
  speaker->impl_->window = std::move(*opened);
  const CurrentContext current(speaker->impl_->context);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().LogFilename = nullptr;
  return speaker;
}

SpeakerWindow::SpeakerWindow(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

SpeakerWindow::~SpeakerWindow() {
  impl_->next.reset();
  impl_->window.reset();
  ImGui::DestroyContext(impl_->context);
}

bool SpeakerWindow::should_close() const { return impl_->window->should_close(); }

// The page is drawn as in the presentation, with its text.
void SpeakerWindow::Impl::begin_picture(const TalkPage& page, const AppState& state, std::string number) {
  wanted = page;
  shown_in = state;
  painted = false;
  if (!next) {
    InterfaceOptions options;
    options.kernel_dir = kernel_dir;
    options.jobs = Window::wake;
    next = std::make_unique<Headless>(shown_page(page, state), kPictureWidth, kPictureHeight, 1.0f,
                                      std::move(options));
  }
  next->interface().present(page, state, std::move(number));
}

// Draws a frame of the page; returns false when its run is ready and the picture has been painted.
bool SpeakerWindow::Impl::go_on() {
  if (painted || !next) return false;
  next->frame();
  Session& session = next->interface().session();
  if (session.status(next->interface().state()) == Session::RunStatus::simulating) return true;
  next->frame();
  paint();
  painted = true;
  return false;
}

void SpeakerWindow::Impl::paint() {
  const Image image = next->picture();
  if (picture != 0) window->remove_picture(picture);
  picture = window->add_picture({image.width, image.height}, image.rgba.data());
}

// Loads the fonts for this scale. Returns true if new fonts were loaded.
bool SpeakerWindow::Impl::load(float scale) {
  if (!fonts.faces.empty() && std::abs(fonts.scale - scale) < 0.01f) return false;
  fonts = load_fonts(*ImGui::GetIO().Fonts, scale, {}, fonts.files);
  return true;
}

void SpeakerWindow::Impl::draw(const TalkPlayer& talk, const AppState& state, Clock::time_point now) {
  const Extent pixels = window->pixels();
  if (pixels.width < 1 || pixels.height < 1) return;
  const float scale = window->scale();
  const bool new_fonts = load(scale);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(static_cast<float>(pixels.width), static_cast<float>(pixels.height));
  io.DeltaTime = 1.0f / 60;
  window->begin_frame(new_fonts);
  ImGui::NewFrame();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  CanvasImgui canvas(list, state.theme, fonts);
  canvas.speak(state.words);
  const float page_width = io.DisplaySize.x / scale, page_height = io.DisplaySize.y / scale;
  std::optional<std::chrono::seconds> since;
  if (const auto began = talk.started())
    since = std::chrono::duration_cast<std::chrono::seconds>(std::max(now, *began) - *began);
  draw_speaker_page(canvas, page_width, page_height, talk, since);
  if (talk.upcoming() != nullptr && painted) {
    const Rect place = speaker_layout(page_width, page_height).picture;
    list.AddImage(texture_id(picture), ImVec2(place.x * scale, place.y * scale),
                  ImVec2(place.right() * scale, place.bottom() * scale));
  }
  ImGui::Render();
  window->show(*ImGui::GetDrawData(), shape_colour(state.theme, Role::ground));
}

void SpeakerWindow::draw(const TalkPlayer& talk, const AppState& state, Clock::time_point now) {
  const CurrentContext current(impl_->context);
  bool is_waiting = false;
  if (const TalkPage* next = talk.upcoming()) {
    const AppState& before = impl_->shown_in;
    const bool is_same = impl_->wanted == *next && before.theme == state.theme &&
                         before.words == state.words && before.ui_scale == state.ui_scale;
    if (!is_same) impl_->begin_picture(*next, state, talk.position(talk.page() + 1));
    is_waiting = impl_->go_on();
  }
  impl_->draw(talk, state, now);
  due_.reset();
  if (talk.started()) due_ = now + std::chrono::seconds(1);
  if (is_waiting) due_ = now + kSoon;
}

}  // namespace lockstep::gui
