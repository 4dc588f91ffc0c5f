#include "gui/talk/talk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {

namespace {

constexpr std::string_view kAnswerFence = "```answer\n", kFenceEnd = "\n```";

void add_text(std::vector<TalkText>& texts, std::string_view markdown, bool is_answer) {
  if (markdown.find_first_not_of(" \n") != markdown.npos) texts.push_back({std::string(markdown), is_answer});
}

// Returns the position of the next fenced block `answer` that starts at the beginning of a line.
std::size_t find_answer(std::string_view text, std::size_t from) {
  std::size_t at = text.find(kAnswerFence, from);
  while (at != text.npos && at > 0 && text[at - 1] != '\n') at = text.find(kAnswerFence, at + 1);
  return at;
}

}  // namespace

std::vector<TalkText> texts_of(const TalkPage& page) {
  const std::string_view text = page.text;
  std::vector<TalkText> texts;
  std::size_t begin = 0;
  for (std::size_t at = 0; (at = find_answer(text, begin)) != text.npos;) {
    add_text(texts, text.substr(begin, at - begin), false);
    at += kAnswerFence.size();
    const std::size_t end = std::min(text.find(kFenceEnd, at), text.size());
    add_text(texts, text.substr(at, end - at), true);
    begin = std::min(end + kFenceEnd.size(), text.size());
  }
  add_text(texts, text.substr(begin), false);
  add_text(texts, page.answer, true);
  return texts;
}

std::string answer_block(const std::string& markdown) {
  return fmt::format("\n\n{}{}{}\n\n", kAnswerFence, markdown, kFenceEnd);
}

std::string scene_title(const AppState& scene) {
  if (!scene.title.empty() && has_words_here(scene)) return scene.title;
  if (!scene.kernel_file.empty()) return scene.kernel_file.substr(scene.kernel_file.rfind('/') + 1);
  const std::string run = fmt::format("{}, n = {}", scene.algorithm, format_count(scene.n));
  // The following pages do not show the run of the scene, so they have other titles.
  if (scene.tab == CompareChoice::kPage) {
    const std::vector<std::string>& pair = scene.compare.pair;
    return scene.compare.stepping && pair.size() == 2
               ? fmt::format("{} beside {}, n = {}", pair[0], pair[1], format_count(scene.n))
               : fmt::format("Compare, n = {}", format_count(scene.n));
  }
  if (scene.tab == BenchmarkChoice::kPage)
    return scene.benchmark.ladder.empty() ? std::string("Run on GPU")
                                          : "Run on GPU: " + scene.benchmark.ladder;
  if (scene.tab == LabChoice::kPage) return "Lab: " + scene.lab.scene;
  return scene.tab == "theory" ? "Theory: " + run : run;
}

std::string page_title(const TalkPage& page) {
  return page.title.empty() ? scene_title(page.scene) : page.title;
}

AppState shown_page(const TalkPage& page, const AppState& window) {
  AppState state = page.scene;
  state.theme = window.theme;
  state.ui_scale = window.ui_scale;
  state.words = window.words;
  state.presentation = true;
  if (page.asking) state.show = *page.asking;
  return state;
}

}  // namespace lockstep::gui
