// Stores which talk was open when the window was closed, and at which page. After the next start, F5 presents
// this talk again.
#pragma once

#include <optional>
#include <string>

#include "core/base/files/kept_file.hpp"
#include "gui/talk/player.hpp"

namespace lockstep::gui {

class OpenTalk {
 public:
  // `file`: stores the name of the talk; empty: the name is not stored.
  explicit OpenTalk(std::string file) : file_(std::move(file), kMaxBytes) {}

  // Opens the stored talk if the player has no talk. Returns a sentence if the file of the talk
  // cannot be read.
  std::optional<std::string> restore(TalkPlayer& player);
  // Stores the name of the player's talk if the talk has a file. A talk made from a lesson has no file; the
  // state of the window stores the name of the lesson.
  void keep(const TalkPlayer& player);

 private:
  static constexpr std::uint64_t kMaxBytes = 8192;
  KeptFile file_;
  std::optional<std::string> written_;
};

}  // namespace lockstep::gui
