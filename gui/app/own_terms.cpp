#include "gui/app/own_terms.hpp"

#include <utility>

namespace lockstep::gui {

void OwnTerms::follow(AppState& state) {
  const Language language = state.has_own_kernel() ? language_of(state.kernel_file) : Language::opencl_c;
  if (std::exchange(language_, language) == language) return;
  if (language == Language::cuda)
    before_ = std::exchange(state.words, Words::cuda);
  else if (state.words == Words::cuda)
    state.words = before_;
}

}  // namespace lockstep::gui
