#include "gui/overlays/talk_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/talk/edit.hpp"

namespace lockstep::gui {
namespace {

constexpr float kTalkPadding = 22, kTalkRow = 40, kTalkField = 28;
constexpr const char *kTitleField = "title", *kNoteField = "note", *kShowField = "show", *kNameField = "name";

// This sign replaces each line break of a text in a field, because a field has only one line.
constexpr std::string_view kLineEnd = "⏎";

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}
std::string on_one_line(const std::string& text) { return replaced(text, "\n", kLineEnd); }
std::string on_lines(const std::string& text) { return replaced(text, kLineEnd, "\n"); }

}  // namespace

std::size_t dropped_at(float y, float row_height, std::size_t pages) {
  const float row = std::floor(y / row_height);
  return pages == 0 ? 0 : static_cast<std::size_t>(std::clamp(row, 0.0f, static_cast<float>(pages - 1)));
}

void TalkSheet::begin(ActionContext& context) {
  context.activity.playing = had_keyboard_ = left_ = dragging_ = false;
  dragged_.reset();
  focused_.clear();
  fields_.clear();
  show_problem_.clear();
  // Keep the chosen page, so that views that are added one after another keep their order.
  const std::size_t pages = context.talk.talk().pages.size();
  chosen_ = context.talk.is_running() ? context.talk.page() : pages == 0 ? 0 : std::min(chosen_, pages - 1);
  reveal_ = true;
}

// Returns the talk with the changes of this frame.
static const Talk& changed_talk(const PanelContext& context) {
  return context.commands.talk ? context.commands.talk->talk : context.talk.talk();
}

// Chooses a page, and fills the fields with its texts. The fields are filled immediately, because
// keep_fields() stores their contents in the chosen page.
void TalkSheet::choose(PanelContext& context, std::size_t page) {
  if (!show_problem_.empty()) context.activity.notify(show_problem_);
  const std::vector<TalkPage>& pages = changed_talk(context).pages;
  chosen_ = pages.empty() ? 0 : std::min(page, pages.size() - 1);
  fields_.clear();
  focused_.clear();
  show_problem_.clear();
  fields_[kNameField].set(changed_talk(context).title, false);
  if (pages.empty()) return;
  fields_[kTitleField].set(pages[chosen_].title, false);
  fields_[kNoteField].set(on_one_line(pages[chosen_].note), false);
  fields_[kShowField].set(to_text(pages[chosen_].scene.show), false);
}

template <class Change>
void TalkSheet::change(PanelContext& context, std::size_t shown, Change change) {
  keep_fields(context);
  Talk talk = changed_talk(context);
  change(talk);
  context.commands.talk = Commands::ChangedTalk{std::move(talk), shown};
}

// Stores the contents of all fields when the user leaves a field. An empty list of cards selects the default
// cards, as the hint in the field says.
void TalkSheet::keep_fields(PanelContext& context) {
  const Talk& talk = context.talk.talk();
  Talk typed = changed_talk(context);
  typed.title = fields_[kNameField].text();
  show_problem_.clear();
  if (chosen_ < typed.pages.size()) {
    TalkPage& page = typed.pages[chosen_];
    page.title = fields_[kTitleField].text();
    page.note = on_lines(fields_[kNoteField].text());
    if (const auto show = parse_show(fields_[kShowField].text()))
      page.scene.show = show->cards.empty() ? usual_show() : *show;
    else
      show_problem_ = show.error().message;
  }
  if (typed != talk) context.commands.talk = Commands::ChangedTalk{std::move(typed), context.talk.page()};
}

// Stores the fields and closes the sheet. If the list of cards is invalid, the sheet stays open and shows a
// sentence below the field. Esc closes the sheet in every case.
bool TalkSheet::close_if_kept(PanelContext& context) {
  keep_fields(context);
  return left_ = show_problem_.empty();
}

void TalkSheet::present(PanelContext& context, std::size_t page) {
  if (!close_if_kept(context)) return;
  context.commands.edit([&talk = context.talk, page](AppState& app) {
    app.overlay = {};
    talk.start(page, app);
  });
}

