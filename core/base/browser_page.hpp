// Functions through which the program uses the web page around it in a browser. On other systems there is no
// page, and these functions do nothing.
#pragma once

#include <string>

namespace lockstep {

// Returns whether the page shows the view as text (HTML) beside the picture.
bool page_shows_text();
void set_page_text(const std::string& html);

// Moves the keyboard focus to the element of the page after the picture or, if `backwards` is set, before it.
// Returns false if there is no such element.
bool leave_picture(bool backwards);

// Opens a dialog to choose files; the chosen files are handled like dropped files.
void ask_for_files();

// Asks the reader for confirmation, then deletes everything that the browser stores for the page.
void delete_kept_data();

}  // namespace lockstep
