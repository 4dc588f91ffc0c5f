#include "gui/pages/lesson_links.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "gui/lesson/reading/links.hpp"

namespace lockstep::gui {
namespace {

std::string link_words(const std::string& target) {
  if (target.starts_with('#')) return "A page of this lesson";
  return target.starts_with("http") ? "Copies the address: " + target : "Opens " + target;
}

// Shows a page of the lesson: in a presentation in the talk, otherwise in the lesson.
void show_page(PanelContext& context, const std::string& page) {
  TalkPlayer& talk = context.talk;
  const auto& pages = talk.talk().pages;
  const auto found = std::ranges::find_if(
      pages, [&](const TalkPage& each) { return talk.is_running() && each.scene.lesson.page == page; });
  context.commands.edit([&talk, page, at = found - pages.begin()](AppState& state) {
    if (talk.is_running())
      talk.go_to(static_cast<std::size_t>(at), state);
    else
      show_lesson_page(state, page);
  });
}

// Ends a running presentation, because the target of the link is not in the talk.
void leave_talk(PanelContext& context) {
  if (!context.talk.is_running()) return;
  context.commands.edit([&talk = context.talk](AppState& state) { talk.end(state); });
}

// Opens the target of a link in a lesson.
void follow_lesson_link(PanelContext& context, const std::string& target) {
  // The text of a page in a list of scenes does not belong to a lesson.
  const bool of_lesson = !context.talk.is_running() || context.talk.talk().tab == LessonChoice::kPage;
  const LoadedLesson* lesson = of_lesson ? context.lessons.lesson() : nullptr;
  const auto found = follow_link(lesson != nullptr ? *lesson : LoadedLesson{}, target);
  if (!found) return context.commands.notices.push_back(found.error().message);
  switch (found->kind) {
    case LinkTarget::Kind::page:
      return show_page(context, found->page);
    case LinkTarget::Kind::lesson:
      leave_talk(context);
      return context.commands.edit(
          [where = found->where, page = found->page](AppState& state) { open_lesson(state, where, page); });
    case LinkTarget::Kind::document:
      leave_talk(context);
      return context.commands.files.push_back("document:" + found->where);
    case LinkTarget::Kind::web:
      ImGui::SetClipboardText(found->where.c_str());
      return context.commands.notices.push_back("Copied the address " + found->where + ".");
  }
}

}  // namespace

void show_lesson_page(AppState& state, const std::string& page) {
  state.lesson.page = page;
  state.lesson.begun = false;
}

// The adjacent pieces of a link are pressed as one item.
std::size_t press_lesson_links(PanelContext& context, const TextLayout& layout, Point origin,
                               std::string_view kind, std::size_t first) {
  for (std::size_t i = 0; i < layout.texts.size();) {
    const std::string& target = layout.texts[i].target;
    Rect rect = layout.texts[i].rect;
    std::size_t end = i + 1;
    for (; !target.empty() && end < layout.texts.size() && layout.texts[end].target == target &&
           layout.texts[end].rect.y == rect.y;
         ++end)
      rect.width = layout.texts[end].rect.right() - rect.x;
    i = end;
    if (target.empty()) continue;
    const Rect place{origin.x + rect.x, origin.y + rect.y - 1, rect.width, rect.height + 2};
    if (context.ui.item(fmt::format("{}-{}", kind, first++), place, link_words(target)).clicked)
      follow_lesson_link(context, target);
  }
  return first;
}

}  // namespace lockstep::gui
