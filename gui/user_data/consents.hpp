// Which commands of which files the user agreed to run: each file and command is asked about once.
#pragma once

#include <string>
#include <vector>

#include "core/base/files/kept_file.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

class Consents {
 public:
  // `list`: the file that stores them; empty: they are forgotten at the end.
  explicit Consents(std::string list = {}) : list_(std::move(list)) {}

  bool has(const ProgramCommand& program) const;
  // A list that cannot be written asks again next time.
  void add(const ProgramCommand& program);
  // See KeptFile.
  std::string take_remark() { return list_.take_remark(); }

 private:
  static constexpr std::size_t kMax = 1000;  // the oldest are forgotten
  std::vector<std::string> stored() const;

  mutable KeptFile list_;
  std::vector<std::string> here_;  // names of agreements of this window
};

}  // namespace lockstep::gui
