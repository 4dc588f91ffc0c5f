// The page in a browser around the program: what the reader wants of it, and what the program asks it for. On
// other systems there is none: it wants nothing, and nothing happens.
#pragma once

#include <string>

namespace lockstep {

// The text of the view is open beside the picture; it is HTML.
bool page_shows_text();
void set_page_text(const std::string& html);

// The keyboard goes on to what follows the picture in the page, or to what is before it. False: there is
// nothing.
bool leave_picture(bool backwards);

// The reader chooses files, which arrive as dropped ones do.
void ask_for_files();

// What the browser keeps for the page, once the reader has agreed.
void delete_kept_data();

}  // namespace lockstep
