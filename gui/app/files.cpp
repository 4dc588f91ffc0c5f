#include "gui/app/files.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <cctype>
#include <filesystem>
#include <string_view>

#include "assignment/format/folder.hpp"
#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/inside_folder.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/documents.hpp"
#include "core/plan/language.hpp"
#include "gui/scene_files/last_state.hpp"
#include "gui/scene_files/open_run.hpp"
#include "gui/scene_files/scenes.hpp"
#include "gui/scene_files/talk_file.hpp"
#include "gui/scene_links/scene_link.hpp"
#include "gui/session/own_launch.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNewKernel =
    R"(// A sum for each work-group: its work-items add in local memory. Change it, and step through it.
kernel void my_kernel(global int *out, global const int *in, local int *scratch)
{
    uint t = get_local_id(0);
    scratch[t] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            scratch[t] += scratch[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
)";

// Returns the text with the line endings of the original file.
std::string as_in_file(const std::string& text, const std::string& original) {
  if (original.find("\r\n") == std::string::npos) return text;
  std::string result;
  for (const char c : text) result += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return result;
}

// Opens the scene of a document entry. If the entry contains a kernel text and the user has edited the same
// kernel, the user's text is kept.
void open_document_entry(ActionContext& context, const std::string& path) {
  AppState& state = context.state;
  auto scene = load_scene(path);
  if (!scene) return context.activity.notify(scene.error().message);
  AppState& opened = scene->state;
  std::string kept;
  for (const auto& [source, text] : opened.edited_texts)
    if (const auto own = state.edited_texts.find(source);
        own != state.edited_texts.end() && own->second != text)
      kept = source;
  if (state.edited_texts.contains(opened.exercise)) kept = opened.algorithm;
  auto texts = state.edited_texts;
  texts.merge(opened.edited_texts);
  opened.edited_texts = std::move(texts);
  // The lecturer's display settings are kept; the display settings of the scene are ignored.
  keep_for_eyes(opened, state);
  if (!names_listing(path)) opened.words = state.words;
  opened.presentation = state.presentation && opened.tab == kStepPage;
  state = std::move(opened);
  context.activity.notify(kept.empty()
                              ? fmt::format("Opened {}.", state.title)
                              : fmt::format("Opened {} with your own text of {}.", state.title, kept));
}

}  // namespace

void Files::open(ActionContext& context, const std::string& path) {
  AppState& state = context.state;
  if (path.ends_with(kRecordingEnding)) {
    if (const auto chosen = choose_recording(state, path); !chosen)
      return context.activity.notify(chosen.error().message);
    recent_.add(path);
    return context.activity.notify("Opened the recorded program " + path + ".");
  }
  if (is_talk_file(path)) return open_talk(context, path);
  if (is_scene_link(path)) return open_link(context, path);
  if (names_document_entry(path)) return open_document_entry(context, path);
  if (assignment::names_assignment(path)) return open_assignment_at(context, path);
  if (names_lesson(path)) return open_lesson_at(context, path);
  if (!path.ends_with(".json") || opens_as_run(path)) {
    std::error_code error;
    if (!fs::is_regular_file(system_path(path), error))
      return context.activity.notify(fmt::format("Cannot open {}: this file does not exist.", path));
    const auto opened = open_run(state, path);
    if (!opened) return context.activity.notify(opened.error().message);
    // Show the opened file in the Step tab.
    state.tab = kStepPage;
    recent_.add(path);
    return context.activity.notify(
        open_as_left(state, path) ? "Opened " + path + ". The last launch is restored." : *opened);
  }
  auto scene = load_scene(path);
  if (!scene) return context.activity.notify(scene.error().message);
  // The user's edits are kept, unless the scene contains its own text of the kernel.
  scene->state.edited_texts.merge(state.edited_texts);
  keep_for_eyes(scene->state, state);
  state = std::move(scene->state);
  recent_.add(path);
  context.activity.notify(scene->remarks.empty() ? "Opened " + path + "." : scene->remarks.front());
}

