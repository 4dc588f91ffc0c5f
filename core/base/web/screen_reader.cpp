#include "core/base/screen_reader.hpp"

#include <emscripten/em_js.h>

// The page has an element with aria-live.
EM_JS(void, lockstep_describe, (const char* sentence),
      { globalThis.lockstepPage ?.describe(UTF8ToString(sentence)); });

namespace lockstep {

void tell_screen_reader(const std::string& sentence) { lockstep_describe(sentence.c_str()); }

}  // namespace lockstep
