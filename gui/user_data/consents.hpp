// Records which commands of which files the user agreed to run: the user is asked once about each file
// and command.
#pragma once

#include <string>
#include <vector>

#include "core/base/files/kept_file.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

class Consents {
 public:
  // `list` is the file that stores the agreements; if it is empty, they are lost on exit.
  explicit Consents(std::string list = {}) : list_(std::move(list)) {}

  bool has(const ProgramCommand& program) const;
  // If the list cannot be written, the user is asked again next time.
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
