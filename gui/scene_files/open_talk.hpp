// Which talk was open when the window was closed, and at which page: F5 presents it after the next start,
// too.
#pragma once

#include <optional>
#include <string>

#include "core/base/files/kept_file.hpp"
#include "gui/talk/player.hpp"

namespace lockstep::gui {

class OpenTalk {
 public:
  // `file`: that stores it; empty: it is forgotten at the end.
  explicit OpenTalk(std::string file) : file_(std::move(file), kMaxBytes) {}

  // Opens it again, where the player has none. A sentence when its file cannot be read any more.
  std::optional<std::string> restore(TalkPlayer& player);
  // The player's talk, if it has a file; that of a lesson is found by the lesson.
  void keep(const TalkPlayer& player);

 private:
  static constexpr std::uint64_t kMaxBytes = 8192;
  KeptFile file_;
  std::optional<std::string> written_;
};

}  // namespace lockstep::gui
