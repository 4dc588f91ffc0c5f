#include "gui/app/speaker_window.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "gui/app/headless.hpp"
#include "gui/talk/speaker_page.hpp"
#include "gui/widgets/canvas_imgui.hpp"

// The OpenGL functions that are called directly; the library of every platform exports them.
extern "C" {
void glClearColor(float, float, float, float);
void glClear(unsigned);
void glViewport(int, int, int, int);
void glGenTextures(int, unsigned*);
void glDeleteTextures(int, const unsigned*);
void glBindTexture(unsigned, unsigned);
void glTexParameteri(unsigned, unsigned, int);
void glTexImage2D(unsigned, int, int, int, int, int, unsigned, unsigned, const void*);
}

namespace lockstep::gui {
namespace {

constexpr int kNotesWidth = 1120, kNotesHeight = 640, kPictureWidth = 854, kPictureHeight = 480;
constexpr auto kSoon = std::chrono::milliseconds(30);

// For its lifetime another Dear ImGui and another OpenGL context are the current ones.
class OtherContexts {
 public:
  OtherContexts(GLFWwindow* window, ImGuiContext* context)
      : window_(glfwGetCurrentContext()), context_(ImGui::GetCurrentContext()) {
    glfwMakeContextCurrent(window);
    ImGui::SetCurrentContext(context);
  }
  ~OtherContexts() {
    glfwMakeContextCurrent(window_);
    ImGui::SetCurrentContext(context_);
  }
  OtherContexts(const OtherContexts&) = delete;
  OtherContexts& operator=(const OtherContexts&) = delete;

 private:
  GLFWwindow* window_;
  ImGuiContext* context_;
};

// Beside the audience's screen, where there is another one.
void choose_screen(GLFWwindow* window, GLFWwindow* audience) {
  int count = 0, x = 0, y = 0;
  GLFWmonitor** screens = glfwGetMonitors(&count);
  glfwGetWindowPos(audience, &x, &y);
  for (int i = 0; i < count; ++i) {
    int left = 0, top = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(screens[i], &left, &top, &width, &height);
    const bool has_audience = x >= left && x < left + width && y >= top && y < top + height;
    if (has_audience) continue;
    glfwSetWindowPos(window, left + 40, top + 40);
    return;
  }
}

}  // namespace

struct SpeakerWindow::Impl {
  GLFWwindow* window = nullptr;
  ImGuiContext* context = nullptr;
  FontSet fonts;
  std::string kernel_dir;
  std::optional<Clock::time_point> began;
  // The next page, drawn without a window, and its picture.
  std::unique_ptr<Headless> next;
  std::optional<AppState> wanted;
  bool painted = false;
  unsigned texture = 0;

  void begin_picture(const AppState& page);
  void paint();
  bool go_on();
  void draw(const TalkPlayer& talk, const AppState& state, Clock::time_point now);
  void load(float scale);
};

Result<std::unique_ptr<SpeakerWindow>> SpeakerWindow::open(Window& audience, const std::string& kernel_dir) {
  glfwWindowHint(GLFW_VISIBLE, GLFW_TRUE);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);
  auto impl = std::make_unique<Impl>();
  impl->window = glfwCreateWindow(kNotesWidth, kNotesHeight, "Notes · Lockstep", nullptr, nullptr);
  if (impl->window == nullptr) {
    const char* reason = nullptr;
    glfwGetError(&reason);
    return failure(std::string("A second window cannot be opened here") +
                   (reason != nullptr ? std::string(" (") + reason + ")" : std::string()) +
                   ". The notes are in the list of scenes (Ctrl+L).");
  }
  impl->kernel_dir = kernel_dir;
  choose_screen(impl->window, audience.handle());
  audience.take_keys_of(impl->window);
  impl->context = ImGui::CreateContext();
  const OtherContexts current(impl->window, impl->context);
  glfwSwapInterval(0);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().LogFilename = nullptr;
  ImGui_ImplOpenGL3_Init("#version 330 core");
  glGenTextures(1, &impl->texture);
  return std::unique_ptr<SpeakerWindow>(new SpeakerWindow(std::move(impl)));
}

