#include "gui/overlays/documents_sheet.hpp"

#include <algorithm>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/widgets/word_search.hpp"

namespace lockstep::gui {
namespace {

constexpr float kDocumentsPadding = 22, kDocumentsFoot = 14;
constexpr float kKindWidth = 74, kWhereWidth = 250;

std::string title_of(const DocumentLine& line) {
  return line.entry->title + (line.in_cuda ? " · in CUDA, as printed" : "");
}

bool contains_all(const DocumentLine& line, std::string_view words) {
  return has_words(line.name() + " " + std::string(name(line.entry->kind)) + " " + title_of(line) + " " +
                       line.entry->where,
                   words);
}

// Returns how well the title or the name of an entry matches the searched words: 0 if it is equal, 1 if it
// begins with the words, 2 if it contains them in this order, otherwise 3.
unsigned rank_of(const DocumentLine& line, std::string_view words) {
  unsigned best = 3;
  for (const std::string& text : {lower(line.entry->title), line.entry->id, line.name()}) {
    const std::size_t at = has_words(text, words) ? text.find(words) : std::string::npos;
    if (at == std::string::npos) continue;
    best = std::min(best, at > 0 ? 2u : text.size() > words.size() ? 1u : 0u);
  }
  return best;
}

struct FoundDocument {
  unsigned rank = 0;  // of its best line
  std::vector<DocumentLine> lines;
};

bool has_line_in_cuda(const DocumentEntry& entry) {
  return entry.kind == EntryKind::listing && listing_of(entry) != nullptr;
}

void add_lines(std::vector<DocumentLine>& lines, const CourseDocument& document, const DocumentEntry& entry,
               std::string_view filter) {
  for (const bool in_cuda : {false, true}) {
    const DocumentLine line{&document, &entry, in_cuda};
    if (in_cuda && !has_line_in_cuda(entry)) continue;
    if (contains_all(line, filter)) lines.push_back(line);
  }
}

}  // namespace

std::vector<DocumentLine> document_lines(std::string_view filter, std::optional<EntryKind> kind) {
  std::string words = lower(filter);
  words.erase(std::find_if_not(words.rbegin(), words.rend(), [](char c) { return c == ' '; }).base(),
              words.end());
  words.erase(0, std::min(words.find_first_not_of(' '), words.size()));
  const auto rank = [&](const DocumentLine& line) { return rank_of(line, words); };
  std::vector<FoundDocument> found;
  for (const CourseDocument& document : course_documents()) {
    FoundDocument one;
    for (const DocumentEntry& entry : document.entries)
      if (!kind || entry.kind == *kind) add_lines(one.lines, document, entry, filter);
    if (one.lines.empty()) continue;
    // Without a search, the order is that of the documents.
    if (!words.empty()) std::ranges::stable_sort(one.lines, {}, rank);
    one.rank = words.empty() ? 0 : rank(one.lines.front());
    one.lines.insert(one.lines.begin(), {&document});
    found.push_back(std::move(one));
  }
  std::ranges::stable_sort(found, {}, &FoundDocument::rank);
  std::vector<DocumentLine> lines;
  for (const FoundDocument& one : found) lines.insert(lines.end(), one.lines.begin(), one.lines.end());
  return lines;
}

void DocumentsSheet::begin(ActionContext& context) {
  context.activity.playing = false;
  left_ = had_keyboard_ = false;
  opened_.clear();
  shown_ = context.state.document;
  const auto entry = find_document_entry(shown_);
  if (entry && has_line_in_cuda(**entry) && context.state.listing() != nullptr) shown_ += kListingEnding;
  kind_.reset();
  field_.set("", false);
  filter();
  choose(shown_);
}

void DocumentsSheet::filter() {
  lines_ = document_lines(field_.text(), kind_);
  std::vector<bool> headings;
  for (const DocumentLine& line : lines_) headings.push_back(line.entry == nullptr);
  const auto first = std::ranges::find(headings, false);
  const auto chosen = static_cast<std::size_t>(first - headings.begin());
  list_.show(headings, first == headings.end() ? std::nullopt : std::optional(chosen));
}

void DocumentsSheet::open(std::size_t line) {
  opened_ = lines_[line].name();
  wants_opencl_ = !lines_[line].in_cuda && has_line_in_cuda(*lines_[line].entry);
}

void DocumentsSheet::choose(std::string_view entry) {
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (lines_[i].entry != nullptr && lines_[i].name() == entry) list_.choose(i);
}

void DocumentsSheet::type(const TypedInput& typed) {
  if (field_.type(typed)) filter();
  for (const KeyPress& press : typed.keys) {
    if (list_.take(press)) continue;
    switch (press.key) {
      case Key::escape:
        left_ = true;
        break;
      case Key::d:
        left_ |= press.ctrl && press.shift;
        break;
      case Key::tab: {
        // Selects the next kind; after the last kind, all kinds.
        const std::size_t count = std::size(kEntryKinds) + 1;
        std::size_t at = kind_ ? static_cast<std::size_t>(*kind_) + 1 : 0;
        at = (at + (press.shift ? count - 1 : 1)) % count;
        kind_ = at == 0 ? std::nullopt : std::optional(kEntryKinds[at - 1]);
        filter();
        break;
      }
      case Key::enter:
        if (list_.chosen()) open(*list_.chosen());
        break;
      default:
        break;
    }
  }
}

void DocumentsSheet::draw_kinds(Ui& ui, const Rect& place) {
  std::vector<std::string> labels{"all"}, tooltips{"Entries of all kinds (Tab: the next kind)"};
  for (const EntryKind kind : kEntryKinds) {
    labels.push_back(std::string(lockstep::name(kind)) + "s");
    tooltips.push_back("Only " + labels.back() + " (Tab: the next kind)");
  }
  const std::size_t chosen = kind_ ? static_cast<std::size_t>(*kind_) + 1 : 0;
  const auto pressed = ui.segments("document-kinds", place, labels, chosen, tooltips);
  if (!pressed) return;
  kind_ = *pressed == 0 ? std::nullopt : std::optional(kEntryKinds[*pressed - 1]);
  filter();
}

void DocumentsSheet::draw_line(Ui& ui, std::size_t index, const Rect& rect) {
  Canvas& canvas = ui.canvas;
  const DocumentLine& line = lines_[index];
  if (line.entry == nullptr) {
    const TextStyle style{Font::text_bold, Role::second_ink, Align::left, 12};
    canvas.text({rect.x, top_for_centre(rect.centre().y + 3, style)},
                fit_text(canvas, line.document->name + " · " + line.document->title, style, rect.width),
                style);
    return;
  }
  const DocumentEntry& entry = *line.entry;
  const ItemState state = list_.row_item(ui, "document-" + line.name(), rect, index);
  const bool is_shown = line.name() == shown_;
  const TextStyle title{is_shown ? Font::text_bold : Font::text, Role::ink, Align::left, 13};
  const float y = top_for_centre(rect.centre().y, kQuiet);
  canvas.text({rect.x + 10, y}, lockstep::name(entry.kind), kQuiet);
  const float where = std::min(kWhereWidth, rect.width * 0.3f), x = rect.x + 10 + kKindWidth;
  const std::string label = title_of(line) + (is_shown ? " (shown now)" : "");
  canvas.text({x, top_for_centre(rect.centre().y, title)},
              fit_text(canvas, label, title, rect.right() - where - 20 - x), title);
  canvas.text({rect.right() - where, y}, fit_text(canvas, entry.where, kQuiet, where - 10), kQuiet);
  if (state.clicked) open(index);
}

void DocumentsSheet::draw_lines(Ui& ui, const Rect& area) {
  list_.draw(ui, area, [&](std::size_t row, const Rect& rect) { draw_line(ui, row, rect); });
  if (lines_.empty())
    ui.canvas.text({area.x, area.y + 6}, "No entry contains these words; Backspace deletes letters.", kQuiet);
}

void DocumentsSheet::draw(const OverlayFrame& frame, PanelContext& context) {
  const Rect& window = frame.window;
  Ui& ui = context.ui;
  const float width = std::min(980.0f, window.width - 24), height = std::min(720.0f, window.height - 40);
  const Rect box{(window.width - width) / 2, (window.height - height) / 2, width, height};
  ui.sheet(window, box);
  const Rect content{box.x + kDocumentsPadding, box.y + kDocumentsPadding, width - 2 * kDocumentsPadding,
                     height - 2 * kDocumentsPadding};
  ui.canvas.text({content.x, content.y}, "The course documents",
                 {Font::text_bold, Role::ink, Align::left, 18});
  const bool keyboard = std::exchange(had_keyboard_, true);
  field_.draw(ui, "document-filter", {content.x, content.y + 34, content.width, 30}, true,
              "Search: a number, a word, such as \"002 kernel 3\"");
  draw_kinds(ui, {content.x, content.y + 72, content.width, 28});
  const Rect list{content.x, content.y + 108, content.width, content.height - 108 - 26};
  draw_lines(ui, list);
  const float foot = content.bottom() - kDocumentsFoot;
  ui.canvas.text({content.x, foot}, "↑ ↓ choose · Tab next kind · Enter opens · Esc closes", kQuiet);
  if (ui.mouse_pressed(window) && !box.contains(ui.mouse())) left_ = true;
  if (!left_ && keyboard) type(ui.typed);
  if (!opened_.empty()) {
    if (wants_opencl_) context.commands.edit([](AppState& state) { state.words = Words::opencl; });
    context.commands.files.push_back(std::string(kDocumentPrefix) + std::exchange(opened_, {}));
    left_ = true;
  }
  if (!left_) context.activity.keyboard = KeyboardOwner::sheet;
  if (left_) context.commands.close_overlay();
}

std::unique_ptr<Overlay> make_documents_sheet() { return std::make_unique<DocumentsSheet>(); }

}  // namespace lockstep::gui
