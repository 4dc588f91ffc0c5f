#include "gui/dialogs/documents_sheet.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

constexpr float kDocumentRow = 26, kDocumentsPadding = 22, kDocumentsFoot = 14;
constexpr float kKindWidth = 74, kWhereWidth = 250;

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::vector<std::string> words_of(std::string_view filter) {
  std::vector<std::string> words(1);
  for (const char c : lower(filter)) {
    if (c != ' ')
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  return words;
}

bool contains_all(const DocumentEntry& entry, const std::vector<std::string>& words) {
  const std::string text =
      lower(entry.name() + " " + std::string(name(entry.kind)) + " " + entry.title + " " + entry.where);
  return std::ranges::all_of(words,
                             [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

}  // namespace

std::vector<DocumentLine> document_lines(std::string_view filter, std::optional<EntryKind> kind) {
  const std::vector<std::string> words = words_of(filter);
  std::vector<DocumentLine> lines;
  for (const CourseDocument& document : course_documents()) {
    const std::size_t heading = lines.size();
    lines.push_back({&document, nullptr});
    for (const DocumentEntry& entry : document.entries)
      if ((!kind || entry.kind == *kind) && contains_all(entry, words)) lines.push_back({&document, &entry});
    if (lines.size() == heading + 1) lines.pop_back();
  }
  return lines;
}

void DocumentsSheet::begin(ActionContext& context) {
  context.activity.playing = false;
  left_ = had_keyboard_ = false;
  opened_.clear();
  shown_ = context.state.document;
  kind_.reset();
  field_.set("", false);
  filter();
  choose(shown_);
}

void DocumentsSheet::filter() {
  lines_ = document_lines(field_.text(), kind_);
  chosen_.reset();
  for (std::size_t i = 0; i < lines_.size() && !chosen_; ++i)
    if (lines_[i].entry != nullptr) chosen_ = i;
  moved_ = true;
}

void DocumentsSheet::choose(std::string_view entry) {
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (lines_[i].entry != nullptr && lines_[i].entry->name() == entry) chosen_ = i;
  moved_ = true;
}

// To the next entry; headings are passed over.
void DocumentsSheet::step(int by) {
  if (!chosen_) return;
  auto at = static_cast<std::ptrdiff_t>(*chosen_);
  const int direction = by < 0 ? -1 : 1;
  for (int left = std::abs(by); left > 0;) {
    at += direction;
    if (at < 0 || at >= static_cast<std::ptrdiff_t>(lines_.size())) break;
    if (lines_[static_cast<std::size_t>(at)].entry == nullptr) continue;
    chosen_ = static_cast<std::size_t>(at);
    --left;
  }
  moved_ = true;
}

void DocumentsSheet::type(const TypedInput& typed) {
  if (field_.type(typed)) filter();
  for (const KeyPress& press : typed.keys) {
    switch (press.key) {
      case Key::escape:
        left_ = true;
        break;
      case Key::d:
        left_ |= press.ctrl && press.shift;
        break;
      case Key::down:
      case Key::up:
        step(press.key == Key::down ? 1 : -1);
        break;
      case Key::page_down:
      case Key::page_up:
        step(press.key == Key::page_down ? 10 : -10);
        break;
      case Key::tab: {
        // Through the kinds and back to all of them.
        const std::size_t count = std::size(kEntryKinds) + 1;
        std::size_t at = kind_ ? static_cast<std::size_t>(*kind_) + 1 : 0;
        at = (at + (press.shift ? count - 1 : 1)) % count;
        kind_ = at == 0 ? std::nullopt : std::optional(kEntryKinds[at - 1]);
        filter();
        break;
      }
      case Key::enter:
        if (chosen_) opened_ = lines_[*chosen_].entry->name();
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
  const ItemState state = ui.item("document-" + entry.name(), rect);
  const bool chosen = chosen_ == index, is_shown = entry.name() == shown_;
  if (chosen || state.hovered) canvas.fill_rect(rect, Role::acts_pale, 4);
  if (chosen) canvas.stroke_rect(rect, Role::acts, 1, 4);
  const TextStyle title{is_shown ? Font::text_bold : Font::text, Role::ink, Align::left, 13};
  const float y = top_for_centre(rect.centre().y, kQuiet);
  canvas.text({rect.x + 10, y}, lockstep::name(entry.kind), kQuiet);
  const float where = std::min(kWhereWidth, rect.width * 0.3f), x = rect.x + 10 + kKindWidth;
  const std::string label = is_shown ? entry.title + " (shown now)" : entry.title;
  canvas.text({x, top_for_centre(rect.centre().y, title)},
              fit_text(canvas, label, title, rect.right() - where - 20 - x), title);
  canvas.text({rect.right() - where, y}, fit_text(canvas, entry.where, kQuiet, where - 10), kQuiet);
  if (state.clicked) opened_ = entry.name();
}

void DocumentsSheet::draw_lines(Ui& ui, const Rect& area) {
  // The first frame does not know yet how far the list goes.
  if (chosen_ && scroll_.content_height() > 0 && std::exchange(moved_, false)) {
    // With the heading above the first entry of a document.
    const std::size_t above = *chosen_ > 0 && lines_[*chosen_ - 1].entry == nullptr ? *chosen_ - 1 : *chosen_;
    scroll_.reveal(area.height, kDocumentRow * static_cast<float>(above),
                   kDocumentRow * static_cast<float>(*chosen_ + 1));
  }
  const float top = scroll_.begin(ui, area);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Rect rect{area.x, top + kDocumentRow * static_cast<float>(i), area.width, kDocumentRow - 2};
    if (rect.bottom() >= area.y && rect.y <= area.bottom()) draw_line(ui, i, rect);
  }
  scroll_.end(ui, top + kDocumentRow * static_cast<float>(lines_.size()));
  if (lines_.empty())
    ui.canvas.text({area.x, area.y + 6}, "No entry contains these words; Backspace takes letters away.",
                   kQuiet);
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
    context.commands.files.push_back(std::string(kDocumentPrefix) + std::exchange(opened_, {}));
    left_ = true;
  }
  if (!left_) context.activity.keyboard = KeyboardOwner::sheet;
  if (left_) context.commands.close_overlay();
}

std::unique_ptr<Overlay> make_documents_sheet() { return std::make_unique<DocumentsSheet>(); }

}  // namespace lockstep::gui