SpeakerWindow::SpeakerWindow(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

SpeakerWindow::~SpeakerWindow() {
  {
    const OtherContexts current(impl_->window, impl_->context);
    impl_->next.reset();
    glDeleteTextures(1, &impl_->texture);
    ImGui_ImplOpenGL3_Shutdown();
  }
  ImGui::DestroyContext(impl_->context);
  glfwDestroyWindow(impl_->window);
}

bool SpeakerWindow::should_close() const { return glfwWindowShouldClose(impl_->window) != 0; }

void SpeakerWindow::Impl::begin_picture(const AppState& page) {
  wanted = page;
  painted = false;
  if (next) return next->interface().show(page);
  InterfaceOptions options;
  options.kernel_dir = kernel_dir;
  options.jobs = Window::wake;
  next = std::make_unique<Headless>(page, kPictureWidth, kPictureHeight, 1.0f, std::move(options));
}

// A frame of the page; false when its run is there and the picture is painted.
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
  constexpr unsigned texture_2d = 0x0DE1, min_filter = 0x2801, mag_filter = 0x2800, rgba = 0x1908,
                     unsigned_byte = 0x1401;
  constexpr int linear = 0x2601;
  const Image image = next->picture();
  glBindTexture(texture_2d, texture);
  glTexParameteri(texture_2d, min_filter, linear);
  glTexParameteri(texture_2d, mag_filter, linear);
  glTexImage2D(texture_2d, 0, rgba, image.width, image.height, 0, rgba, unsigned_byte, image.rgba.data());
}

void SpeakerWindow::Impl::load(float scale) {
  const bool first = fonts.faces.empty();
  if (!first && std::abs(fonts.scale - scale) < 0.01f) return;
  fonts = load_fonts(*ImGui::GetIO().Fonts, scale);
#if IMGUI_VERSION_NUM < 19200
  if (!first) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
#endif
}

void SpeakerWindow::Impl::draw(const TalkPlayer& talk, const AppState& state, Clock::time_point now) {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  if (width < 1 || height < 1) return;
  float scale_x = 1, scale_y = 1;
  glfwGetWindowContentScale(window, &scale_x, &scale_y);
  load(scale_x);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
  io.DeltaTime = 1.0f / 60;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  CanvasImgui canvas(list, state.theme, fonts);
  canvas.speak(state.words);
  const float page_width = io.DisplaySize.x / scale_x, page_height = io.DisplaySize.y / scale_x;
  std::optional<std::chrono::seconds> since;
  if (began) since = std::chrono::duration_cast<std::chrono::seconds>(now - *began);
  draw_speaker_page(canvas, page_width, page_height, talk, since);
  if (talk.upcoming() != nullptr && painted) {
    const Rect place = speaker_layout(page_width, page_height).picture;
    list.AddImage(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture)),
                  ImVec2(place.x * scale_x, place.y * scale_x),
                  ImVec2(place.right() * scale_x, place.bottom() * scale_x));
  }
  ImGui::Render();
  glViewport(0, 0, width, height);
  const Colour ground = shape_colour(state.theme, Role::ground);
  glClearColor(static_cast<float>(ground.r) / 255, static_cast<float>(ground.g) / 255,
               static_cast<float>(ground.b) / 255, 1);
  constexpr unsigned colour_buffer = 0x4000;
  glClear(colour_buffer);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(window);
}

void SpeakerWindow::draw(const TalkPlayer& talk, const AppState& state, Clock::time_point now) {
  const OtherContexts current(impl_->window, impl_->context);
  if (talk.is_running() && !impl_->began) impl_->began = now;
  bool is_waiting = false;
  if (const TalkPage* next = talk.upcoming()) {
    AppState page = shown_page(*next, state);
    page.title = page_title(*next);
    if (impl_->wanted != page) impl_->begin_picture(page);
    is_waiting = impl_->go_on();
  }
  impl_->draw(talk, state, now);
  due_.reset();
  if (impl_->began) due_ = now + std::chrono::seconds(1);
  if (is_waiting) due_ = now + kSoon;
}

}  // namespace lockstep::gui
