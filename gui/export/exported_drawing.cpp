#include "gui/export/exported_drawing.hpp"

#include <imgui.h>

#include <cmath>

#include "core/base/files/atomic_writer.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/widgets/canvas_imgui.hpp"

namespace lockstep::gui {
namespace {

constexpr float kPngScale = 2;

// Creates a Dear ImGui context that is current during the lifetime of this object.
class DrawingContext {
 public:
  DrawingContext() : before_(ImGui::GetCurrentContext()), own_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(own_);
  }
  ~DrawingContext() {
    ImGui::SetCurrentContext(before_);
    ImGui::DestroyContext(own_);
  }
  DrawingContext(const DrawingContext&) = delete;
  DrawingContext& operator=(const DrawingContext&) = delete;

 private:
  ImGuiContext *before_, *own_;
};

void draw_frame(const Drawing& drawing, const AppState& state, const FontSet& fonts) {
  ImGui::NewFrame();
  CanvasImgui canvas(*ImGui::GetBackgroundDrawList(), state.theme, fonts);
  canvas.speak(state.words);
  canvas.fill_rect({0, 0, drawing.width, drawing.height}, Role::card);
  drawing.draw(canvas);
  ImGui::Render();
}

}  // namespace

Image paint(const Drawing& drawing, const AppState& state, float scale) {
  const DrawingContext context;
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = io.LogFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  const float width = std::ceil(drawing.width * scale), height = std::ceil(drawing.height * scale);
  io.DisplaySize = ImVec2(width, height);
  io.DeltaTime = 1.0f / 60;
  const FontSet fonts = load_fonts(*io.Fonts, scale);
  unsigned char* alpha = nullptr;
  Coverage atlas;
  io.Fonts->GetTexDataAsAlpha8(&alpha, &atlas.width, &atlas.height);
  atlas.alpha = alpha;
  draw_frame(drawing, state, fonts);
  Image image(static_cast<int>(width), static_cast<int>(height), shape_colour(state.theme, Role::card));
  render(*ImGui::GetDrawData(), atlas, image);
  return image;
}

Result<void> write_drawing(const Drawing& drawing, const AppState& state, const std::string& path) {
  if (path.ends_with(".png")) return write_png(paint(drawing, state, kPngScale), path);
  CanvasSvg canvas(drawing.width, drawing.height, state.theme);
  canvas.speak(state.words);
  canvas.fill_rect({0, 0, drawing.width, drawing.height}, Role::card);
  drawing.draw(canvas);
  return write_atomically(path, canvas.document(drawing.title));
}

}  // namespace lockstep::gui
