// Selects the terms for the language of the user's file.
#pragma once

#include "core/plan/language.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Shows a CUDA C++ file in CUDA terms. When a different file is shown, restores the previous terms, unless
// the user has changed the terms with O.
class OwnTerms {
 public:
  void follow(AppState& state);

 private:
  Language language_ = Language::opencl_c;
  Words before_ = Words::opencl;
};

}  // namespace lockstep::gui