// Begins a new talk. The talk that was open is stored in its file.
void TalkSheet::begin_new(PanelContext& context) {
  keep_fields(context);
  context.commands.edit([&talk = context.talk](AppState& app) {
    talk.end(app);
    talk.close();
  });
  chosen_ = 0;
  fields_.clear();
  focused_.clear();
  show_problem_.clear();
}

void TalkSheet::take_keys(PanelContext& context) {
  const TypedInput& typed = context.ui.typed;
  if (!focused_.empty()) fields_[focused_].type(typed);
  const std::size_t pages = context.talk.talk().pages.size();
  for (const KeyPress& press : typed.keys) {
    left_ |= press.key == Key::escape;
    if (press.key == Key::f5 && pages > 0) present(context, press.shift ? chosen_ : 0);
    if (press.key == Key::tab || press.key == Key::enter) {
      keep_fields(context);
      focused_.clear();
    }
    const bool down = press.key == Key::down, up = press.key == Key::up;
    if (!(down || up) || !focused_.empty() || pages == 0) continue;
    const std::size_t to =
        down ? std::min(chosen_ + 1, pages - 1) : chosen_ - std::min<std::size_t>(1, chosen_);
    if (press.ctrl) change(context, context.talk.page(), [&](Talk& talk) { move_page(talk, chosen_, to); });
    choose(context, to);
    reveal_ = true;
  }
}

// Returns what a page shows, for the line below its title: the file of its scene, or the tab and the run.
static std::string shown_by(const TalkPage& page) {
  const AppState& scene = page.scene;
  if (!page.scene_file.empty()) return page.scene_file;
  const std::string run = fmt::format("{}, n = {}", scene.source_id(), format_count(scene.n));
  if (scene.tab == kStepPage) return run;
  if (scene.tab == CompareChoice::kPage && scene.compare.stepping && scene.compare.pair.size() == 2)
    return fmt::format("{} beside {}, n = {}", scene.compare.pair[0], scene.compare.pair[1],
                       format_count(scene.n));
  constexpr std::pair<std::string_view, std::string_view> titles[] = {
      {CompareChoice::kPage, "Compare"}, {BenchmarkChoice::kPage, "Run on GPU"}, {LabChoice::kPage, "Lab"}};
  const auto* const title =
      std::ranges::find(titles, scene.tab, &std::pair<std::string_view, std::string_view>::first);
  return title == std::end(titles) ? run : fmt::format("{} · {}", title->second, run);
}

void TalkSheet::draw_pages(PanelContext& context, const Rect& area) {
  Ui& ui = context.ui;
  const std::vector<TalkPage>& pages = context.talk.talk().pages;
  if (std::exchange(reveal_, false))
    scroll_.reveal(area.height, kTalkRow * static_cast<float>(chosen_),
                   kTalkRow * static_cast<float>(chosen_ + 1));
  const float top = scroll_.begin(ui, area);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const Rect row{area.x, top + kTalkRow * static_cast<float>(i), area.width - 8, kTalkRow - 4};
    if (row.bottom() < area.y || row.y > area.bottom()) continue;
    const ItemState state = ui.item("talk-page-" + std::to_string(i + 1), row);
    if (i == chosen_ || state.hovered)
      ui.canvas.fill_rect(row, i == chosen_ ? Role::acts_pale : Role::ground, 5);
    const TextStyle number{Font::text_bold, Role::second_ink, Align::right, 13};
    ui.canvas.text({row.x + 26, row.y + 5}, std::to_string(i + 1), number);
    ui.canvas.text({row.x + 36, row.y + 3}, fit_text(ui.canvas, page_title(pages[i]), kTitle, row.width - 44),
                   kTitle);
    const std::string below = shown_by(pages[i]);
    ui.canvas.text({row.x + 36, row.y + 19}, fit_text(ui.canvas, below, kQuiet, row.width - 44), kQuiet);
    if (state.held && !dragged_) {
      dragged_ = i;
      dragged_from_ = ui.mouse().y;
    }
    if (state.clicked && !dragging_) {
      keep_fields(context);
      if (show_problem_.empty()) choose(context, i);
    }
  }
  if (dragged_) {
    dragging_ |= std::abs(ui.mouse().y - dragged_from_) > 6;
    const std::size_t to = dropped_at(ui.mouse().y - top, kTalkRow, pages.size());
    if (dragging_) {
      const float y = top + kTalkRow * static_cast<float>(to + (to > *dragged_ ? 1 : 0)) - 2;
      ui.canvas.line({area.x, y}, {area.right() - 8, y}, Role::acts, 3);
    }
    if (!ui.mouse_down()) {
      if (dragging_ && to != *dragged_) {
        change(context, context.talk.page(), [&](Talk& talk) { move_page(talk, *dragged_, to); });
        choose(context, to);
      }
      dragged_.reset();
      dragging_ = false;
    }
  }
  scroll_.end(ui, top + kTalkRow * static_cast<float>(pages.size()));
  if (pages.empty())
    ui.paragraph(
        area,
        "No pages yet. \"Add this view\" makes a page of the window as it is now; Ctrl+O opens a saved "
        "talk (.talk.json).",
        kQuiet);
}

