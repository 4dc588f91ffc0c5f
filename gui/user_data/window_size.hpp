// Stores the last size of the window, in system units. The window opens with this size.
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
  // `file` is the path of the file that stores the size. If `file` is empty, the size is lost on exit.
  explicit KeptWindowSize(std::string file) : file_(std::move(file), kMaxBytes) {}

  // Returns the stored size; no value if the size is not known.
  std::optional<WindowSize> read();
  // Writes a size unless it is out of range or equal to the size that was last written.
  void write(const WindowSize& size);

 private:
  static constexpr std::uint64_t kMaxBytes = 64;
  KeptFile file_;
  std::optional<WindowSize> written_;
};

}  // namespace lockstep::gui
