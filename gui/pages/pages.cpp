// The only list of pages. A new page needs a folder, and two lines in this file.
#include <algorithm>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

PageEntry step_page();
PageEntry compare_page();
PageEntry gpu_page();
PageEntry theory_page();
PageEntry lab_page();
PageEntry lessons_page();
PageEntry assignment_page();

const PageList& all_pages() {
  static const PageList pages{step_page(), compare_page(), gpu_page(),       theory_page(),
                              lab_page(),  lessons_page(), assignment_page()};
  return pages;
}

std::vector<std::unique_ptr<Page>> make_pages(const PageList& list, const PageServices& services) {
  std::vector<std::unique_ptr<Page>> pages;
  for (const PageEntry& entry : list) {
    pages.push_back(entry.make(services));
    pages.back()->key_ = entry.key;
  }
  return pages;
}

Page& page_of(const std::vector<std::unique_ptr<Page>>& pages, std::string_view key) {
  const auto found = std::ranges::find_if(pages, [&](const auto& page) { return page->key() == key; });
  return found == pages.end() ? *pages.front() : **found;
}

std::optional<PageExport> export_as(const Page& page, const AppState& state, ExportFormat format) {
  for (PageExport& offered : page.exports(state))
    if (offered.format == format) return std::move(offered);
  return std::nullopt;
}

std::string export_path(const std::string& folder, const Page& page, const ExportChoice& choice,
                        const AppState& state, std::uint64_t position) {
  std::string name = page.export_name(choice, state, position);
  std::ranges::replace(name, '/', '-');
  return free_export_path(folder, name, choice.format);
}

}  // namespace lockstep::gui