float TalkSheet::field(PanelContext& context, const std::string& key, const Rect& row, std::string_view label,
                       std::string_view hint) {
  Ui& ui = context.ui;
  ui.canvas.text({row.x, row.y}, label, kQuiet);
  const Rect place{row.x, row.y + 18, row.width, kTalkField};
  const std::string id = "talk-" + key;
  const bool clicked = fields_[key].draw(ui, id, place, focused_ == key, hint);
  if (clicked || (ui.focus == id && ui.focus_moved)) {
    if (focused_ != key) keep_fields(context);
    focused_ = key;
  }
  return place.bottom() + 12;
}

void TalkSheet::draw_page(PanelContext& context, const Rect& area) {
  Ui& ui = context.ui;
  float y = field(context, kNameField, {area.x, area.y, area.width, 0}, "Title of the talk", "Reduction");
  const std::vector<TalkPage>& pages = context.talk.talk().pages;
  if (chosen_ >= pages.size()) return;
  const TalkPage& page = pages[chosen_];
  ui.canvas.line({area.x, y}, {area.right(), y}, Role::line);
  y += 12;
  y = field(context, kTitleField, {area.x, y, area.width, 0}, "Title of the page", scene_title(page.scene));
  y = field(context, kNoteField, {area.x, y, area.width, 0}, "Note for the speaker",
            "Only the second window shows it");
  y = field(context, kShowField, {area.x, y, area.width, 0}, "Cards, each large or small where you want it",
            "source figure:large lanes memory counters:work sentence timeline");
  if (!show_problem_.empty())
    y = 6 + ui.paragraph({area.x, y - 8, area.width, 60}, show_problem_,
                         {Font::text, Role::costs, Align::left, 12});
  if (ui.check_box("talk-steps", {area.x, y, area.width, 24}, "Page Down steps through the run first",
                   page.steps, "Otherwise it turns the page at once"))
    change(context, context.talk.page(),
           [&](Talk& talk) { talk.pages[chosen_].steps = !talk.pages[chosen_].steps; });
  y += 36;
  const float half = (area.width - 8) / 2;
  if (ui.button("talk-replace", {area.x, y, half, 30}, "Replace by this view",
                "The page shows the window as it is now; title and note stay"))
    change(context, context.talk.page(), [&](Talk& talk) {
      TalkPage view = page_of_view(context.state);
      view.scene.show = talk.pages[chosen_].scene.show;
      talk.pages[chosen_].scene = std::move(view.scene);
      talk.pages[chosen_].scene_file.clear();
    });
  if (ui.button("talk-start-here", {area.x + half + 8, y, half, 30}, "Start here",
                "Presents the talk from this page (Shift+F5)"))
    present(context, chosen_);
}

