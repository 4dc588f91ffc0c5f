// Files that the window opens and saves: kernels and scenes.
#pragma once

#include <string>

#include "gui/pages/action_table.hpp"
#include "gui/storage/recent_files.hpp"

namespace lockstep::gui {

class Files {
 public:
  // `recent_list`: where the names of recent files are stored; empty: they are forgotten at the end.
  explicit Files(std::string recent_list) : recent_(std::move(recent_list)) {}

  // A scene (.json), or a kernel file that replaces the catalogue's.
  void open(ActionContext& context, const std::string& path);
  // Always to a new file.
  void save_scene(ActionContext& context);
  // The user's own file is overwritten, unless another program changed it meanwhile. Any other text becomes a
  // new file, which is edited from then on.
  void save_kernel(ActionContext& context);
  // One sentence when the user's own file changed on disk.
  void report_changes(ActionContext& context);

  const RecentFiles& recent() const { return recent_; }

 private:
  RecentFiles recent_;
};

}  // namespace lockstep::gui
