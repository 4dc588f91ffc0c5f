#include "gui/app/window.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>

#include "core/base/features.hpp"
#include "gui/app/window_library.hpp"
#include "gui/pages/layout.hpp"
#include "gui/widgets/imgui_style.hpp"

namespace lockstep::gui {
namespace {

// Atomic, because other threads may call wake() while the library of the window is being loaded.
std::atomic<WindowSystem*> loaded_system = nullptr;

}  // namespace

Result<std::unique_ptr<Window>> Window::open(int width, int height) {
  const Result<WindowSystem*> system = load_window_system();
  if (!system) return tl::unexpected(system.error());
  std::unique_ptr<Window> window(new Window(**system));
  auto opened = (*system)->open({width, height}, own_command(), *window->context_, window->inbox_);
  if (!opened) return tl::unexpected(opened.error());
  window->window_ = std::move(*opened);
  loaded_system = *system;
  return window;
}

Window::Window(WindowSystem& system) : system_(system), context_(ImGui::CreateContext()) {
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
}

Window::~Window() {
  window_.reset();
  ImGui::DestroyContext(context_);
}

Result<std::unique_ptr<SystemWindow>> Window::open_second(Extent size, const std::string& title,
                                                          ImGuiContext& context) {
  return system_.open_second(size, title, context, inbox_);
}

bool Window::has_waiting_input() const {
#if IMGUI_VERSION_NUM >= 18700
  if (!context_->InputEventsQueue.empty()) return true;
#endif
  return !inbox_.keys.empty();
}

void Window::wake() {
  if (WindowSystem* system = loaded_system) system->wake();
}

float Window::width() const { return ImGui::GetIO().DisplaySize.x; }
float Window::height() const { return ImGui::GetIO().DisplaySize.y; }

void Window::begin_frame(const AppState& state, const std::vector<InputEvent>& typed) {
#if IMGUI_VERSION_NUM >= 18700
  // The input that the inbox provides for a frame must be used in this frame. Later releases of Dear ImGui
  // have their own queue, with which a field would receive a key some frames later than the page.
  ImGui::GetIO().ConfigInputTrickleEventQueue = typed.empty();
#endif
  for (const InputEvent& event : typed) window_->pass_on(event);
  const Extent size = window_->size();
  const auto width = static_cast<float>(size.width), height = static_cast<float>(size.height);
  const float wanted = wanted_scale(state.presentation, state.ui_scale, window_->scale(), width, height);
  const float scale = std::clamp(fitting_scale(wanted, width, height), 0.5f, 6.0f);
  const bool lacks_more = take_lacking(fonts_, characters_);
  const bool new_fonts = lacks_more || fonts_.faces.empty() || std::abs(fonts_.scale - scale) > 0.01f;
  if (new_fonts) {
    fonts_ = load_fonts(*ImGui::GetIO().Fonts, scale, characters_, fonts_.files);
    ImGui::GetIO().FontDefault = interface_font(fonts_);
  }
  apply_style(state.theme, scale);
  window_->begin_frame(new_fonts);
  ImGui::NewFrame();
}

void Window::end_frame(Colour ground) {
  ImGui::Render();
  pictures_.give(*ImGui::GetDrawData(), *window_);
  window_->show(*ImGui::GetDrawData(), ground);
}

void Window::set_title(const std::string& title) {
  if (title == title_) return;
  title_ = title;
  window_->set_title(title);
}

}  // namespace lockstep::gui
