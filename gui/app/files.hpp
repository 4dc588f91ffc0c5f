// Files that the window opens and saves: kernels and scenes.
#pragma once

#include <string>

#include "gui/pages/action_table.hpp"
#include "gui/user_data/file_launches.hpp"
#include "gui/user_data/recent_files.hpp"
#include "gui/user_data/save_folder.hpp"

namespace lockstep::gui {

class Files {
 public:
  // `state_dir`: where the names of recent files and the last folder are stored; empty: they are forgotten at
  // the end. `save_folder`: see SaveFolder.
  Files(const std::string& state_dir, std::string save_folder)
      : recent_(state_dir.empty() ? std::string() : state_dir + "/recent.json"),
        launches_(state_dir.empty() ? std::string() : state_dir + "/launches.json"),
        folder_(state_dir.empty() ? std::string() : state_dir + "/save-folder", std::move(save_folder)) {}

  // A link, a scene (.json), a recording (.lockstep), or what a file contains to run
  // (gui/scene_files/open_run.hpp).
  void open(ActionContext& context, const std::string& path);
  // The shown view as a link, into the clipboard; and the view of the link that is there.
  void copy_link(ActionContext& context);
  void open_pasted_link(ActionContext& context);
  // An edited file of the user's own, unless another program changed it meanwhile; else the view: as a scene,
  // always to a new file of the folder for files.
  void save(ActionContext& context);
  // As a new file, which is edited from then on: for a file of the user's own a name is asked for.
  void save_kernel(ActionContext& context);
  // To the file that the user named, which may exist; the next files go to its folder.
  void save_as(ActionContext& context, const Commands::Save& save);
  // A small kernel in a new file of the folder for files, which opens with its launch form.
  void new_kernel(ActionContext& context);
  // Saves an edited talk in its file, or in a new file of the folder for files. It is kept also when that
  // fails.
  void save_talk(ActionContext& context, Commands::ChangedTalk changed);
  // Proposes a launch for the user's own file that had an error when it was opened, as soon as it compiles.
  // The form opens when nobody types. True: the state has another launch.
  bool propose_launch(ActionContext& context);
  // The launch of the user's own file, with which it opens the next time.
  void remember_launch(const AppState& state);
  // One sentence when the user's own file changed on disk.
  void report_changes(ActionContext& context);

  const RecentFiles& recent() const { return recent_; }
  SaveFolder& folder() { return folder_; }
  // What the user has to know of the lists that are kept.
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

  std::string refused_text_;  // for which no launch could be proposed
  bool form_is_due_ = false;  // of the proposed launch
  RecentFiles recent_;
  FileLaunches launches_;
  SaveFolder folder_;
};

}  // namespace lockstep::gui
