#include "gui/pages/assignment/text_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "gui/lesson/reading/markdown.hpp"

namespace lockstep::gui {
namespace {

constexpr float kSize = 14;  // px of running text

// Follows a link: copies a web address, and opens any other target as Ctrl+O does.
void follow_target(PanelContext& context, const std::string& target) {
  if (!target.starts_with("http")) return context.commands.files.push_back(target);
  ImGui::SetClipboardText(target.c_str());
  context.commands.notices.push_back("Copied the address " + target + ".");
}

}  // namespace

std::string without_heading(std::string_view markdown) {
  const std::size_t begin = markdown.find_first_not_of(" \n");
  if (begin == markdown.npos || !markdown.substr(begin).starts_with("# ")) return std::string(markdown);
  const std::size_t end = markdown.find('\n', begin);
  return end == markdown.npos ? std::string() : std::string(markdown.substr(end + 1));
}

float AssignmentText::draw(PanelContext& context, const Rect& column, const std::string& markdown,
                           std::string_view id) {
  if (markdown != markdown_) {
    markdown_ = markdown;
    std::vector<LessonFault>
        faults;  // ignored; they are about values and pictures, which assignments do not contain
    blocks_ = parse_markdown(markdown_, {}, faults);
  }
  const TextLayout layout = lay_out(context.ui.canvas, blocks_, {column.width, kSize, {}, {}});
  draw_text_layout(context.ui.canvas, layout, {column.x, column.y});
  std::size_t number = 0;
  for (const PlacedText& piece : layout.texts) {
    if (piece.target.empty()) continue;
    const Rect place{column.x + piece.rect.x, column.y + piece.rect.y, piece.rect.width, piece.rect.height};
    const std::string words =
        piece.target.starts_with("http") ? "Copies the address: " + piece.target : "Opens " + piece.target;
    if (context.ui.item(fmt::format("{}-link-{}", id, number++), place, words).clicked)
      follow_target(context, piece.target);
  }
  return column.y + layout.height;
}

}  // namespace lockstep::gui
