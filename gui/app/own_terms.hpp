// Selects the terms for the language of the user's file.
#pragma once

#include "core/plan/language.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// A CUDA C++ file is shown in CUDA terms. When another file is shown, the previous terms return, unless the
// user has selected other terms with O.
class OwnTerms {
 public:
  void follow(AppState& state);

 private:
  Language language_ = Language::opencl_c;
  Words before_ = Words::opencl;
};

}  // namespace lockstep::gui
