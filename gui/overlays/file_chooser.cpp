#include "gui/overlays/file_chooser.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "core/base/browser_page.hpp"
#include "core/base/features.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;
using RowKind = ChooserRow::Kind;

constexpr float kFileChooserPadding = 22, kFootnote = 14;

bool is_heading(const ChooserRow& row) { return row.kind == RowKind::heading; }

// Returns whether the folder or a folder above it is hidden. The chooser does not start in a hidden folder,
// because only the program itself stores kernels there.
bool is_hidden(const fs::path& folder) {
  return std::ranges::any_of(folder, [](const fs::path& part) {
    const std::string name = path_text(part);
    return name.size() > 1 && name.front() == '.' && name != "..";
  });
}

}  // namespace

std::string_view path_begun_anew(std::string_view typed) {
  const std::size_t root = typed.rfind("//"), home = typed.rfind("/~");
  if (root != typed.npos && root != 0) return typed.substr(root + 1);
  return home != typed.npos ? typed.substr(home + 1) : typed;
}

std::string link_in(std::string_view typed) {
  std::size_t at = typed.rfind("https://");
  if (at == typed.npos) at = typed.rfind("http://");
  std::string link(at == typed.npos ? std::string_view() : typed.substr(at));
  std::erase_if(link, [](unsigned char c) { return std::isspace(c) != 0; });  // mail programs break lines
  return link;
}

std::vector<ChooserRow> chooser_rows(const FileListing& listing, const std::vector<std::string>& recent) {
  std::vector<ChooserRow> rows;
  if (!recent.empty()) rows.push_back({RowKind::heading, "Recent", {}, {}});
  for (const std::string& path : recent) {
    const fs::path whole = system_path(path);
    rows.push_back({RowKind::recent, path_text(whole.filename()), path_text(whole.parent_path()), path});
  }
  rows.push_back({RowKind::heading, listing.folder, {}, {}});
  for (const FileEntry& entry : listing.entries)
    rows.push_back({entry.is_folder ? RowKind::folder : RowKind::file, entry.name, {}, entry.path});
  return rows;
}

void FileChooser::begin(ActionContext& context) {
  const std::string& kernel = context.state.kernel_file;
  const fs::path beside = system_path(kernel).parent_path();
  const fs::path folder = !kernel.empty() && !is_hidden(beside) ? beside
                          : context.folder.was_chosen()         ? system_path(context.folder.path())
                                                                : fs::path(".");
  std::error_code error;
  const fs::path absolute = absolute_path(folder, error);
  const std::string path = error ? path_text(folder) : path_text(normal_path(absolute));
  context.activity.playing = false;
  left_ = had_keyboard_ = false;
  recent_ = context.recent.paths();
  show(path.ends_with('/') ? path : path + "/");
}

void FileChooser::show_link(const std::string& link) {
  link_ = link;
  listing_ = {};
  rows_.clear();
  list_.show({}, std::nullopt);
}

void FileChooser::show(std::string_view typed) {
  link_.clear();
  listing_ = list_files(typed);
  if (field_.text() != typed) field_.set(typed, false);
  rows_ = chooser_rows(listing_, recent_);
  recent_.clear();  // the user types a path, so recent files are not listed
  // Selects the first file, so that Enter opens the file that matches the typed letters.
  const auto file = std::ranges::find_if(
      rows_, [](const ChooserRow& row) { return row.kind == RowKind::recent || row.kind == RowKind::file; });
  const auto any = std::ranges::find_if_not(rows_, is_heading);
  const auto first = file != rows_.end() ? file : any;
  std::vector<bool> headings;
  for (const ChooserRow& row : rows_) headings.push_back(is_heading(row));
  list_.show(headings, first == rows_.end() ? std::nullopt
                                            : std::optional(static_cast<std::size_t>(first - rows_.begin())));
}

std::optional<std::string> FileChooser::take(const ChooserRow& row) {
  if (row.kind == RowKind::folder) {
    show(std::string(row.path));
    return std::nullopt;
  }
  left_ = true;
  return row.path;
}

std::optional<std::string> FileChooser::type(const TypedInput& typed) {
  if (field_.type(typed)) {
    const std::string link = link_in(field_.text());
    link.empty() ? show(std::string(path_begun_anew(field_.text()))) : show_link(link);
  }
  for (const KeyPress& press : typed.keys) {
    if (list_.take(press)) continue;
    switch (press.key) {
      case Key::escape:
        left_ = true;
        break;
      case Key::enter: {
        if (!link_.empty()) return take({RowKind::file, {}, {}, link_});
        const std::string whole = listing_.folder + listing_.rest;
        std::error_code error;
        if (!listing_.rest.empty() && fs::is_regular_file(system_path(whole), error))
          return take({RowKind::file, {}, {}, whole});
        if (list_.chosen()) return take(ChooserRow(rows_[*list_.chosen()]));
        // A link without the address of a page, such as "lockstep.html#AatW…".
        if (listing_.rest.find('#') != std::string::npos) return take({RowKind::file, {}, {}, listing_.rest});
        break;
      }
      default:
        break;
    }
  }
  return std::nullopt;
}

