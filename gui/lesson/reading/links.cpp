#include "gui/lesson/reading/links.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/documents.hpp"

namespace lockstep::gui {

Result<void> check_page(const Lesson& lesson, std::string_view page) {
  if (page.empty() || find_page(lesson, page)) return {};
  std::vector<std::string> names;
  for (const LessonPage& known : lesson.pages) names.push_back("#" + known.name);
  return usage_error(fmt::format("There is no page #{}. The nearest titles are {}.", page,
                                 fmt::join(nearest_names(fmt::format("#{}", page), names, 3), ", ")));
}

namespace {

// Finds the lesson that a path such as "../prefix-sum/lesson.md" denotes, relative to the lesson `from`:
// among the built-in lessons if `from` is built in, otherwise on disk.
Result<LessonFolder> beside(const LessonFolder& from, std::string_view path) {
  namespace files = std::filesystem;
  const files::path relative = system_path(path);
  if (!from.is_built_in()) return find_lesson(path_text(normal_path(system_path(from.path) / relative)));
  return find_lesson(path_text(relative.parent_path().filename()));
}

Result<LinkTarget> to_lesson(const LoadedLesson& lesson, std::string_view name, std::string_view page) {
  const bool is_path = name.ends_with(".md");
  const auto folder = is_path ? beside(lesson.folder, name) : find_lesson(name);
  if (!folder) return tl::unexpected(folder.error());
  const auto other = load_lesson(*folder);
  if (!other) return tl::unexpected(other.error());
  if (const auto checked = check_page(other->lesson, page); !checked) return tl::unexpected(checked.error());
  return LinkTarget{LinkTarget::Kind::lesson, folder->id(), std::string(page)};
}

}  // namespace

Result<LinkTarget> follow_link(const LoadedLesson& lesson, std::string_view target) {
  constexpr std::string_view lesson_word = "lesson:";
  if (target.starts_with("https://") || target.starts_with("http://"))
    return LinkTarget{LinkTarget::Kind::web, std::string(target), ""};
  if (names_document_entry(target)) {
    const auto entry = find_document_entry(target);
    if (!entry) return tl::unexpected(entry.error());
    return LinkTarget{LinkTarget::Kind::document, (*entry)->name(), ""};
  }
  const std::size_t hash = target.find('#');
  const std::string_view page = hash == target.npos ? std::string_view{} : target.substr(hash + 1);
  std::string_view where = target.substr(0, hash);
  if (where.empty()) {
    if (const auto checked = check_page(lesson.lesson, page); !checked)
      return tl::unexpected(checked.error());
    return LinkTarget{LinkTarget::Kind::page, "", std::string(page)};
  }
  if (where.starts_with(lesson_word)) return to_lesson(lesson, where.substr(lesson_word.size()), page);
  if (where.ends_with(".md")) return to_lesson(lesson, where, page);
  return usage_error(
      fmt::format("The link {} has no valid target. Write #page-title, lesson:NAME, ../NAME/lesson.md, "
                  "document:001/figure-6 or https://….",
                  target));
}

}  // namespace lockstep::gui
