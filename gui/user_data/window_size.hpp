// The last size of the window, in system units; the window opens with this size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/base/files/kept_file.hpp"

namespace lockstep::gui {

struct WindowSize {
  static constexpr int kMin = 200, kMax = 16'384;
  int width = 0, height = 0;  // each from kMin to kMax
  bool operator==(const WindowSize&) const = default;
};

class KeptWindowSize {
 public:
  // `file` is the file that stores the size; if it is empty, the size is lost on exit.
  explicit KeptWindowSize(std::string file) : file_(std::move(file), kMaxBytes) {}

  // No value if the size is not known.
  std::optional<WindowSize> read();
  // A size is not written if it is out of range or equal to the size that was last written.
  void write(const WindowSize& size);

 private:
  static constexpr std::uint64_t kMaxBytes = 64;
  KeptFile file_;
  std::optional<WindowSize> written_;
};

}  // namespace lockstep::gui