bool FileChooser::draw_row(Ui& ui, std::size_t index, const Rect& rect) {
  Canvas& canvas = ui.canvas;
  const ChooserRow& row = rows_[index];
  if (is_heading(row)) {
    const TextStyle style{Font::text_bold, Role::second_ink, Align::left, 11};
    canvas.text({rect.x, top_for_centre(rect.centre().y + 3, style)},
                fit_text(canvas, row.label, style, rect.width), style);
    return false;
  }
  const std::string id = (row.kind == RowKind::recent ? "recent-" : "file-") + row.label + row.note;
  const ItemState state = list_.row_item(ui, id, rect, index);
  const TextStyle style{row.kind == RowKind::folder ? Font::text : Font::text_bold, Role::ink, Align::left,
                        13};
  const float y = top_for_centre(rect.centre().y, style), room = rect.width - 20;
  const std::string label = fit_text(canvas, row.label, style, row.note.empty() ? room : room * 0.6f);
  canvas.text({rect.x + 10, y}, label, style);
  const float note = rect.x + 10 + canvas.text_width(label, style) + 12;
  if (!row.note.empty())
    canvas.text({note, top_for_centre(rect.centre().y, kQuiet)},
                fit_text(canvas, row.note, kQuiet, rect.right() - 10 - note), kQuiet);
  return state.clicked;
}

std::optional<std::string> FileChooser::draw_rows(Ui& ui, const Rect& area) {
  std::optional<std::size_t> clicked;
  list_.draw(ui, area, [&](std::size_t row, const Rect& rect) {
    if (draw_row(ui, row, rect)) clicked = row;
  });
  return clicked ? take(ChooserRow(rows_[*clicked])) : std::nullopt;
}

void FileChooser::draw_notes(Ui& ui, const Rect& content, const Rect& list) {
  if (!link_.empty()) {
    ui.canvas.text({content.x, list.y + 8}, "A link: Enter opens its view.", kQuiet);
  } else if (!listing_.problem.empty() || listing_.entries.empty()) {
    const std::string& why = listing_.problem.empty()
                                 ? std::string(
                                       "No kernel (.cl, .cu), plan, scene or talk (.json), "
                                       "launch (.sim) or recording (.lockstep) in this "
                                       "folder begins with this text.")
                                 : listing_.problem;
    ui.canvas.text({content.x, list.y + RowList::kRow * static_cast<float>(rows_.size()) + 8}, why, kQuiet);
  }
  ui.canvas.text({content.x, content.bottom() - kFootnote}, "↑ ↓ choose · Enter opens · Esc closes", kQuiet);
  const TextStyle right{Font::text, Role::second_ink, Align::right, 12};
  ui.canvas.text({content.right(), content.bottom() - kFootnote}, "A kernel of your own gets a launch form",
                 right);
}

// In a web page, the sheet lists the files that the browser stores for the page.
void FileChooser::draw_page_buttons(Ui& ui, const Rect& head) {
  const Rect choose{head.right() - 190, head.y, 190, head.height},
      remove{choose.x - 142, head.y, 134, head.height};
  if (ui.button("delete-data", remove, "Delete my data…",
                "Deletes what this browser keeps for the page: files, edits, settings, results"))
    delete_kept_data();
  if (!ui.button("choose-file", choose, "From this computer…", missing(Feature::folders), true)) return;
  ask_for_files();
  left_ = true;
}

void FileChooser::draw(const OverlayFrame& frame, PanelContext& context) {
  const Rect& window = frame.window;
  Ui& ui = context.ui;
  const float width = std::min(720.0f, window.width - 40), height = std::min(580.0f, window.height - 60);
  const Rect box{(window.width - width) / 2, (window.height - height) / 2, width, height};
  ui.sheet(window, box);
  const Rect content{box.x + kFileChooserPadding, box.y + kFileChooserPadding,
                     width - 2 * kFileChooserPadding, height - 2 * kFileChooserPadding};
  ui.canvas.text({content.x, content.y}, "Open a kernel or a scene",
                 {Font::text_bold, Role::ink, Align::left, 18});
  if (!has(Feature::folders)) draw_page_buttons(ui, {content.x, content.y - 4, content.width, 30});
  const bool keyboard = std::exchange(had_keyboard_, true);
  field_.draw(ui, "file-path", {content.x, content.y + 34, content.width, 30}, true,
              "A folder, the path of a file, or a link");
  const Rect list{content.x, content.y + 72, content.width, content.height - 72 - 26};
  std::optional<std::string> taken = draw_rows(ui, list);
  draw_notes(ui, content, list);
  if (ui.mouse_pressed(window) && !box.contains(ui.mouse())) left_ = true;
  if (!taken && !left_ && keyboard) taken = type(ui.typed);
  if (!left_) context.activity.keyboard = KeyboardOwner::sheet;
  if (taken) context.commands.files.push_back(std::move(*taken));
  if (left_) context.commands.close_overlay();
}

std::unique_ptr<Overlay> make_file_chooser() { return std::make_unique<FileChooser>(); }

}  // namespace lockstep::gui