// Replaces a proposed launch by the launch that the file had when it was last shown.
bool Files::open_as_left(AppState& state, const std::string& path) {
  if (!is_kernel_file(path) || !state.launch || !state.launch->plan_file.empty()) return false;
  auto launch = launches_.find(state.kernel_file);
  if (!launch) return false;
  choose_launch(state, state.kernel_file, {std::move(*launch), {}});
  if (state.overlay.name == "launch") state.overlay = {};
  return true;
}

bool Files::propose_launch(ActionContext& context) {
  AppState& state = context.state;
  const bool is_awaited = state.has_own_kernel() && state.launch && state.launch->is_awaited();
  if (!state.launch) form_is_due_ = false;
  if (form_is_due_ && !is_awaited && !context.activity.is_typing()) {
    form_is_due_ = false;
    if (state.overlay.name.empty()) state.overlay = {"launch", 0};
  }
  // Continue only after the typing pause, when the text has been compiled.
  const auto& failure = context.session.failure();
  if (!is_awaited || !failure || !failure->diagnostics.empty() ||
      context.session.status(state) != Session::RunStatus::failed || failure->request.text == refused_text_)
    return false;
  refused_text_ = failure->request.text;
  auto launch = proposed_launch(state.model, own_source(state.kernel_file, refused_text_), {}, {});
  if (!launch) return false;
  choose_launch(state, state.kernel_file, std::move(*launch));
  form_is_due_ = true;
  context.activity.notify(state.kernel_file + " compiles. A launch is proposed.");
  return true;
}

// Stores the launch, unless the form is open. While the form is open, the user has not yet accepted a
// proposed launch.
void Files::remember_launch(const AppState& state) {
  if (!state.has_own_kernel() || !state.launch || !state.launch->plan_file.empty()) return;
  if (state.launch->is_awaited()) return;
  if (state.overlay.name != "launch") launches_.remember(state.kernel_file, state.launch->description);
}

void Files::open_talk(ActionContext& context, const std::string& path) {
  auto loaded = load_talk(path);
  if (!loaded) return context.activity.notify(loaded.error().message);
  const std::size_t pages = loaded->talk.pages.size();
  context.talk.end(context.state);
  context.talk.open(std::move(loaded->talk));
  context.state.overlay = {"talk", 0};
  recent_.add(path);
  context.activity.notify(loaded->remarks.empty()
                              ? fmt::format("Opened {}: {}. F5 starts.", path, plural(pages, "page"))
                              : loaded->remarks.front());
}

void Files::open_lesson_at(ActionContext& context, const std::string& path) {
  const auto folder = find_lesson(path);
  if (!folder) return context.activity.notify(folder.error().message);
  context.talk.end(context.state);
  open_lesson(context.state, folder->id());
  if (is_lesson_path(path)) recent_.add(path);
}

void Files::open_assignment_at(ActionContext& context, const std::string& path) {
  const auto folder = assignment::find_assignment(path);
  if (!folder) return context.activity.notify(folder.error().message);
  context.talk.end(context.state);
  open_assignment(context.state, folder->id());
  if (assignment::is_assignment_path(path)) recent_.add(path);
}

// If the link replaces a text that the user edited, that text is first saved to a file.
void Files::open_link(ActionContext& context, const std::string& link) {
  AppState& state = context.state;
  auto scene = scene_of_link(link, linked_files_folder());
  if (!scene) return context.activity.notify(scene.error().message);
  AppState& opened = scene->state;
  std::string sentence =
      scene->remarks.empty() ? "Opened the link. Ctrl+Z goes back." : scene->remarks.front();
  for (const auto& [source, text] : opened.edited_texts) {
    const auto own = state.edited_texts.find(source);
    if (own == state.edited_texts.end() || own->second == text) continue;
    const std::string path = free_path(folder_.path(), path_text(system_path(source).stem()) + "-mine",
                                       std::string(kernel_file_ending(language_of(source))));
    if (const auto written = write_atomically(path, own->second); !written)
      return context.activity.notify("The link is not opened, because your own text of " + source +
                                     " cannot be saved: " + written.error().message);
    sentence = "Opened the link. Your own text of " + source + " is now in " + path + ".";
  }
  opened.edited_texts.merge(state.edited_texts);
  keep_for_eyes(opened, state);
  opened.words = state.words;
  if (opened.title.empty()) opened.title = "From a link";
  if (opened.words_tab.empty()) opened.words_tab = opened.tab;
  context.talk.end(state);
  state = std::move(opened);
  context.activity.notify(sentence);
}

