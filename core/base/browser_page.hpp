// The web page around the program in a browser: what the reader requests on the page, and what the
// program requests of it. On other systems there is no page, and these functions do nothing.
#pragma once

#include <string>

namespace lockstep {

// Whether the text version of the view is shown beside the picture; it is HTML.
bool page_shows_text();
void set_page_text(const std::string& html);

// Moves the keyboard focus to what follows the picture in the page, or to what precedes it; false
// if there is nothing.
bool leave_picture(bool backwards);

// Opens a dialog to choose files, which arrive like dropped ones.
void ask_for_files();

// Asks the reader for confirmation, then deletes everything that the browser stores for the page.
void delete_kept_data();

}  // namespace lockstep
