#include "gui/app/headless.hpp"

#include <imgui.h>

#include "gui/widgets/current_context.hpp"
#include "gui/widgets/imgui_style.hpp"

namespace lockstep::gui {

Headless::Headless(AppState state, int width, int height, float scale, InterfaceOptions options)
    : width_(width),
      height_(height),
      scale_(scale),
      context_(ImGui::CreateContext()),
      now_(Interface::Clock::now()) {
  const CurrentContext current(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  // This flag is needed because figures of large arrays have more vertices than 16-bit indices can address.
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  io.DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
  io.MousePos = ImVec2(-1e4f, -1e4f);
  // Pictures and tests do not write to the user's documents folder.
  if (options.save_folder.empty()) options.save_folder = ".";
  interface_ = std::make_unique<Interface>(std::move(state), std::move(options));
  fonts_ = load_fonts(*io.Fonts, scale_now());
  io.FontDefault = interface_font(fonts_);
}

Headless::~Headless() {
  {
    const CurrentContext current(context_);
    interface_.reset();
  }
  // The context is destroyed after the scope above; the end of this scope would otherwise make the destroyed
  // context current again.
  ImGui::DestroyContext(context_);
}

float Headless::scale_now() const {
  const AppState& state = interface_->state();
  const auto width = static_cast<float>(width_), height = static_cast<float>(height_);
  return fitting_scale(wanted_scale(state.presentation, state.ui_scale, scale_, width, height), width,
                       height);
}

void Headless::point_at(Point at) {
  const CurrentContext current(context_);
  ImGui::GetIO().MousePos = ImVec2(at.x * fonts_.scale, at.y * fonts_.scale);
}

void Headless::hold_button(bool down, int button) {
  const CurrentContext current(context_);
  ImGui::GetIO().MouseDown[button] = down;
}

void Headless::set_clipboard(const std::string& text) {
  const CurrentContext current(context_);
  ImGui::SetClipboardText(text.c_str());
}

std::string Headless::clipboard() const {
  const CurrentContext current(context_);
  const char* text = ImGui::GetClipboardText();
  return text == nullptr ? "" : text;
}

void Headless::frame(const TypedInput& typed, double seconds) {
  const CurrentContext current(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = static_cast<float>(seconds);
  io.MouseWheel = std::exchange(wheel_, 0.0f);
  now_ += std::chrono::duration_cast<Interface::Clock::duration>(std::chrono::duration<double>(seconds));
  const bool lacks_more = take_lacking(fonts_, characters_);
  if (lacks_more || std::abs(fonts_.scale - scale_now()) > 0.01f) {
    fonts_ = load_fonts(*io.Fonts, scale_now(), characters_, fonts_.files);
    io.FontDefault = interface_font(fonts_);
  }
  apply_style(interface_->state().theme, fonts_.scale);
  if (io.WantTextInput) io.AddInputCharactersUTF8(typed.characters.c_str());
  ImGui::NewFrame();
  interface_->draw(static_cast<float>(width_), static_cast<float>(height_), fonts_, typed, now_);
  ImGui::Render();
}

Coverage Headless::atlas() const {
  const CurrentContext current(context_);
  unsigned char* alpha = nullptr;
  Coverage atlas;
  ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&alpha, &atlas.width, &atlas.height);
  atlas.alpha = alpha;
  return atlas;
}

Image Headless::picture() const {
  const CurrentContext current(context_);
  Image image(width_, height_, shape_colour(interface_->state().theme, Role::ground));
  render(*ImGui::GetDrawData(), atlas(), image);
  return image;
}

FrameCopy Headless::copy() const {
  const CurrentContext current(context_);
  return {*ImGui::GetDrawData(), atlas(),
          Image(width_, height_, shape_colour(interface_->state().theme, Role::ground))};
}

PixelRect Headless::stage_place() const {
  const Rect place = interface_->screen().stage();
  const auto pixels = [&](float points) { return static_cast<int>(points * fonts_.scale); };
  return {pixels(place.x), pixels(place.y), pixels(place.width), pixels(place.height)};
}

void settle(Headless& window) {
  constexpr auto most = std::chrono::minutes(2);
  Interface& interface = window.interface();
  interface.settle(most);
  // The second frame uses the sizes that the first frame measured.
  window.frame();
  interface.benchmark().wait(std::chrono::seconds(5));
  interface.counting().wait(most);
  window.frame();  // the devices are now known, so this frame requests the counts of the ladder for a device
  interface.ladder().wait(most);
  interface.lab().wait(most);
  interface.assignments().wait(most);
  interface.predict().wait(most);  // the first frame has requested a question
  // Several frames are needed, because one frame starts the work of an overlay and a later frame
  // shows the result.
  for (int i = 0; i < 3; ++i) {
    window.frame();
    interface.session().wait(most);
  }
  window.frame();
}

Image render_frame(const AppState& state, int width, int height, float scale, const std::string& kernel_dir) {
  InterfaceOptions options;
  options.kernel_dir = kernel_dir;
  Headless window(state, width, height, scale, std::move(options));
  settle(window);
  return window.picture();
}

}  // namespace lockstep::gui
