// Records which commands of which files the user agreed to run, so that the user is asked only once about
// each command of a file.
#pragma once

#include <string>
#include <vector>

#include "core/base/files/kept_file.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

class Consents {
 public:
  // `list` is the path of the file that stores the agreements. If `list` is empty, the agreements are lost
  // on exit.
  explicit Consents(std::string list = {}) : list_(std::move(list)) {}

  bool has(const ProgramCommand& program) const;
  // Adds an agreement. If the list cannot be written, the user is asked again in the next session.
  void add(const ProgramCommand& program);
  // See KeptFile.
  std::string take_remark() { return list_.take_remark(); }

 private:
  static constexpr std::size_t kMax = 1000;  // the oldest entries are removed
  std::vector<std::string> stored() const;

  mutable KeptFile list_;
  std::vector<std::string> here_;  // agreements given in this window
};

}  // namespace lockstep::gui
