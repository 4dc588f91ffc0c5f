// The web page around the program in a browser: the reader's requests on the page, and the program's requests
// to it. On other systems there is no page, and these functions do nothing.
#pragma once

#include <string>

namespace lockstep {

// Whether the page shows the text version of the view, which is HTML, beside the picture.
bool page_shows_text();
void set_page_text(const std::string& html);

// Moves the keyboard focus to the element after the picture in the page, or before it; false if there is
// no such element.
bool leave_picture(bool backwards);

// Opens a dialog to choose files; the chosen files are handled like dropped files.
void ask_for_files();

// Asks the reader for confirmation, then deletes everything that the browser stores for the page.
void delete_kept_data();

}  // namespace lockstep
