// The terms of the language of the user's file.
#pragma once

#include "core/plan/language.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// A file of CUDA C++ is shown in CUDA's terms; behind it those from before come back, unless O chose others
// meanwhile.
class OwnTerms {
 public:
  void follow(AppState& state);

 private:
  Language language_ = Language::opencl_c;
  Words before_ = Words::opencl;
};

}  // namespace lockstep::gui
