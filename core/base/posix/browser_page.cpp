#include "core/base/browser_page.hpp"

#include "core/base/own_resource.hpp"

namespace lockstep {

bool page_shows_text() { return false; }
void set_page_text(const std::string&) {}
bool leave_picture(bool) { return false; }
void ask_for_files() {}
void delete_kept_data() {}

// In a package these files are beside the program.
std::string_view own_resource(const std::string&) { return {}; }

}  // namespace lockstep