void Files::copy_link(ActionContext& context) {
  const auto made = link_to(context.state, page_address());
  if (!made) return context.activity.notify(made.error().message);
  if (made->is_too_long)
    return context.activity.notify(fmt::format(
        "Not copied: the link would have {} characters, and many programs cut links at {}. Ctrl+S saves "
        "a scene file.",
        made->link.size(), kMaxLink));
  ImGui::SetClipboardText(made->link.c_str());
  const bool has_address = made->link.find("://") != std::string::npos;
  context.activity.notify(fmt::format(
      "Copied a link to this view ({} characters).{}", made->link.size(),
      has_address
          ? ""
          : " Ctrl+V in Lockstep opens it; LOCKSTEP_PAGE in the environment names the page of your course."));
}

void Files::open_pasted_link(ActionContext& context) {
  const char* pasted = ImGui::GetClipboardText();
  std::string text(pasted != nullptr ? pasted : "");
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });  // mail programs break lines
  if (!is_scene_link(text))
    return context.activity.notify("The clipboard contains no Lockstep link; Y copies a link to this view.");
  open_link(context, text);
}

// Keeps a copy of the talk's file before the first change. Returns the path of the copy; empty: none is
// needed.
Result<std::string> Files::keep_before_change(const Talk& talk) {
  if (talk.file.empty() || changed_talks_.contains(talk.file)) return std::string();
  auto copy = keep_earlier_talk(talk);
  if (copy && !copy->empty()) changed_talks_.insert(talk.file);
  return copy;
}

void Files::save_talk(ActionContext& context, Commands::ChangedTalk changed) {
  Talk& talk = changed.talk;
  const bool is_new = talk.file.empty();
  const std::string path =
      is_new ? free_path(folder_.path(), "lockstep-talk", std::string(kTalkEnding)) : talk.file;
  const auto copy = keep_before_change(talk);
  const auto saved = copy ? gui::save_talk(talk, path) : tl::unexpected(copy.error());
  if (!saved) {
    context.activity.notify(saved.error().message);
  } else if (is_new) {
    context.activity.notify(fmt::format("Saved {}. Further changes are saved immediately.", path));
    changed_talks_.insert(path);
    recent_.add(path);
  } else if (!copy->empty()) {
    context.activity.notify(fmt::format(
        "Saved {}; further changes are saved immediately. The talk as it was is in {}.", path, *copy));
  }
  context.talk.change(std::move(talk), changed.page);
}

bool Files::write_scene(ActionContext& context, const std::string& path) {
  const auto saved = gui::save_scene(context.state, path);
  if (!saved) {
    context.activity.notify(saved.error().message);
    return false;
  }
  recent_.add(path);
  context.activity.notify(fmt::format("Saved {}. Ctrl+O opens it again, or drop it on the window.", path));
  return true;
}

bool Files::write_kernel(ActionContext& context, const std::string& path) {
  AppState& state = context.state;
  context.session.source().take(state);
  const std::size_t program = context.session.shown_program(state);
  const std::string* edited = state.edited_text(program);
  const std::string& original = context.session.original(program).text;
  if (const auto written = write_atomically(path, edited ? as_in_file(*edited, original) : original);
      !written) {
    context.activity.notify(written.error().message);
    return false;
  }
  if (state.shows_recording()) {
    context.activity.notify("Saved " + path + ". The recording is unchanged.");
    return true;
  }
  if (program != 0) {
    context.activity.notify("Saved " + path + ". The algorithm still uses its own kernel.");
    return true;
  }
  // The listing stays shown, because a kernel file of the user is launched in a different way.
  if (state.listing() != nullptr) {
    context.activity.notify("Saved " + path + ". The listing is still shown; Ctrl+O opens the file.");
    return true;
  }
  const std::string before = state.source_key(0);
  state.edited_texts.erase(before);
  state.exercise.clear();
  // The new file contains the same text, so the playhead and the breakpoints stay.
  state.kernel_file = path;
  context.session.source().saved_as(before, state.source_key(0));
  recent_.add(path);
  context.activity.notify("Saved " + path + ".");
  return true;
}

