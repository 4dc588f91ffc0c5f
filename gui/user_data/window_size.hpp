// The size that the window had last, in the units of the system, with which it opens again.
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
  // `file`: that stores it; empty: it is forgotten at the end.
  explicit KeptWindowSize(std::string file) : file_(std::move(file), kMaxBytes) {}

  // None: it is not known.
  std::optional<WindowSize> read();
  // A size out of range is not kept, nor one that was written last.
  void write(const WindowSize& size);

 private:
  static constexpr std::uint64_t kMaxBytes = 64;
  KeptFile file_;
  std::optional<WindowSize> written_;
};

}  // namespace lockstep::gui
