// The size of the window when it was closed, in the units of the system, with which it opens again.
#pragma once

#include <optional>
#include <string>

#include "core/base/files/kept_file.hpp"

namespace lockstep::gui {

struct WindowSize {
  static constexpr int kMin = 200, kMax = 16'384;
  int width = 0, height = 0;  // each from kMin to kMax
  bool operator==(const WindowSize&) const = default;
};

class KeptWindowSize {
 public:
  // `file`: that stores it; empty: it is forgotten at the end.
  explicit KeptWindowSize(std::string file) : file_(std::move(file), 64) {}

  // None: it is not known.
  std::optional<WindowSize> read();
  // A size out of range is not kept.
  void write(const WindowSize& size);

 private:
  KeptFile file_;
};

}  // namespace lockstep::gui
