#include "gui/user_data/window_size.hpp"

#include <fmt/format.h>

#include <sstream>

namespace lockstep::gui {
namespace {

bool is_possible(const WindowSize& size) {
  const auto in_range = [](int pixels) { return pixels >= WindowSize::kMin && pixels <= WindowSize::kMax; };
  return in_range(size.width) && in_range(size.height);
}

Result<WindowSize> parse(const std::string& text) {
  WindowSize size;
  std::istringstream(text) >> size.width >> size.height;
  if (!is_possible(size)) return failure("it does not contain a width and a height");
  return size;
}

}  // namespace

std::optional<WindowSize> KeptWindowSize::read() { return file_.read(parse); }

void KeptWindowSize::write(const WindowSize& size) {
  if (!is_possible(size) || written_ == size) return;
  written_ = size;
  file_.write(fmt::format("{} {}\n", size.width, size.height));
}

}  // namespace lockstep::gui
