#include "gui/app/keys.hpp"

#include <fmt/format.h>

#include "core/base/features.hpp"
#include "gui/app/talk_keys.hpp"

namespace lockstep::gui {
namespace {

using Context = ActionContext;
using Pages = std::vector<std::unique_ptr<Page>>;
constexpr const char* kWindow = "The window";
constexpr std::size_t kMaxNumberKeys = 9;

// Returns the rows of the keys Ctrl+1, Ctrl+2 and so on, which select the tabs in order.
std::vector<ActionRow> page_rows(const std::vector<std::unique_ptr<Page>>& pages) {
  std::vector<ActionRow> rows;
  for (std::size_t i = 0; i < pages.size() && i < kMaxNumberKeys; ++i) {
    const auto digit = static_cast<Key>(static_cast<std::size_t>(Key::digit1) + i);
    rows.push_back({{pages[i]->key()},
                    {{digit, true}},
                    fmt::format("Ctrl+{}", i + 1),
                    std::string(pages[i]->summary()),
                    [key = std::string(pages[i]->key())](Context& context) {
                      context.state.tab = key;
                      context.state.overlay = {};
                    },
                    KeysHold::over_overlays});
  }
  return rows;
}

constexpr std::uint64_t kEndOfAnyRun = 1'000'000'000;

// Prepares the state for the text in the other language. That text has different lines, so the moment is
// stored as a row of the figure, and breakpoints are removed.
void switch_text(Context& context) {
  AppState& state = context.state;
  const Run* run = context.session.run();
  if (run != nullptr && context.session.status(state) == Session::RunStatus::current) {
    const std::uint64_t position = playhead(state, *run), row = rows_before(*run, position);
    forget_position(state);
    if (position == run->trace->size())
      state.position = kEndOfAnyRun;
    else if (row > 0)
      state.after_row = row;
  }
  state.breakpoints.clear();
  state.lane_variable.clear();
  state.source_form = sim::translation::SourceForm::opencl;
}

void switch_words(Context& context) {
  AppState& state = context.state;
  const DocumentListing* const printed = state.printed_listing();
  if (printed != nullptr) switch_text(context);
  state.words = state.words == Words::opencl ? Words::cuda : Words::opencl;
  const bool is_cuda = state.words == Words::cuda;
  if (printed == nullptr)
    return context.activity.notify(is_cuda ? "CUDA terms: thread, block, shared memory. O switches back."
                                           : "OpenCL terms: work-item, work-group, local memory.");
  context.activity.notify(is_cuda ? fmt::format("CUDA terms, and the kernel as document {} prints it: {}. "
                                                "O switches back.",
                                                printed->document, printed->path())
                                  : "OpenCL terms, and the catalogue's kernel in OpenCL C.");
}

// Exports the page in its first format; the export sheet offers the other formats. The sheet asks for the
// folder of the first file.
void export_page(Context& context) {
  const std::vector<PageExport> offered = context.page.exports(context.state);
  if (offered.empty() || !offered.front().write)
    return context.activity.notify("This page has nothing to export.");
  if (context.folder.is_guessed()) {
    context.state.overlay = {"export", 0};
    return;
  }
  ExportChoice choice;
  choice.format = offered.front().format;
  const std::uint64_t position = context.session.moment(context.state).position;
  const std::string path = export_path(context.folder.path(), context.page, choice, context.state, position);
  const auto written = offered.front().write(context, path, std::nullopt);
  context.activity.notify(written ? "Exported " + path + "." : written.error().message);
}

void leave(Context& context) {
  context.talk.leave(context.state);
  context.activity.playing = false;
}

// Presents the current view without a talk, or ends the presentation.
void present(Context& context) {
  context.state.presentation ? context.talk.end(context.state) : void(context.state.presentation = true);
}

void run_program_again(Context& context) {
  if (!context.state.program) return context.activity.notify("There is no program; Ctrl+Shift+O opens one.");
  if (!context.program.is_running()) context.commands.program = context.state.program;
}

// Replaces the shown state by an earlier state; if there is none, shows the sentence `none`. If a lesson is
// open that the earlier state does not show, the lesson is closed and the user's own edits are restored. If
// the shown page does not show the difference, the sentence names the page that does.
void return_to(Context& context, const Pages& pages, std::optional<EarlierState> earlier,
               std::string_view none) {
  if (!earlier) return context.activity.notify(none);
  if (earlier->state.lesson.name.empty() && !context.state.lesson.name.empty()) close_lesson(earlier->state);
  context.state = std::move(earlier->state);
  const std::string& elsewhere = earlier->elsewhere;
  context.activity.notify(elsewhere.empty() ? earlier->sentence
                                            : fmt::format("{} This is on the page {}.", earlier->sentence,
                                                          page_of(pages, elsewhere).title()));
}

std::vector<ActionRow> history_rows(ChoiceHistory& history, const Pages& pages) {
  return {
      {actions::undo_choice,
       {{Key::z, true}},
       "Ctrl+Z",
       "Undo the last setting or choice",
       [&history, &pages](Context& context) {
         return_to(context, pages, history.undo(context.state), "There is no setting or choice to undo.");
       }},
      {actions::redo_choice,
       {{Key::y, true}, {Key::z, true, true}},
       "Ctrl+Y",
       "Redo what was undone",
       [&history, &pages](Context& context) {
         return_to(context, pages, history.redo(context.state), "There is nothing to redo.");
       }},
      {actions::back_to_own_run,
       {{Key::b, true}},
       "Ctrl+B",
       "Back to my run, from a lesson or scene",
       [&history, &pages](Context& context) {
         return_to(context, pages, history.back_to_own_run(context.state), "This is your run.");
       }},
  };
}

// Returns the row of a key that opens or closes an overlay.
ActionRow overlay_row(const Overlays& overlays, Action action, std::vector<KeyPress> keys, std::string label,
                      std::string what, KeysHold hold = KeysHold::always) {
  return {action,
          std::move(keys),
          std::move(label),
          std::move(what),
          [&overlays, action](Context& context) { overlays.toggle(action, context.state); },
          hold};
}

std::vector<ActionRow> window_rows(const Overlays& overlays, Files& files, WindowWishes& wishes) {
  std::vector<ActionRow> rows{
      {{"presentation"},
       {{Key::f6}},
       "F6",
       "Presentation: the view in large type",
       present,
       KeysHold::presenting},
      {{"full-screen"},
       {{Key::f11}},
       "F11 or F7",
       "Full screen",
       [&wishes](Context&) { wishes.full_screen = true; },
       KeysHold::always},
      {actions::copy_text,
       {{Key::c, true}},
       "Ctrl+C",
       "Copy selected text, or that at the pointer",
       [&wishes](Context&) { wishes.copy_text = true; },
       KeysHold::always},
      {actions::copy_link,
       {{Key::y}, {Key::c, true, true}},
       "Y",
       "Copy a link to this view",
       [&files](Context& context) { files.copy_link(context); },
       KeysHold::always},
      {actions::open_link,
       {{Key::v, true}},
       "Ctrl+V",
       "Open the link in the clipboard",
       [&files](Context& context) { files.open_pasted_link(context); },
       KeysHold::presenting},
      {actions::save_scene,
       {{Key::s, true}},
       "Ctrl+S",
       "Save your edited file, else the view",
       [&files](Context& context) { files.save(context); },
       KeysHold::always},
      {actions::export_page,
       {{Key::e, true}},
       "Ctrl+E",
       "Export: figures as SVG, a table as CSV",
       export_page,
       KeysHold::presenting},
      overlay_row(overlays, actions::show_why, {{Key::w}}, "W", "Why? Errors, and the most expensive lines",
                  KeysHold::over_overlays),
      {{"switch-words"},
       {{Key::o}},
       "O",
       "Terms and documents: OpenCL or CUDA",
       switch_words,
       KeysHold::over_overlays},
      overlay_row(overlays, actions::export_sheet, {{Key::e, true, true}}, "Ctrl+Shift+E",
                  "Export as: PNG, GIF, series, JSON"),
      overlay_row(overlays, actions::start_tour, {{Key::t}, {Key::t, false, true}}, "T",
                  "A tour of the window, one minute", KeysHold::over_overlays),
      overlay_row(overlays, actions::show_start, {{Key::f1, false, true}}, "Shift+F1",
                  "Start page: first steps, lectures, your kernel", KeysHold::over_overlays),
      overlay_row(overlays, actions::show_keys, {{Key::f1}, {Key::question}}, "F1 or ?", "All keys"),
      {{"leave"}, {{Key::escape}}, "Esc", "Leave editing, a mode or this list", leave, KeysHold::presenting},
      overlay_row(overlays, actions::open_file, {{Key::o, true}}, "Ctrl+O", "Open a kernel or a scene"),
      overlay_row(overlays, actions::show_documents, {{Key::d, true, true}}, "Ctrl+Shift+D",
                  "Course documents: their figures and tables"),
      overlay_row(overlays, actions::open_program, {{Key::o, true, true}}, "Ctrl+Shift+O",
                  "Run an OpenCL program"),
      overlay_row(overlays, actions::edit_talk, {{Key::l, true}, {Key::l, true, true}}, "Ctrl+L",
                  "List of scenes: a talk; or Ctrl+Shift+L"),
      {actions::run_program_again,
       {{Key::r, true}},
       "Ctrl+R",
       "Run the program again",
       run_program_again,
       KeysHold::presenting},
  };
  if (has(Feature::second_window))
    rows.push_back({actions::quit,
                    {{Key::q, true}},
                    "Ctrl+Q",
                    "Quit; the view and your texts are kept",
                    [&wishes](Context&) { wishes.quit = true; },
                    KeysHold::always});
  return rows;
}

}  // namespace

Actions all_actions(const std::vector<std::unique_ptr<Page>>& pages, const Overlays& overlays, Files& files,
                    ChoiceHistory& history, WindowWishes& wishes) {
  Actions actions;
  // The list of keys shows the keys of the run first, then the keys of the window, then the keys of
  // the other pages.
  std::vector<ActionGroup> groups;
  for (const auto& page : pages)
    for (ActionGroup& group : page->actions()) groups.push_back(std::move(group));
  if (!groups.empty()) {
    actions.add({std::move(groups.front())});
    groups.erase(groups.begin());
  }
  actions.add({{kWindow, "", page_rows(pages)}});
  actions.add({{"The kernel's text",
                "",
                {{actions::save_kernel,
                  {{Key::s, true, true}},
                  "Ctrl+Shift+S",
                  "Save the kernel as a new file of your own",
                  [&files](Context& context) { files.save_kernel(context); }},
                 {actions::new_kernel,
                  {{Key::n, true}},
                  "Ctrl+N",
                  "New kernel: a small reduction of your own",
                  [&files](Context& context) { files.new_kernel(context); }}}}});
  actions.add(std::move(groups));
  actions.add({{kWindow, "", history_rows(history, pages)}});
  actions.add({{kWindow, "", window_rows(overlays, files, wishes)}});
  actions.add(talk_actions());
  actions.add(overlays.actions());
  return actions;
}

}  // namespace lockstep::gui
