// The one list of pages. Another page is its folder and its two lines here.
#include <algorithm>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

std::unique_ptr<Page> make_step_page();
std::unique_ptr<Page> make_compare_page();
std::unique_ptr<Page> make_gpu_page();
std::unique_ptr<Page> make_theory_page();
std::unique_ptr<Page> make_lab_page();
std::unique_ptr<Page> make_lessons_page();

const PageList& all_pages() {
  static const PageList pages{make_step_page,   make_compare_page, make_gpu_page,
                              make_theory_page, make_lab_page,     make_lessons_page};
  return pages;
}

std::vector<std::unique_ptr<Page>> make_pages(const PageList& list) {
  std::vector<std::unique_ptr<Page>> pages;
  for (const MakePage make : list) pages.push_back(make());
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
