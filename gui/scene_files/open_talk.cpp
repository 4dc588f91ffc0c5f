#include "gui/scene_files/open_talk.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "gui/scene_files/talk_file.hpp"

namespace lockstep::gui {
namespace {

struct NamedTalk {
  std::size_t page = 0;
  std::string path;
};

// Parses the stored page and file of a talk, such as "3 /home/x/reduction.talk.json". If the text is empty,
// no talk was open.
Result<NamedTalk> parse_named_talk(const std::string& text) {
  NamedTalk talk;
  if (text.empty()) return talk;
  std::istringstream in(text);
  if (!(in >> talk.page) || in.get() != ' ' || !std::getline(in, talk.path) || !is_talk_file(talk.path))
    return failure("it names no talk");
  return talk;
}

}  // namespace

std::optional<std::string> OpenTalk::restore(TalkPlayer& player) {
  const auto named = file_.read(parse_named_talk);
  if (!named || named->path.empty() || player.has_talk()) return std::nullopt;
  auto loaded = load_talk(named->path);
  if (!loaded) return "The talk of the last session cannot be opened: " + loaded.error().message;
  Talk talk = std::move(loaded->talk);
  player.open(talk);
  player.change(std::move(talk), named->page);
  return std::nullopt;
}

void OpenTalk::keep(const TalkPlayer& player) {
  const std::string& path = player.talk().file;
  std::error_code error;
  const std::string whole = path.empty() ? path : path_text(absolute_path(system_path(path), error));
  const std::string text = whole.empty() ? std::string() : fmt::format("{} {}\n", player.page(), whole);
  if (written_ == text) return;
  written_ = text;
  file_.write(text);
}

}  // namespace lockstep::gui
