// These functions are implemented in web/page/page.js. There is no page if the program runs under node.
#include "core/base/browser_page.hpp"

#include <emscripten/em_js.h>

#include "core/base/own_resource.hpp"

EM_JS(bool, lockstep_shows_text, (), { return !!globalThis.lockstepPage ?.showsText(); });
EM_JS(void, lockstep_set_text, (const char* html),
      { globalThis.lockstepPage ?.setText(UTF8ToString(html)); });
EM_JS(bool, lockstep_leave, (bool backwards), { return !!globalThis.lockstepPage ?.leave(backwards); });
EM_JS(void, lockstep_choose_files, (), { globalThis.lockstepPage ?.chooseFiles(); });
EM_JS(void, lockstep_delete_data, (), { globalThis.lockstepPage ?.deleteData(); });

namespace lockstep {

bool page_shows_text() { return lockstep_shows_text(); }
void set_page_text(const std::string& html) { lockstep_set_text(html.c_str()); }
bool leave_picture(bool backwards) { return lockstep_leave(backwards); }
void ask_for_files() { lockstep_choose_files(); }
void delete_kept_data() { lockstep_delete_data(); }

// The module's files are in its own file system.
std::string_view own_resource(const std::string&) { return {}; }

}  // namespace lockstep
