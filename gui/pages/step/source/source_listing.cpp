// An entry of a document names the lines of the kernel that the document discusses. When the entry is opened,
// the source is scrolled to the first of these lines, and all of these lines are marked on their left.
#include <algorithm>

#include "core/catalogue/documents.hpp"
#include "gui/pages/step/source/source_panel.hpp"

namespace lockstep::gui {
namespace {

std::vector<std::string> lines_of_entry(const std::string& entry, bool of_listing) {
  const auto found = find_document_entry(entry);
  if (!found) return {};
  return of_listing ? (*found)->cuda_lines : (*found)->lines;
}

bool contains_any(const std::string& line, const std::vector<std::string>& pieces) {
  return std::ranges::any_of(pieces,
                             [&](const std::string& piece) { return line.find(piece) != std::string::npos; });
}

}  // namespace

bool SourcePanel::is_listed(const SourceLine& line) const { return contains_any(line.text, listed_); }

// Scrolls to the lines of the entry. The rows are rebuilt when the counts arrive, so the position is restored
// until the reader scrolls, types or steps.
void SourcePanel::show_listing(const PanelContext& context, const Rect& area) {
  const bool of_listing = context.state.listing() != nullptr;
  if (context.state.document != listing_ || of_listing != lists_cuda_) {
    listing_ = context.state.document;
    lists_cuda_ = of_listing;
    listed_ = listing_.empty() ? std::vector<std::string>{} : lines_of_entry(listing_, of_listing);
    holds_listing_ = !listed_.empty();
    listed_at_.reset();
  }
  if (!holds_listing_) return;
  if (!listed_at_ && prepared_.run != 0) listed_at_ = context.moment.position;
  const bool steps = listed_at_ && *listed_at_ != context.moment.position;
  holds_listing_ = !cursor_moved_ && !focused_ && !steps && context.ui.wheel(area) == 0;
  if (!holds_listing_) return;
  const auto first = std::ranges::find_if(
      lines_, [&](const SourceLine& line) { return line.text.find(listed_.front()) != std::string::npos; });
  if (first == lines_.end()) return;
  const std::size_t row = row_of(rows_, lines_, {static_cast<std::size_t>(first - lines_.begin()), 0}).row;
  scroll_ = static_cast<float>(row > 1 ? row - 1 : 0) * kRow;
}

}  // namespace lockstep::gui