// Saves the user's own kernel file if it has been edited; otherwise saves the view.
void Files::save(ActionContext& context) {
  if (context.state.has_own_kernel() && context.state.edited_text() != nullptr)
    return save_own_kernel(context);
  if (folder_.is_guessed()) {
    context.state.overlay = {"save-scene", 0};
    return;
  }
  write_scene(context, free_path(folder_.path(), "lockstep-scene", ".json"));
}

void Files::save_own_kernel(ActionContext& context) {
  const std::string file = context.state.kernel_file;
  context.session.source().take(context.state);
  if (!context.session.source().changed_on_disk()) {
    write_kernel(context, file);
    return;
  }
  const std::string beside = free_name(file, fmt::format(".mine{}", kernel_file_ending(language_of(file))));
  if (write_kernel(context, beside))
    context.activity.notify(
        fmt::format("The file changed on disk; your text is saved beside it as {}.", beside));
}

void Files::save_kernel(ActionContext& context) {
  AppState& state = context.state;
  if (state.has_own_kernel() || folder_.is_guessed()) {
    state.overlay = {"save-kernel", 0};
    return;
  }
  const std::string source = state.source_id();
  write_kernel(context, free_path(folder_.path(), path_text(system_path(source).stem()),
                                  std::string(kernel_file_ending(language_of(source)))));
}

void Files::new_kernel(ActionContext& context) {
  const std::string path = free_path(folder_.path(), "kernel", ".cl");
  if (const auto written = write_atomically(path, kNewKernel); !written)
    return context.activity.notify(written.error().message);
  open(context, path);
}

bool Files::write_plan(ActionContext& context, const std::string& path) {
  AppState& state = context.state;
  if (!state.launch) return false;
  if (!path_inside(path_text(system_path(path).parent_path()),
                   path_text(absolute_path(system_path(state.kernel_file))))) {
    context.activity.notify(
        fmt::format("Not saved: a plan must be in the folder of its kernel {} or in a parent folder.",
                    state.kernel_file));
    return false;
  }
  LaunchDescription description = state.launch->description;
  std::error_code error;
  const fs::path beside =
      fs::relative(system_path(state.kernel_file), system_path(path).parent_path(), error);
  description.file = error || beside.empty() ? state.kernel_file : path_text(beside);
  if (const auto written = write_atomically(path, to_text(description)); !written) {
    context.activity.notify(written.error().message);
    return false;
  }
  state.launch->plan_file = path;
  recent_.add(path);
  context.activity.notify("Saved " + path + ".");
  return true;
}

void Files::save_as(ActionContext& context, const Commands::Save& save) {
  using What = Commands::Save::What;
  const bool done = save.what == What::scene  ? write_scene(context, save.path)
                    : save.what == What::plan ? write_plan(context, save.path)
                                              : write_kernel(context, save.path);
  if (done) folder_.remember(save.path);
}

void Files::report_changes(ActionContext& context) {
  const std::string& path = context.state.kernel_file;
  switch (context.session.source().take_news()) {
    case OriginalSource::News::read_again:
      return context.activity.notify(path + " changed on disk and was read again.");
    case OriginalSource::News::changed_while_edited:
      return context.activity.notify(
          path + " changed on disk. Your edits stay in the window; Ctrl+S saves them beside it.");
    case OriginalSource::News::none:
      return;
  }
}

}  // namespace lockstep::gui
