// Opens and saves the files of the window: kernels, scenes and talks.
#pragma once

#include <set>
#include <string>

#include "gui/pages/action_table.hpp"
#include "gui/user_data/file_launches.hpp"
#include "gui/user_data/recent_files.hpp"
#include "gui/user_data/save_folder.hpp"

namespace lockstep::gui {

class Files {
 public:
  // `state_dir`: the folder that stores the names of recent files and the last folder; empty: they are not
  // stored. `save_folder`: see SaveFolder.
  Files(const std::string& state_dir, std::string save_folder)
      : recent_(state_dir.empty() ? std::string() : state_dir + "/recent.json"),
        launches_(state_dir.empty() ? std::string() : state_dir + "/launches.json"),
        folder_(state_dir.empty() ? std::string() : state_dir + "/save-folder", std::move(save_folder)) {}

  // Opens a link, a scene (.json), a recording (.lockstep), a talk, a document entry, an assignment, a
  // lesson, or the run that a file describes (gui/scene_files/open_run.hpp).
  void open(ActionContext& context, const std::string& path);
  // The first function copies a link to the shown view to the clipboard; the second opens the link
  // in the clipboard.
  void copy_link(ActionContext& context);
  void open_pasted_link(ActionContext& context);
  // Saves an edited file of the user's own, unless another program has changed it. Otherwise saves the view
  // as a scene, always to a new file in the save folder.
  void save(ActionContext& context);
  // Saves the kernel as a new file, which is then edited. If the kernel is a file of the user's own, opens
  // the sheet that asks for a name.
  void save_kernel(ActionContext& context);
  // Saves to the file that the user named; an existing file is replaced. Later files are saved in
  // the same folder.
  void save_as(ActionContext& context, const Commands::Save& save);
  // Writes a small kernel to a new file in the save folder, and opens it with its launch form.
  void new_kernel(ActionContext& context);
  // Saves an edited talk to its file, or to a new file in the save folder. The edited talk stays open even if
  // it cannot be saved. The first change of a talk that was opened keeps a copy of its file.
  void save_talk(ActionContext& context, Commands::ChangedTalk changed);
  // Proposes a launch for a file of the user's own that had an error when it was opened, as soon as
  // the file compiles. The form opens when the user is not typing. Returns true if the launch of the
  // state has changed.
  bool propose_launch(ActionContext& context);
  // Stores the launch of the user's own file, to be restored when the file is opened again.
  void remember_launch(const AppState& state);
  // Shows a sentence if the user's own file has changed on disk.
  void report_changes(ActionContext& context);

  const RecentFiles& recent() const { return recent_; }
  SaveFolder& folder() { return folder_; }
  // Returns remarks about the stored lists for the user.
  std::string take_remark() {
    return joined_remarks(joined_remarks(recent_.take_remark(), launches_.take_remark()),
                          folder_.take_remark());
  }

 private:
  void open_talk(ActionContext& context, const std::string& path);
  void open_link(ActionContext& context, const std::string& link);
  void open_lesson_at(ActionContext& context, const std::string& path);
  void open_assignment_at(ActionContext& context, const std::string& path);
  bool open_as_left(AppState& state, const std::string& path);
  bool write_scene(ActionContext& context, const std::string& path);
  void save_own_kernel(ActionContext& context);
  bool write_kernel(ActionContext& context, const std::string& path);
  bool write_plan(ActionContext& context, const std::string& path);
  Result<std::string> keep_before_change(const Talk& talk);

  std::set<std::string> changed_talks_;  // files of talks that this window has changed
  std::string refused_text_;             // the text for which no launch could be proposed
  bool form_is_due_ = false;             // whether the form of the proposed launch must still be opened
  RecentFiles recent_;
  FileLaunches launches_;
  SaveFolder folder_;
};

}  // namespace lockstep::gui