void TalkSheet::draw_list_buttons(PanelContext& context, const Rect& row) {
  Ui& ui = context.ui;
  const std::size_t pages = context.talk.talk().pages.size();
  const bool any = chosen_ < pages;
  Rect place{row.x, row.y, 124, 30};
  const auto button = [&](std::string_view id, float width, std::string_view label, std::string_view tip,
                          bool enabled) {
    place.width = width;
    const bool pressed = ui.button(id, place, label, tip, false, enabled) && enabled;
    place.x = place.right() + 6;
    return pressed;
  };
  const auto move = [&](std::size_t to) {
    change(context, context.talk.page(), [&](Talk& talk) { move_page(talk, chosen_, to); });
    choose(context, to);
    reveal_ = true;
  };
  if (button("talk-add", 116, "Add this view", "A page with the window as it is now, below the chosen page",
             true)) {
    const std::size_t at = any ? chosen_ + 1 : pages;
    change(context, context.talk.page(),
           [&](Talk& talk) { insert_page(talk, at, page_of_view(context.state)); });
    choose(context, at);
    reveal_ = true;
  }
  if (button("talk-up", 34, "↑", "One page up (Ctrl+↑), or drag it", any && chosen_ > 0)) move(chosen_ - 1);
  if (button("talk-down", 34, "↓", "One page down (Ctrl+↓), or drag it", any && chosen_ + 1 < pages))
    move(chosen_ + 1);
  if (button("talk-remove", 72, "Remove", "Removes the page from the talk; Undo restores it", any)) {
    removed_ = {context.talk.talk().file, chosen_, context.talk.talk().pages[chosen_]};
    change(context, context.talk.page(), [&](Talk& talk) { remove_page(talk, chosen_); });
    choose(context, chosen_);
  }
  const bool is_of_talk = removed_ && removed_->talk_file == context.talk.talk().file;
  if (!is_of_talk || !button("talk-undo", 52, "Undo", "Puts back the page that was removed last", true))
    return;
  const RemovedPage back = *std::exchange(removed_, std::nullopt);
  const std::size_t at = std::min(back.at, pages);
  change(context, context.talk.page(), [&](Talk& talk) { insert_page(talk, at, back.page); });
  choose(context, at);
  reveal_ = true;
}

void TalkSheet::draw(const OverlayFrame& frame, PanelContext& context) {
  Ui& ui = context.ui;
  const Rect& window = frame.window;
  const float width = std::min(860.0f, window.width - 24), height = std::min(600.0f, window.height - 24);
  const Rect box{(window.width - width) / 2, (window.height - height) / 2, width, height};
  ui.sheet(window, box);
  const Rect content{box.x + kTalkPadding, box.y + kTalkPadding, width - 2 * kTalkPadding,
                     height - 2 * kTalkPadding};
  const Talk& talk = context.talk.talk();
  if (fields_.empty()) choose(context, chosen_);
  ui.canvas.text({content.x, content.y}, "A talk: scenes in order",
                 {Font::text_bold, Role::ink, Align::left, 18});
  const TextStyle path{Font::text, Role::second_ink, Align::right, 12};
  ui.canvas.text({content.right(), content.y + 4}, fit_end(ui.canvas, talk.file, path, content.width * 0.55f),
                 path);
  if (std::exchange(had_keyboard_, true)) take_keys(context);
  const float list = content.width * 0.44f, top = content.y + 40, bottom = content.bottom() - 44;
  draw_pages(context, {content.x, top, list, bottom - top - 40});
  draw_list_buttons(context, {content.x, bottom - 32, list, 30});
  draw_page(context, {content.x + list + 24, top, content.width - list - 24, bottom - top});
  const Rect start{content.right() - 130, content.bottom() - 34, 130, 34},
      close{start.x - 108, start.y, 100, 34};
  const Rect notes{close.x - 138, start.y, 130, 34};
  if (ui.button("talk-notes", notes, "Notes window",
                "Notes and the next page in a second window (S while presenting)"))
    context.activity.speaker_window = true;
  const Rect another{notes.x - 78, start.y, 70, 34};
  if (ui.button("talk-new", another, "New",
                "An empty talk; this one stays in its file, and Ctrl+O opens it again", false,
                !talk.pages.empty()) &&
      !talk.pages.empty())
    begin_new(context);
  if (ui.button("talk-close", close, "Close", "Esc")) close_if_kept(context);
  if (ui.button("talk-start", start, "Start", "Presents the first page (F5)", true, !talk.pages.empty()) &&
      !talk.pages.empty())
    present(context, 0);
  if (!left_ && !focused_.empty()) context.activity.keyboard = KeyboardOwner::sheet;
  if (!left_) return;
  keep_fields(context);
  if (!show_problem_.empty()) context.activity.notify(show_problem_);
  context.commands.close_overlay();
}

std::unique_ptr<Overlay> make_talk_sheet() { return std::make_unique<TalkSheet>(); }

}  // namespace lockstep::gui
